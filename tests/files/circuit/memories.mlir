// Memories of every latency, with masks, with what a read sees of a write, and with addresses past the end.
// RUN: flowright verilog %s
// BLESS

hw.module @memories(in %clk : !seq.clock, in %a : i4, in %b : i4, in %d : i32, in %we : i1, in %re : i1, in %mask : i4, out now : i32, out next : i32, out later : i32, out masked : i32, out rw : i32, out new : i32) {
  %m = seq.firmem 0, 1, undefined, undefined : <16 x 32>
  seq.firmem.write_port %m[%a] = %d, clock %clk enable %we : <16 x 32>
  %now = seq.firmem.read_port %m[%b], clock %clk enable %re : <16 x 32>
  %twelve = seq.firmem 1, 1, old, port_order : <12 x 32>
  seq.firmem.write_port %twelve[%a] = %d, clock %clk enable %we : <12 x 32>
  seq.firmem.write_port %twelve[%b] = %now, clock %clk : <12 x 32>
  %next = seq.firmem.read_port %twelve[%b], clock %clk enable %re : <12 x 32>
  %slow = seq.firmem 3, 1, old, port_order : <16 x 32>
  seq.firmem.write_port %slow[%a] = %d, clock %clk enable %we : <16 x 32>
  %later = seq.firmem.read_port %slow[%b], clock %clk : <16 x 32>
  %parts = seq.firmem 1, 1, old, port_order : <16 x 32, mask 4>
  seq.firmem.write_port %parts[%a] = %d, clock %clk enable %we mask %mask : <16 x 32, mask 4>, i4
  %masked = seq.firmem.read_port %parts[%b], clock %clk : <16 x 32, mask 4>
  %shared = seq.firmem 1, 1, new, port_order : <16 x 32, mask 4>
  %rw = seq.firmem.read_write_port %shared[%a] = %d if %we, clock %clk enable %re mask %mask : <16 x 32, mask 4>, i4
  %new = seq.firmem.read_port %shared[%b], clock %clk enable %re : <16 x 32, mask 4>
  hw.output %now, %next, %later, %masked, %rw, %new : i32, i32, i32, i32, i32, i32
}
hw.module @odd_memories(in %clk : !seq.clock, in %a : i1, in %n : i3, in %d : i8, in %e : i8, out one : i8, out rom : i8, out binary : i8) {
  %single = seq.firmem 0, 1, undefined, undefined : <1 x 8>
  seq.firmem.write_port %single[%a] = %d, clock %clk : <1 x 8>
  %one = seq.firmem.read_port %single[%a], clock %clk : <1 x 8>
  %c6 = hw.constant 6 : i3
  %r = seq.firmem 1, 1, undefined, undefined {init = #seq.firmem.init<"inputs/rom.hex", false, true>} : <6 x 8>
  %rom = seq.firmem.read_port %r[%n], clock %clk : <6 x 8>
  %past = seq.firmem.read_port %r[%c6], clock %clk : <6 x 8>
  %bin = seq.firmem 0, 1, undefined, undefined {init = #seq.firmem.init<"inputs/rom.bin", true, false>} : <8 x 8>
  %binary = seq.firmem.read_port %bin[%n], clock %clk : <8 x 8>
  %sink = seq.firmem 0, 1, undefined, undefined : <8 x 8>
  seq.firmem.write_port %sink[%n] = %e, clock %clk : <8 x 8>
  hw.output %one, %rom, %binary : i8, i8, i8
}

// OUT: /* verilator lint_off DECLFILENAME */
// OUT:
// OUT: module memories (  // memories.mlir:5:1
// OUT:   input  logic        clk,
// OUT:   input  logic [3:0]  a,
// OUT:   input  logic [3:0]  b,
// OUT:   input  logic [31:0] d,
// OUT:   input  logic        we,
// OUT:   input  logic        re,
// OUT:   input  logic [3:0]  mask,
// OUT:   output logic [31:0] now,
// OUT:   output logic [31:0] next,
// OUT:   output logic [31:0] later,
// OUT:   output logic [31:0] masked,
// OUT:   output logic [31:0] rw,
// OUT:   output logic [31:0] new_0
// OUT: );
// OUT:   logic [31:0] next_0 = 32'h0;
// OUT:   logic [31:0] later_0_stage_1 = 32'h0;
// OUT:   logic [31:0] later_0_stage_2 = 32'h0;
// OUT:   logic [31:0] later_0 = 32'h0;
// OUT:   logic [31:0] masked_0 = 32'h0;
// OUT:   logic [31:0] rw_0 = 32'h0;
// OUT:   logic [31:0] new_1 = 32'h0;
// OUT:   logic [31:0] m [0:15];  // memories.mlir:6:8
// OUT:   initial begin : m_init
// OUT:     integer i;
// OUT:     for (i = 0; i < 16; i = i + 1)
// OUT:       m[i] = 32'h0;
// OUT:   end
// OUT:   logic [31:0] twelve [0:11];  // memories.mlir:9:13
// OUT:   initial begin : twelve_init
// OUT:     integer i;
// OUT:     for (i = 0; i < 12; i = i + 1)
// OUT:       twelve[i] = 32'h0;
// OUT:   end
// OUT:   logic [31:0] slow [0:15];  // memories.mlir:13:11
// OUT:   initial begin : slow_init
// OUT:     integer i;
// OUT:     for (i = 0; i < 16; i = i + 1)
// OUT:       slow[i] = 32'h0;
// OUT:   end
// OUT:   logic [31:0] parts [0:15];  // memories.mlir:16:12
// OUT:   initial begin : parts_init
// OUT:     integer i;
// OUT:     for (i = 0; i < 16; i = i + 1)
// OUT:       parts[i] = 32'h0;
// OUT:   end
// OUT:   logic [31:0] shared [0:15];  // memories.mlir:19:13
// OUT:   initial begin : shared_init
// OUT:     integer i;
// OUT:     for (i = 0; i < 16; i = i + 1)
// OUT:       shared[i] = 32'h0;
// OUT:   end
// OUT:   wire [31:0] now_0 = re ? m[b] : 32'h0;  // memories.mlir:8:10
// OUT:   assign now = now_0;
// OUT:   assign next = next_0;
// OUT:   assign later = later_0;
// OUT:   assign masked = masked_0;
// OUT:   assign rw = rw_0;
// OUT:   assign new_0 = new_1;
// OUT:   always_ff @(posedge clk) begin
// OUT:     if (we) m[a] <= d;  // memories.mlir:7:3
// OUT:   end
// OUT:   always_ff @(posedge clk) begin
// OUT:     if (we & (a < 4'hC)) twelve[a] <= d;  // memories.mlir:10:3
// OUT:     if (b < 4'hC) twelve[b] <= now_0;  // memories.mlir:11:3
// OUT:     if (re) next_0 <= (b < 4'hC) ? twelve[b] : 32'h0;  // memories.mlir:12:11
// OUT:   end
// OUT:   always_ff @(posedge clk) begin
// OUT:     if (we) slow[a] <= d;  // memories.mlir:14:3
// OUT:     later_0_stage_1 <= slow[b];  // memories.mlir:15:12
// OUT:     later_0_stage_2 <= later_0_stage_1;
// OUT:     later_0 <= later_0_stage_2;
// OUT:   end
// OUT:   always_ff @(posedge clk) begin
// OUT:     if (we & mask[0]) parts[a][7:0] <= d[7:0];  // memories.mlir:17:3
// OUT:     if (we & mask[1]) parts[a][15:8] <= d[15:8];  // memories.mlir:17:3
// OUT:     if (we & mask[2]) parts[a][23:16] <= d[23:16];  // memories.mlir:17:3
// OUT:     if (we & mask[3]) parts[a][31:24] <= d[31:24];  // memories.mlir:17:3
// OUT:     masked_0 <= parts[b];  // memories.mlir:18:13
// OUT:   end
// OUT:   always_ff @(posedge clk) begin
// OUT:     if (re & we & mask[0]) shared[a][7:0] <= d[7:0];  // memories.mlir:20:9
// OUT:     if (re & we & mask[1]) shared[a][15:8] <= d[15:8];  // memories.mlir:20:9
// OUT:     if (re & we & mask[2]) shared[a][23:16] <= d[23:16];  // memories.mlir:20:9
// OUT:     if (re & we & mask[3]) shared[a][31:24] <= d[31:24];  // memories.mlir:20:9
// OUT:     if (re & ~we) begin
// OUT:       rw_0 <= shared[a];  // memories.mlir:20:9
// OUT:     end
// OUT:     if (re) begin
// OUT:       new_1 <= shared[b];  // memories.mlir:21:10
// OUT:       if (re & we & (a == b) & mask[0]) new_1[7:0] <= d[7:0];  // memories.mlir:20:9
// OUT:       if (re & we & (a == b) & mask[1]) new_1[15:8] <= d[15:8];  // memories.mlir:20:9
// OUT:       if (re & we & (a == b) & mask[2]) new_1[23:16] <= d[23:16];  // memories.mlir:20:9
// OUT:       if (re & we & (a == b) & mask[3]) new_1[31:24] <= d[31:24];  // memories.mlir:20:9
// OUT:     end
// OUT:   end
// OUT: endmodule
// OUT:
// OUT: module odd_memories (  // memories.mlir:24:1
// OUT:   input  logic       clk,
// OUT:   input  logic       a,
// OUT:   input  logic [2:0] n,
// OUT:   input  logic [7:0] d,
// OUT:   input  logic [7:0] e,
// OUT:   output logic [7:0] one,
// OUT:   output logic [7:0] rom,
// OUT:   output logic [7:0] binary
// OUT: );
// OUT:   logic [7:0] rom_0 = 8'h0;
// OUT:   logic [7:0] single [0:0];  // memories.mlir:25:13
// OUT:   initial begin : single_init
// OUT:     integer i;
// OUT:     for (i = 0; i < 1; i = i + 1)
// OUT:       single[i] = 8'h0;
// OUT:   end
// OUT:   logic [7:0] r [0:5];  // memories.mlir:29:8
// OUT:   initial begin : r_init
// OUT:     integer i;
// OUT:     for (i = 0; i < 6; i = i + 1)
// OUT:       r[i] = 8'h0;
// OUT:     $readmemh("inputs/rom.hex", r);
// OUT:   end
// OUT:   logic [7:0] bin [0:7];  // memories.mlir:32:10
// OUT:   initial begin : bin_init
// OUT:     integer i;
// OUT:     for (i = 0; i < 8; i = i + 1)
// OUT:       bin[i] = 8'h0;
// OUT:     $readmemb("inputs/rom.bin", bin);
// OUT:   end
// OUT:   /* verilator lint_off UNUSEDSIGNAL */
// OUT:   logic [7:0] sink [0:7];  // memories.mlir:34:11
// OUT:   /* verilator lint_on UNUSEDSIGNAL */
// OUT:   initial begin : sink_init
// OUT:     integer i;
// OUT:     for (i = 0; i < 8; i = i + 1)
// OUT:       sink[i] = 8'h0;
// OUT:   end
// OUT:   wire [7:0] one_0 = ~a ? single[0] : 8'h0;  // memories.mlir:27:10
// OUT:   wire [7:0] binary_0 = bin[n];  // memories.mlir:33:13
// OUT:   assign one = one_0;
// OUT:   assign rom = rom_0;
// OUT:   assign binary = binary_0;
// OUT:   always_ff @(posedge clk) begin
// OUT:     if (~a) single[0] <= d;  // memories.mlir:26:3
// OUT:   end
// OUT:   always_ff @(posedge clk) begin
// OUT:     rom_0 <= (n < 3'h6) ? r[n] : 8'h0;  // memories.mlir:30:10
// OUT:   end
// OUT:   always_ff @(posedge clk) begin
// OUT:     sink[n] <= e;  // memories.mlir:35:3
// OUT:   end
// OUT: endmodule
// OUT:
// OUT: /* verilator lint_on DECLFILENAME */
