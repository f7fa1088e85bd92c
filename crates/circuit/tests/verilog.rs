//! What the SystemVerilog writer refuses, and facts about its text that files of circuits do not show.

use base::Diagnostics;
use ir::text::{ParseOptions, parse};
use ir::{Context, Ir, Op};
use std::fmt::Write;

fn read(text: &str) -> (Ir, Op) {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let mut diags = Diagnostics::new();
    let source = ir.ctx.sources.add("test.mlir", text);
    let module = parse(&mut ir, source, ParseOptions { allow_unregistered: true }, &mut diags);
    let module = module.filter(|module| ir::verify::verify(&mut ir, *module, &mut diags));
    (ir, module.unwrap_or_else(|| panic!("{text}\n{diags:?}")))
}

fn write(text: &str) -> String {
    let (ir, module) = read(text);
    let mut diags = Diagnostics::new();
    circuit::verilog::write(&ir, module, &mut diags).unwrap_or_else(|| panic!("{text}\n{diags:?}"))
}

/// Checks that a circuit is refused, with these words in the only diagnostic.
#[track_caller]
fn refused(text: &str, words: &str) {
    let (ir, module) = read(text);
    let mut diags = Diagnostics::new();
    assert!(circuit::verilog::write(&ir, module, &mut diags).is_none(), "written:\n{text}");
    let said: Vec<String> = diags.iter().map(|d| format!("{}: {}", d.code, d.message)).collect();
    assert!(said.len() == 1 && said[0].contains(words), "{words:?} is not all of {said:?}");
}

#[test]
fn what_is_no_circuit_is_refused() {
    refused("", "FR0640: `builtin.module`: there is no `hw.module`");
    refused(
        "hw.module @m() {}\nfunc.func @f() { return }",
        "FR0640: `func.func`: this is no part of a circuit",
    );
    refused("hw.module @m(in %a : i8) { %0 = \"x.y\"(%a) : (i8) -> i8 }", "FR0640: `x.y`: there is no way");
    refused("hw.module @m(inout %a : i8) {}", "FR0640: `hw.module`: port \"a\" goes both ways");
    let fifo = "%o, %f, %e = seq.fifo depth 4 in %a rdEn %c wrEn %c clk %clk rst %c : i8";
    refused(
        &format!("hw.module @m(in %clk : !seq.clock, in %c : i1, in %a : i8) {{ {fifo} }}"),
        "a queue is no primitive",
    );
}

#[test]
fn widths_have_bounds() {
    refused("hw.module @m(in %a : i0) {}", "FR0641: `hw.module`: port \"a\" has no bits");
    refused("hw.module @m(in %a : i70000) {}", "has 70000 bits");
    refused(
        "hw.module @m(in %a : i8, out b : i8) { %z = hw.constant 0 : i0\n %0 = comb.concat %z, %a : i0, i8\n hw.output %0 : i8 }",
        "FR0641: `comb.concat`: a value has no bits",
    );
    write("hw.module @m(in %a : i65536, out b : i65536) { hw.output %a : i65536 }");
}

#[test]
fn clocks_are_not_made_of_logic() {
    let module = |body: &str| {
        format!(
            "hw.module @m(in %clk : !seq.clock, in %a : i1, in %b : i1, out q : i1) {{ {body}\n hw.output %q : i1 }}"
        )
    };
    refused(
        &module("%g = comb.and %a, %b : i1\n %c = seq.to_clock %g\n %q = seq.compreg %a, %c : i1"),
        "FR0661: the clock `%c` is made by logic; a clock is an input of the top",
    );
    refused(&module("%q = seq.from_clock %clk"), "FR0661: `seq.from_clock`: a clock is read as a bit");
    refused(
        &module("%c = seq.to_clock %a\n %q = seq.compreg %a, %c : i1"),
        "FR0661: `seq.compreg`: a clock is read as a bit",
    );
    refused(
        &module(
            "%o = seq.const_clock low\n %c = comb.mux %a, %clk, %o : !seq.clock\n %q = seq.compreg %a, %c : i1",
        ),
        "FR0661: `comb.mux`",
    );
    refused(
        &module("%f = hw.constant false\n %q = seq.firreg %a clock %clk reset async %b, %f : i1"),
        "FR0662: `seq.firreg`: the reset of register `q` does not wait",
    );
    let leaf = "hw.module @leaf(in %c : i1, in %d : i1, out q : i1) {\n\
        %k = seq.to_clock %c\n %r = seq.compreg %d, %k : i1\n hw.output %r : i1 }\n";
    let through = |value: &str| {
        leaf.to_string()
            + &module(&format!(
                "%g = comb.xor %b, %b : i1\n %q = hw.instance \"u\" @leaf(c: {value}: i1, d: %b: i1) -> (q: i1)"
            ))
    };
    refused(&through("%g"), "FR0661: `hw.instance`: port `c` is a clock inside of the module");
    write(&through("%a"));
    let still = "hw.module @leaf(in %c : !seq.clock) {}\nhw.module @m() {\n\
        %o = seq.const_clock high\n hw.instance \"u\" @leaf(c: %o: !seq.clock) -> () }";
    assert!(
        write(still).contains(".c(1'h0)"),
        "a clock that stands high seems to rise when a simulation starts"
    );
}

