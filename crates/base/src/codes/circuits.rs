//! FR06xx: circuits. FR060x to FR062x are rules of `hw`, `comb` and `seq`; FR064x is what SystemVerilog cannot say, FR066x what is
//! not simulated, FR069x what flattening and lowering refuse.

super::rows! {
    600 PORT_NAME {
        title: "two ports of a module have one name",
        explanation: "Ports are found by their names, inputs and outputs alike, so the names of a module's ports differ.",
        example: "hw.module @m(in %a : i8, out a : i8) {\n  hw.output %a : i8\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give one of the ports another name.",
    }
    601 MODULE_PORTS {
        title: "the body or the attributes of a module do not fit its ports",
        explanation: "The body has an argument for every input port, of its type, and attributes and locations of ports are \
            lists with an entry a port.",
        example: "\"hw.module\"() <{module_type = !hw.modty<input a : i8>, parameters = [], sym_name = \"m\"}> ({\n\
            ^bb0(%a: i9):\n  \"hw.output\"() : () -> ()\n}) : () -> ()\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write the module in custom form, where every input port is an argument.",
    }
    602 MODULE_OUTPUT {
        title: "the outputs of a module are not those of its ports",
        explanation: "`hw.output` drives every output port of the module around, in their order and with their types.",
        example: "hw.module @m(in %a : i8, out b : i8, out c : i8) {\n  hw.output %a : i8\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give `hw.output` an operand for each output port.",
    }
    603 UNDEFINED_MODULE {
        title: "an instance of a module that is not there",
        explanation: "The module that an instance names stands in the same file, as `hw.module` or, if it is defined \
            elsewhere, as `hw.module.extern`.",
        example: "hw.module @m(in %a : i8) {\n  hw.instance \"u\" @missing(a: %a: i8) -> ()\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Correct the name, or add the module.",
    }
    604 INSTANCE_PORTS {
        title: "the ports of an instance are not those of its module",
        explanation: "An instance has all ports of its module, in their order, with their names and types.",
        example: "hw.module.extern @e(in %a : i8)\nhw.module @m(in %a : i9) {\n  \
            hw.instance \"u\" @e(a: %a: i9) -> ()\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write the ports as the module has them.",
    }
    605 INSTANCE_PARAMETERS {
        title: "the parameters of an instance are not those of its module",
        explanation: "An instance gives every parameter of its module a value, in their order, with their names and types, \
            also to those that have a default.",
        example: "hw.module.extern @e<p: i32 = 3>()\nhw.module @m() {\n  hw.instance \"u\" @e() -> ()\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write the parameters as the module has them, each with a value.",
    }
    606 INSTANCE_RECURSION {
        title: "a module contains itself",
        explanation: "A module that contains an instance of itself, directly or by way of others, would be a circuit \
            without end. The message names one way around.",
        example: "hw.module @a() {\n  hw.instance \"u\" @b() -> ()\n}\nhw.module @b() {\n  \
            hw.instance \"u\" @a() -> ()\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Remove one of the instances on the way.",
    }
    607 PARAMETER {
        title: "a parameter is missing, given twice or of another type",
        explanation: "The parameters of a module have different names; what is given to one, or read from one, has its type; \
            and a module reads its own parameters only.",
        example: "hw.module @m<p: i8>(out x : i8) {\n  %0 = hw.param.value i8 = #hw.param.decl.ref<\"q\">\n  \
            hw.output %0 : i8\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Declare the parameter, or correct its name or type.",
    }
    608 ARRAY_INDEX {
        title: "the index of an array has the wrong number of bits",
        explanation: "An index has exactly as many bits as it takes to name every element of its array: 2 for 3 or 4 \
            elements. For an array of one element it may have one bit.",
        example: "hw.module @m(in %a : !hw.array<4xi8>, in %i : i3) {\n  \
            %0 = hw.array_get %a[%i] : !hw.array<4xi8>, i3\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Extract the low bits of the index, or extend it.",
    }
    609 ARRAY_SIZE {
        title: "an array has the wrong number of elements",
        explanation: "An array has at least one element, a slice is no longer than its array, and what is put together has \
            as many elements as its parts.",
        example: "hw.module @m(in %a : !hw.array<0xi8>) {\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Correct the size of the array.",
    }
    610 STRUCT_FIELD {
        title: "a field that the struct does not have, or has otherwise",
        explanation: "The fields of a struct have different names, and an operation on a struct names one of them, or gives \
            all of them, with their types.",
        example: "hw.module @m(in %s : !hw.struct<x: i8>) {\n  %0 = hw.struct_extract %s[\"z\"] : !hw.struct<x: i8>\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Correct the name or the type of the field.",
    }
    611 AGGREGATE_CONSTANT {
        title: "an aggregate constant does not fit its type",
        explanation: "The list has a number for every element or field, of its type, or a list in turn where that is an \
            aggregate itself.",
        example: "hw.module @m() {\n  %0 = hw.aggregate_constant [1 : i8, 2 : i8] : !hw.array<3xi8>\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write a number for every part, with its type.",
    }
    612 BITCAST_WIDTH {
        title: "a cast between types of different sizes",
        explanation: "`hw.bitcast` gives the same bits another type, so both types have as many bits.",
        example: "hw.module @m(in %a : i8) {\n  %0 = hw.bitcast %a : (i8) -> i9\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Cast to a type of as many bits; extract or concatenate bits to change their number.",
    }
    620 EXTRACT_RANGE {
        title: "bits are extracted that are not there",
        explanation: "`comb.extract` takes as many bits as its result has, from its lowest bit on; the operand must have them all.",
        example: "hw.module @m(in %a : i8) {\n  %0 = comb.extract %a from 6 : (i8) -> i3\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Extract fewer bits or begin further down, or widen the operand first with `comb.concat`.",
    }
    621 REPLICATE_WIDTH {
        title: "a result is no whole number of copies",
        explanation: "The width of the result of `comb.replicate` must be a multiple of the width of its operand.",
        example: "hw.module @m(in %a : i8) {\n  %0 = comb.replicate %a : (i8) -> i12\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give the result a width that is a multiple, and extract from it what is needed.",
    }
    622 TRUTH_TABLE_SIZE {
        title: "a truth table has the wrong number of entries",
        explanation: "A table of n inputs has two to the power of n entries: one for each combination of the inputs.",
        example: "hw.module @m(in %a : i1) {\n  %0 = comb.truth_table %a, %a -> [true, false]\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write an entry for every combination, in the order of the numbers that the inputs make.",
    }
    623 REGISTER_RESET {
        title: "a register's reset is incomplete or of the wrong type",
        explanation: "A reset is a bit and the value that the register takes while it is 1; the value has the type of the \
            register. Only a reset that is there can be asynchronous.",
        example: "hw.module @m(in %clk : !seq.clock, in %a : i8) {\n  \
            %r = \"seq.firreg\"(%a, %clk) <{name = \"r\", isAsync}> : (i8, !seq.clock) -> i8\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give both the reset and its value, or neither.",
    }
    624 REGISTER_INITIAL {
        title: "what a register starts with does not fit it or is not known",
        explanation: "A register starts at a number with as many bits as it has, or at a value of its type that `seq.initial` \
            computes. That is done when the circuit is built, so all it needs must be known then.",
        example: "hw.module @m(in %clk : !seq.clock, in %a : i8) {\n  %r = seq.firreg %a clock %clk preset 256 : i8\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Start at a value that fits, computed from constants by operations on integers.",
    }
    625 MEMORY_SHAPE {
        title: "a memory of this shape cannot be",
        explanation: "A memory has at least one word of at least one bit. A mask has a bit for each of so many equal parts of a \
            word. Latencies are not negative.",
        example: "hw.module @m() {\n  %m = seq.firmem 0, 1, undefined, undefined : <4 x 10, mask 3>\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give it words and bits, and a mask whose width divides that of a word.",
    }
    626 MEMORY_PORT {
        title: "a port does not fit its memory",
        explanation: "An address has exactly as many bits as the words need, at least one; data has the bits of a word; a mask \
            has those that the memory's type says, and is there only if that says so.",
        example: "hw.module @m(in %clk : !seq.clock, in %i : i4) {\n  \
            %m = seq.firmem 0, 1, undefined, undefined : <4 x 8>\n  \
            %0 = \"seq.firmem.read_port\"(%m, %i, %clk) : (!seq.firmem<4 x 8>, i4, !seq.clock) -> i8\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Extract or concatenate bits until the widths are those that the message names.",
    }
    627 FIFO_SHAPE {
        title: "a queue of this shape cannot be",
        explanation: "A queue has at least one slot. Its thresholds lie between 0 and its depth, and each belongs to a result. The \
            read latency is not negative.",
        example: "hw.module @m(in %clk : !seq.clock, in %c : i1, in %a : i8) {\n  \
            %0:4 = seq.fifo depth 4 almost_full 5 in %a rdEn %c wrEn %c clk %clk rst %c : i8\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Choose a depth of 1 or more and thresholds that it can reach.",
    }
    640 NOT_IN_VERILOG {
        title: "something that cannot be written in SystemVerilog",
        explanation: "SystemVerilog is written for `hw.module`s made of operations of `hw`, `comb` and `seq`. Ports that go both ways, \
            queues, and operations of other levels have no text there.",
        example: "func.func @f() {\n  return\n}\n",
        example_command: "flowright verilog example.mlir",
        remedy: "Lower the operation first; the pass `lower-seq-fifo` makes registers and memories of queues.",
    }
    641 VERILOG_WIDTH {
        title: "a value without bits, or with more than a vector may have",
        explanation: "A vector of SystemVerilog has at least one bit, and tools need not take more than 65536. The simulator takes \
            values of up to 1048576 bits; those that are written are narrower.",
        example: "hw.module @m(in %a : i0, out b : i0) {\n  hw.output %a : i0\n}\n",
        example_command: "flowright verilog example.mlir",
        remedy: "Remove ports and values of no bits, which say nothing; split values that are too wide, or keep them in a memory.",
    }
    642 MEMORY_NOT_EXECUTED {
        title: "a memory that is neither simulated nor written in SystemVerilog",
        explanation: "A memory is written when the next edge comes, by ports of one clock, so that it is known which write is the last. \
            Its size and its read latency have bounds.",
        example: "hw.module @m(in %clk : !seq.clock, in %a : i2, in %d : i8) {\n  %m = seq.firmem 0, 2, old, port_order : <4 x 8>\n  \
            seq.firmem.write_port %m[%a] = %d, clock %clk : <4 x 8>\n}\n",
        example_command: "flowright verilog example.mlir",
        remedy: "Use a write latency of 1 and one clock for all ports; put registers before the port for a longer latency.",
    }
    643 PARAMETER_NOT_EXECUTED {
        title: "a parameter that is neither simulated nor written in SystemVerilog",
        explanation: "Parameters of modules are integers, and their values are numbers or parameters of the module around; only a module \
            that is defined elsewhere may have other ones. Those of a module that no other has an instance of need a value of their own.",
        example: "hw.module @m<p: none = \"text\">() {\n}\n",
        example_command: "flowright verilog example.mlir",
        remedy: "Make the parameter an integer and give it a default, or put its value into the module.",
    }
    644 VERILOG_NAME {
        title: "a name that SystemVerilog cannot write and that must not change",
        explanation: "Names of modules, ports and parameters that are defined elsewhere are written as they are, escaped where need be. Not \
            even an escaped name may be empty or hold blanks or characters beyond ASCII.",
        example: "hw.module.extern @e(in %a : i8) attributes {verilogName = \"two words\"}\nhw.module @m() {\n}\n",
        example_command: "flowright verilog example.mlir",
        remedy: "Correct the name where the module is declared, and where it is defined.",
    }
    645 UNKNOWN_INITIAL {
        title: "a register that starts with what cannot be computed",
        explanation: "What a register starts with is a number that is known when the circuit is written: the `seq.initial` that gives it \
            is computed from constants.",
        example: "",
        example_command: "",
        remedy: "Give the register a constant to start with.",
    }
    660 COMBINATIONAL_CYCLE {
        title: "logic without a register needs its own result",
        explanation: "Each value of the cycle is computed from the one before it, and the first from the last, within one clock \
            cycle: there is no value that they could settle at. A value counts as a whole: a struct of which one field depends \
            on another field of the same struct is a cycle.",
        example: "hw.module @m(in %a : i8, out b : i8) {\n  %x = comb.add %a, %y : i8\n  %y = comb.xor %x, %a : i8\n  \
            hw.output %y : i8\n}\n",
        example_command: "flowright sim example.mlir",
        remedy: "Put a register (`seq.compreg`) on the cycle, or remove one of the uses.",
    }
    661 DERIVED_CLOCK {
        title: "a clock that is made by logic",
        explanation: "In a simulated circuit all clocks rise together, once a cycle. So a clock is an input of the top module, of type \
            `!seq.clock` or an `i1` input through `seq.to_clock`, handed down to instances unchanged.",
        example: "hw.module @m(in %clk : !seq.clock, in %en : i1, in %d : i8, out q : i8) {\n  %c = seq.from_clock %clk\n  \
            %g = comb.and %c, %en : i1\n  %gated = seq.to_clock %g\n  %q = seq.compreg %d, %gated : i8\n  \
            hw.output %q : i8\n}\n",
        example_command: "flowright sim example.mlir",
        remedy: "Use the clock itself and give the register an enable (`seq.compreg.ce`).",
    }
    662 ASYNC_RESET {
        title: "a reset that does not wait for the clock",
        explanation: "Registers change when the clock rises and at no other time; a reset is sampled with everything else.",
        example: "hw.module @m(in %clk : !seq.clock, in %rst : i1, in %d : i8, out q : i8) {\n  %c0 = hw.constant 0 : i8\n  \
            %q = seq.firreg %d clock %clk reset async %rst, %c0 : i8\n  hw.output %q : i8\n}\n",
        example_command: "flowright sim example.mlir",
        remedy: "Write `reset sync`.",
    }
    663 NOT_SIMULATED {
        title: "a part of the circuit that cannot be simulated",
        explanation: "The simulator takes the operations of `hw`, `comb` and `seq` on values that are bits, and instances of modules \
            whose body is there.",
        example: "hw.module.extern @e(in %a : i8, out b : i8)\nhw.module @m(in %a : i8, out b : i8) {\n  \
            %u.b = hw.instance \"u\" @e(a: %a: i8) -> (b: i8)\n  hw.output %u.b : i8\n}\n",
        example_command: "flowright sim example.mlir",
        remedy: "Replace it by operations that can be simulated, or give the module a body.",
    }
    664 PORT_NOT_SIMULATED {
        title: "a port that cannot be simulated",
        explanation: "A port carries at least one bit in one direction: an integer, an array, a struct or a clock.",
        example: "hw.module @m(in %a : i0, out b : i8) {\n  %c = hw.constant 1 : i8\n  hw.output %c : i8\n}\n",
        example_command: "flowright sim example.mlir",
        remedy: "Remove the port, or give it a type that has bits.",
    }
    665 CIRCUIT_TOO_LARGE {
        title: "a circuit that is too large to simulate",
        explanation: "The values of all instances and the words of all memories are held at once, and there are too many of them. \
            Modules that contain each other many times over multiply quickly.",
        example: "hw.module @m(in %clk : !seq.clock, in %a : i30, out b : i8) {\n  \
            %m = seq.firmem 1, 1, old, port_order : <1073741824 x 8>\n  \
            %b = seq.firmem.read_port %m[%a], clock %clk : <1073741824 x 8>\n  hw.output %b : i8\n}\n",
        example_command: "flowright sim example.mlir",
        remedy: "Simulate a smaller part, or make memories shallower.",
    }
    666 MEMORY_FILE {
        title: "the file that a memory begins with cannot be used",
        explanation: "The file of a `seq.firmem` holds numbers as Verilog's `$readmemh` and `$readmemb` read them, at most one for each \
            word and none wider than a word.",
        example: "hw.module @m(in %clk : !seq.clock, in %a : i2, out b : i8) {\n  \
            %m = seq.firmem 0, 1, old, port_order {init = #seq.firmem.init<\"missing.hex\", false, false>} : <4 x 8>\n  \
            %b = seq.firmem.read_port %m[%a], clock %clk : <4 x 8>\n  hw.output %b : i8\n}\n",
        example_command: "flowright sim example.mlir",
        remedy: "Correct the path, which is relative to where the tool runs, or the numbers in the file.",
    }
    690 NO_TOP_MODULE {
        title: "which module is the top is not clear",
        explanation: "A command or a pass is told which module of a design is its top, and the file has no `hw.module` of this name with a \
            body. Without a name the top is the one module that no other has an instance of; there may be none or more than one.",
        example: "hw.module @counter() {\n  hw.output\n}\n",
        example_command: "flowright opt example.mlir --passes hw-flatten{top=conter}",
        remedy: "Correct the name, or give one with `--top`; a module that is only declared (`hw.module.extern`) cannot be the top.",
    }
    691 FLATTENED_TOO_LARGE {
        title: "a flattened circuit is too large",
        explanation: "Every instance becomes a copy of its module, so that sizes multiply from level to level. The pass computes the size \
            first and changes nothing when it is past its limit.",
        example: "hw.module private @a(in %x : i8, out y : i8) {\n  %0 = comb.add %x, %x : i8\n  hw.output %0 : i8\n}\n\
            hw.module @top(in %x : i8, out y : i8) {\n  %u.y = hw.instance \"u\" @a(x: %x: i8) -> (y: i8)\n  hw.output %u.y : i8\n}\n",
        example_command: "flowright opt example.mlir --passes hw-flatten{limit=2}",
        remedy: "Flatten only the part that is needed (`top`), keep the hierarchy, or raise the limit.",
    }
    692 FIFO_NOT_LOWERED {
        title: "a fifo that cannot be made of registers and memory",
        explanation: "`lower-seq-fifo` makes fifos of elements that are bits, with a read latency of 0 (the oldest element is at the output) \
            or 1 (the element appears one cycle after it is read).",
        example: "hw.module @m(in %clk : !seq.clock, in %rst : i1, in %x : i8, in %go : i1, out y : i8) {\n  \
            %q, %full, %empty = seq.fifo depth 4 rd_latency 3 in %x rdEn %go wrEn %go clk %clk rst %rst : i8\n  \
            hw.output %q : i8\n}\n",
        example_command: "flowright opt example.mlir --passes lower-seq-fifo",
        remedy: "Use a latency of 0 or 1, and delay the output with registers where more is meant.",
    }
}