#[test]
fn memories_have_bounds() {
    let module = |memory: &str, clock: &str| {
        format!(
            "hw.module @m(in %clk : !seq.clock, in %other : !seq.clock, in %a : i2, in %d : i8, out q : i8) {{
               %ram = seq.firmem {memory} : <4 x 8>
               seq.firmem.write_port %ram[%a] = %d, clock %clk : <4 x 8>
               seq.firmem.write_port %ram[%a] = %d, clock {clock} : <4 x 8>
               %q = seq.firmem.read_port %ram[%a], clock %other : <4 x 8>
               hw.output %q : i8 }}"
        )
    };
    refused(
        &module("1, 2, old, port_order", "%clk"),
        "FR0642: `seq.firmem`: memory `ram` takes 2 edges to write; it must take 1",
    );
    refused(
        &module("1, 1, old, port_order", "%other"),
        "FR0642: `seq.firmem.write_port`: the memory is written with more than one clock",
    );
    refused(
        &module("1, 1, new, port_order", "%clk"),
        "the port is to show what is written with another clock",
    );
    refused(
        &module("65, 1, old, port_order", "%clk"),
        "memory `ram` takes 65 edges to read; it may take 0 to 64",
    );
    write(&module("1, 1, old, port_order", "%clk"));
}

#[test]
fn names_and_parameters_of_others_are_not_changed() {
    let text = write(
        "hw.module.extern @e<N: i8, MODE: none>(in %a : i8, in %w \"wire\" : i1, out \"x.y\" : i8) attributes {verilogName = \"IP-1\"}
         hw.module @m(in %a : i8, in %w : i1, out b : i8) {
           %0 = hw.instance \"u\" @e<N: i8 = 3, MODE: none = \"a\\\"b\">(a: %a: i8, wire: %w: i1) -> (\"x.y\": i8)
           hw.output %0 : i8 }",
    );
    for line in ["  \\IP-1  #(.N(8'h3), .MODE(\"a\\\"b\")) u (", "    .\\wire (w),", "    .\\x.y (u_x_y)"] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    refused(
        "hw.module.extern @e() attributes {verilogName = \"two words\"}\nhw.module @m() {}",
        "FR0644: `hw.module.extern`: \"two words\"",
    );
}

#[test]
fn modules_instances_and_what_is_in_them_have_different_names() {
    let text = write(
        "hw.module @leaf(in %leaf : i8, in %u : i8, out o : i8) {
           %v = comb.add %leaf, %u : i8
           %w = comb.mul %v, %v : i8
           hw.output %w : i8 }
         hw.module @first(in %a : i8, out o : i8) {
           %0 = hw.instance \"u\" @leaf(leaf: %a: i8, u: %a: i8) -> (o: i8)
           %1 = hw.instance \"v\" @leaf(leaf: %a: i8, u: %0: i8) -> (o: i8)
           hw.output %1 : i8 }
         hw.module @second(in %a : i8, out o : i8) {
           %1 = hw.instance \"v\" @leaf(leaf: %a: i8, u: %a: i8) -> (o: i8)
           hw.output %1 : i8 }",
    );
    for line in ["module leaf_0 (", "  wire [7:0] v_0 = leaf + u;", "  leaf_0 u_inst (", "  leaf_0 v ("] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    assert_eq!(text.matches("  leaf_0 v (").count(), 2);
}

#[test]
fn comments_give_no_orders_to_tools() {
    let place = |file: &str| {
        let body = format!(
            "%0 = comb.add %a, %a : i8 loc(\"{file}\":3:4)\n %1 = comb.mul %0, %0 : i8\n hw.output %1 : i8"
        );
        write(&format!("hw.module @m(in %a : i8, out b : i8) {{ {body} }}"))
    };
    let check = |file: &str, shown: &str| {
        let text = place(file);
        assert!(text.contains(&format!("a + a;  // {shown}:3:4\n")), "{shown} is not in\n{text}");
    };
    check("dir/kernel.c", "kernel.c");
    check("verilator lint_off WIDTH", "./verilator_lint_off_WIDTH");
    check("Synopsys translate_off", "./Synopsys_translate_off");
    check("a\\0Ab*", "a_b_");
}

#[test]
fn long_chains_and_rings_end() {
    // A ring of operations that each have one use.
    let ring = "hw.module @m(in %a : i8, out b : i8) { %0 = comb.add %1, %a : i8\n %1 = comb.xor %0, %a : i8\n hw.output %a : i8\n }";
    write(ring);
    let ring = "hw.module @m(in %a : i8, out b : i8) { %0 = comb.add %1, %a : i8\n %1 = comb.xor %2, %a : i8\n\
        %2 = comb.and %0, %0 : i8\n hw.output %1 : i8 }";
    write(ring);
    let mut chain = String::from("hw.module @m(in %a : i8, out b : i8) {\n %0 = comb.parity %a : i8\n");
    for n in 1..50_000 {
        writeln!(chain, "%{n} = comb.parity %{} : i1", n - 1).expect("a string takes any text");
    }
    chain.push_str("%z = comb.replicate %49999 : (i1) -> i8\n hw.output %z : i8 }");
    write(&chain);
}

#[test]
fn files_are_named_after_modules() {
    let (ir, module) = read("hw.module @a() {}\nhw.module @\"b c\"() {}");
    let mut diags = Diagnostics::new();
    let files = circuit::verilog::write_files(&ir, module, &mut diags).expect("it can be written");
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["a", "b_c"]);
    assert_eq!(files[1].1, "module b_c;\nendmodule\n");
}
