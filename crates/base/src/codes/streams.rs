//! FR08xx: streams and elastic circuits. FR080x to FR082x are rules of `handshake` and `dataflow`, FR083x and FR084x
//! programs that cannot become streams, FR085x is elaboration and placement of buffers, FR086x and FR087x elastic simulation, FR088x and FR089x
//! compiling and running kernels.

super::rows! {
    800 CHANNEL_USERS {
        title: "a channel does not have exactly one user",
        explanation: "A channel is a wire with a handshake: a token on it is taken once. A value of a plain type is a stream \
            that any number of users see; a channel has one user, neither more nor none.",
        example: "handshake.func @f(%a: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> !handshake.control<> {\n  \
            end %start : <>\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give each user a result of a `handshake.fork`, and end a channel that nobody needs in a `handshake.sink`.",
    }
    801 CYCLE_WITHOUT_TOKEN {
        title: "no token can enter a cycle",
        explanation: "Every unit on the cycle waits for a token of the one before it, so none of them ever has one. A cycle goes through a \
            merge, a mux, a carry, an invariant or an init, which give a token before they get one from the cycle. Through a memory, a \
            load's data follow from its address, and a completion follows from its store.",
        example: "handshake.func @f(%a: i32, %start: none, ...) -> (i32, none) {\n  \
            %0 = handshake.blocker %a, %1 : i32\n  %1 = arith.addi %0, %0 : i32\n  end %1, %start : i32, none\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Put the first token in with a `dataflow.carry`, a `handshake.mux` or a `handshake.init`.",
    }
    802 MIXED_LEVELS {
        title: "plain values and channels are mixed",
        explanation: "A function of `handshake` is of streams, whose values have plain types, or of channels. An operation takes and gives \
            values of one of the two.",
        example: "handshake.func @f(%a: !handshake.channel<i32>, %start: none, ...) -> none {\n  \
            %0 = join %a, %start : [<i32>, none] to none\n  end %0 : none\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give all values of the function plain types, or make all of them channels.",
    }
    803 CHANNEL_DATA {
        title: "a channel cannot carry this",
        explanation: "The data of a channel are an integer of at least one bit, a float, or a tagged value of these. An `index` becomes an integer \
            before there are channels, and a token without data is a `!handshake.control<>`. An extra signal is an integer or a float with \
            a name of its own, which is neither `valid` nor `ready`.",
        example: "handshake.func @f(%a: !handshake.channel<index>, ...)\n",
        example_command: "flowright opt example.mlir",
        remedy: "Use an integer of the width that an index has in the circuit.",
    }
    804 SELECT_WIDTH {
        title: "a select or an index cannot name every input",
        explanation: "The select of a mux and the index of a control_merge are integers with enough bits for the number of every input.",
        example: "handshake.func @f(%s: i1, %a: i32, %b: i32, %c: i32, %start: none, ...) -> (i32, none) {\n  \
            %0 = mux %s [%a, %b, %c] : i1, [i32, i32, i32] to i32\n  end %0, %start : i32, none\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Use more bits, or fewer inputs.",
    }
    805 BUFFER_TYPE {
        title: "there is no buffer of this type",
        explanation: "The type of a buffer is one of ONE_SLOT_BREAK_DV, ONE_SLOT_BREAK_R, ONE_SLOT_BREAK_DVR, FIFO_BREAK_DV, \
            FIFO_BREAK_NONE and SHIFT_REG_BREAK_DV, as a string in `hw.parameters`.",
        example: "handshake.func @f(%start: !handshake.control<>, ...) -> !handshake.control<> {\n  \
            %0 = buffer %start {hw.parameters = {BUFFER_TYPE = \"FIFO\", NUM_SLOTS = 1 : ui32}} : <>\n  end %0 : <>\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Name one of the six types.",
    }
    806 BUFFER_SLOTS {
        title: "a buffer of this type cannot have so many slots",
        explanation: "A buffer has at least one slot, and a buffer of a ONE_SLOT type has one. Where the text gives a latency, it is that of the \
            type.",
        example: "handshake.func @f(%start: !handshake.control<>, ...) -> !handshake.control<> {\n  \
            %0 = buffer %start {hw.parameters = {BUFFER_TYPE = \"ONE_SLOT_BREAK_R\", NUM_SLOTS = 2 : ui32}} : <>\n  end %0 : <>\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Use a FIFO for more slots, or several buffers one after the other.",
    }
    807 END_TYPES {
        title: "the operands of end are not the results of the function",
        explanation: "`handshake.end` has an operand for every result of the function around, in their order and with their types.",
        example: "handshake.func @f(%start: none, ...) -> (i32, none) {\n  end %start : none\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give `end` an operand for each result.",
    }
    808 CONSTANT_TYPE {
        title: "a constant has another type than what it gives",
        explanation: "The value of a constant is a number of the type that the result carries. A constant of a tagged type is a list of \
            the value and the tag.",
        example: "handshake.func @f(%start: none, ...) -> (i32, none) {\n  \
            %0 = constant %start {value = 1 : i8} : none, i32\n  end %0, %start : i32, none\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write the number with the type of the result.",
    }
    809 CHANNEL_COUNT {
        title: "a unit without inputs or outputs",
        explanation: "A merge, a mux, a join and a blocker have at least one input, and a fork has at least one output.",
        example: "handshake.func @f(%start: !handshake.control<>, ...) -> !handshake.control<> {\n  \
            fork [0] %start : <>\n  end\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give it one, or remove it; a channel that nobody needs ends in a `handshake.sink`.",
    }
    810 PORT_NAMES {
        title: "the names of the ports do not fit a function",
        explanation: "`argNames` has a name for every argument and `resNames` one for every result; names of one list differ.",
        example: "handshake.func @f(%start: none, ...) -> none attributes {argNames = [\"a\", \"b\"]} {\n  end %start : none\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Leave the attributes out, or give a name for each port.",
    }
    811 MEMORY_PORTS {
        title: "the ports of a memory do not fit it",
        explanation: "A memory controller takes the address of every load, and address and data of every store side by side; it gives the data of \
            the loads in their order, each to its load and to nobody else, with `storeDone` a token for each store, and a last token. Addresses are \
            integers, data have the type of the memory's elements.",
        example: "handshake.func @f(%m: memref<8xi32>, %i: i32, %start: none, ...) -> none {\n  \
            %end = mem_controller[%m : memref<8xi32>] %start (%la) %start {connectedBlocks = []} : (i32) -> ()\n  \
            %la, %x = load[%i] %i : i32, i32, i32, i32\n  end %end : none\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Give the controller a result for each load.",
    }
    812 CONDITION_TYPE {
        title: "a condition is not one bit",
        explanation: "What steers a stream is an `i1` or a channel of `i1`.",
        example: "handshake.func @f(%c: i32, %a: i32, %b: i32, %start: none, ...) -> (i32, none) {\n  \
            %0 = dataflow.carry %c, %a, %b : i32, i32, i32 -> i32\n  end %0, %start : i32, none\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Compare the value with zero first.",
    }
    813 STREAM_TYPES_DIFFER {
        title: "the values of a loop have different types",
        explanation: "What a `carry`, an `invariant` or a `gate` takes and what it gives have one type: nothing is converted.",
        example: "handshake.func @f(%c: i1, %a: i32, %b: i64, %start: none, ...) -> (i32, none) {\n  \
            %0 = dataflow.carry %c, %a, %b : i1, i32, i64 -> i32\n  end %0, %start : i32, none\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Convert the value before the loop or at the end of its body.",
    }
    814 STREAM_VALUE {
        title: "a value of this type is no stream",
        explanation: "Streams carry integers, floats, `index`, `none` and tagged values. A memory, a vector or a tensor is none.",
        example: "handshake.func @f(%c: i1, %m: memref<4xi32>, %start: none, ...) -> none {\n  \
            %0 = dataflow.invariant %c, %m : i1, memref<4xi32> -> memref<4xi32>\n  end %start : none\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Use the memory itself in the loop; what has to be ordered are its accesses.",
    }
    815 STREAM_COUNTER {
        title: "a counter is of mixed types, or no integer",
        explanation: "Start, step, bound and index of a `dataflow.stream` are all `index`, or all integers of one width.",
        example: "handshake.func @f(%a: f32, %start: none, ...) -> none {\n  \
            %i, %c = dataflow.stream %a, %a, %a : f32\n  end %start : none\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Convert start, step and bound to one integer type.",
    }
    816 STREAM_STEP {
        title: "there is no such step",
        explanation: "`step_op` of a `dataflow.stream` is one of add, sub, mul, shl, ashr and lshr, as a string.",
        example: "handshake.func @f(%a: index, %start: none, ...) -> none {\n  \
            %i, %c = dataflow.stream %a, %a, %a {step_op = \"div\"}\n  end %start : none\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Use one of these, or a `dataflow.carry` whose next value is computed.",
    }
    817 STREAM_CONDITION {
        title: "there is no such condition",
        explanation: "`cont_cond` of a `dataflow.stream` is one of the predicates of `arith.cmpi`, as a string.",
        example: "handshake.func @f(%a: index, %start: none, ...) -> none {\n  \
            %i, %c = dataflow.stream %a, %a, %a {cont_cond = \"less\"}\n  end %start : none\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Use one of eq, ne, slt, sle, sgt, sge, ult, ule, ugt and uge.",
    }
    818 TAGGED_VALUE {
        title: "a value of this type cannot have a tag",
        explanation: "The value of a tagged type is i1, i8, i16, i32, i64, bf16, f16, f32, f64 or index.",
        example: "func.func private @f(!dataflow.tagged<i24, i4>)\n",
        example_command: "flowright opt example.mlir",
        remedy: "Use the next wider type of these.",
    }
    819 TAGGED_TAG {
        title: "a tag of this type",
        explanation: "The tag of a tagged type is a signless integer of 1 to 16 bits.",
        example: "func.func private @f(!dataflow.tagged<i32, i17>)\n",
        example_command: "flowright opt example.mlir",
        remedy: "Use at most 16 bits.",
    }
    820 BUFFER_TIMING {
        title: "the timing of a buffer is none",
        explanation: "`TIMING` in the `hw.parameters` of a buffer says how many cycles its data, its valid and its ready take. It is for the placement of \
            buffers only: the circuit follows from `BUFFER_TYPE` and `NUM_SLOTS`.",
        example: "handshake.func @f(%start: !handshake.control<>, ...) -> !handshake.control<> {\n  \
            %0 = buffer %start {hw.parameters = {BUFFER_TYPE = \"FIFO_BREAK_DV\", NUM_SLOTS = 1 : ui32, TIMING = 1 : i64}} : <>\n  end %0 : <>\n}\n",
        example_command: "flowright opt example.mlir",
        remedy: "Write it as `#handshake<timing {D: 1, V: 1, R: 0}>`, or leave it out.",
    }
    830 NO_KERNEL {
        title: "it is not clear which function becomes a circuit",
        explanation: "A circuit is made of one function: the one that the option `top` names, those that are marked with the attribute `kernel`, or the only \
            one there is. A function that others call is none, because a circuit cannot be called.",
        example: "func.func @f() {\n  return\n}\nfunc.func @g() {\n  return\n}\n",
        example_command: "flowright opt example.mlir --passes cf-to-handshake",
        remedy: "Name the function with the option `top`; inline the calls of it, or leave the callers out of the module.",
    }
    831 NO_STREAM_OPERATION {
        title: "an operation or a value that has no place in a circuit",
        explanation: "A circuit is made of arithmetic on numbers, of loads and stores, and of control flow. Calls that are left, values that are \
            no numbers, and arrays that are chosen while the program runs have no counterpart in it.",
        example: "func.func @f(%v: vector<4xi32>) -> vector<4xi32> {\n  %0 = arith.addi %v, %v : vector<4xi32>\n  return %0 : vector<4xi32>\n}\n",
        example_command: "flowright opt example.mlir --passes cf-to-handshake",
        remedy: "Inline calls; write the choice between arrays as a choice between their elements.",
    }
    832 UNKNOWN_ARRAY {
        title: "an access to an array that cannot be told before the circuit runs",
        explanation: "Every load and store is wired to the memory of one array: an argument, an allocation of the function, or a global, seen directly \
            or through casts and subviews.",
        example: "func.func @f(%a: memref<*xi32>, %i: index) -> i32 {\n  %0 = memref.cast %a : memref<*xi32> to memref<4xi32>\n  \
            %1 = memref.load %0[%i] : memref<4xi32>\n  return %1 : i32\n}\n",
        example_command: "flowright opt example.mlir --passes cf-to-handshake",
        remedy: "Access the array itself in each of the cases.",
    }
    833 ARRAY_SHAPE {
        title: "an array whose sizes or layout a circuit cannot have",
        explanation: "The elements of an array lie in a memory row after row, so all sizes must be known, except for the first of an argument. Elements \
            are numbers.",
        example: "func.func @f(%a: memref<4x?xi32>, %i: index) -> i32 {\n  %0 = memref.load %a[%i, %i] : memref<4x?xi32>\n  return %0 : i32\n}\n",
        example_command: "flowright opt example.mlir --passes cf-to-handshake",
        remedy: "Give the array a fixed size.",
    }
    850 NO_UNIT {
        title: "an operation that no unit computes",
        explanation: "An elastic circuit is put together from units. Arithmetic on integers has them, and what can be made of it; other functions \
            have none.",
        example: "handshake.func @f(%x: f32, %start: none, ...) -> (f32, none) {\n  %y = math.sin %x : f32\n  \
            end %y, %start : f32, none\n}\n",
        example_command: "flowright opt example.mlir --passes dataflow-to-handshake",
        remedy: "Compute it from additions, multiplications, comparisons and shifts, or with a table.",
    }
    851 INDEX_BITS {
        title: "an index does not fit the bits that an index has in the circuit",
        explanation: "An `index` becomes an integer of as many bits as the option `index-bits` says, 32 if nothing is said.",
        example: "handshake.func @f(%start: none, ...) -> (index, none) {\n  \
            %x = constant %start {value = 5000000000 : index} : none, index\n  end %x, %start : index, none\n}\n",
        example_command: "flowright opt example.mlir --passes dataflow-to-handshake",
        remedy: "Give an index more bits.",
    }
    852 UNBROKEN_CYCLE {
        title: "a cycle of channels on which no buffer may stand",
        explanation: "Every cycle of an elastic circuit needs a buffer that breaks data and valid and one that breaks ready. The channels between an \
            access and its memory take none.",
        example: "",
        example_command: "",
        remedy: "Lead the cycle through another unit.",
    }
    853 STREAMS_STOPPED {
        title: "the streams of a kernel stop before its end",
        explanation: "No unit can go on, and an operand of `handshake.end` has no token. The message follows from what is missing to who should have given it.",
        example: "handshake.func @f(%x: i32, %start: none, ...) -> (i32, none) {\n  \
            %c = constant %start {value = true} : none, i1\n  %t, %f = cond_br %c, %x : i1, i32\n  end %f, %start : i32, none\n}\n",
        example_command: "flowright interp example.mlir --top f --args 5",
        remedy: "Give every unit a token for every activation of the region it stands for.",
    }
    856 NO_CIRCUIT {
        title: "an operation that there is no circuit for",
        explanation: "Every operation of a graph of channels becomes an instance of its unit's circuit. There are none for floating point, \
            for a second controller of one memory, and for units of enormous sizes.",
        example: "handshake.func @f(%a: !handshake.channel<f32>, %start: !handshake.control<>, ...) -> (!handshake.channel<f32>, !handshake.control<>) {\n  \
            %0 = negf %a : <f32>\n  end %0, %start : <f32>, <>\n}\n",
        example_command: "flowright opt example.mlir --passes handshake-to-hw",
        remedy: "Simulate the graph itself, which needs no circuit, or express the operation with others.",
    }
    857 NOT_ELASTIC {
        title: "a graph of streams where one of channels is needed",
        explanation: "A circuit has a wire for every channel. A value of a plain type is a stream, which any number of operations may use, and has to become \
            channels first.",
        example: "handshake.func @f(%a: i32, %start: none, ...) -> (i32, none) {\n  end %a, %start : i32, none\n}\n",
        example_command: "flowright opt example.mlir --passes handshake-to-hw",
        remedy: "Run the pass `dataflow-to-handshake` before.",
    }
    860 ELASTIC_UNIT {
        title: "an operation that cannot be simulated cycle by cycle",
        explanation: "Every operation of an elastic function stands for a unit that works on channels. Functions of streams and \
            operations of other dialects have none. All memories of a circuit together, and all that its units hold, are at most \
            67108864 words of 64 bits.",
        example: "handshake.func @f(%s: !handshake.channel<i100>, %a: !handshake.channel<i8>, %b: !handshake.channel<i8>, %start: !handshake.control<>, ...) -> (!handshake.channel<i8>, !handshake.control<>) {\n  \
            %r = mux %s [%a, %b] : <i100>, [<i8>, <i8>] to <i8>\n  end %r, %start : <i8>, <>\n}\n",
        example_command: "flowright sim example.mlir --args 1,2,3",
        remedy: "Lower the function to channels with `dataflow-to-handshake` first; make memories smaller.",
    }
    861 ELASTIC_CYCLE {
        title: "channels whose valids or readies need each other in one cycle",
        explanation: "In a cycle of the clock each valid and each ready is computed once, after those it is computed from. Around a loop of units \
            without a buffer between them there is no first one.",
        example: "handshake.func @f(%x: !handshake.channel<i32>, %c: !handshake.channel<i1>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {\n  \
            %m = merge %x, %t : <i32>\n  %t, %f = cond_br %c, %m : <i1>, <i32>\n  end %f, %start : <i32>, <>\n}\n",
        example_command: "flowright sim example.mlir --args 1,true",
        remedy: "Put a buffer on the loop: one that breaks data and valid for a cycle of valids, one that breaks ready for a cycle of readies.",
    }
    862 DEADLOCK {
        title: "a circuit stands still before it is finished",
        explanation: "No unit can do anything: each waits for a token or for room, and what they wait for comes around to themselves. The message \
            follows it from channel to channel, and names a channel where more slots would have let the run go on, if there is one.",
        example: "handshake.func @f(%x: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {\n  \
            %s:2 = fork [2] %start : <>\n  %c = constant %s#0 {value = true} : <>, <i1>\n  %t, %f = cond_br %c, %x : <i1>, <i32>\n  \
            sink %t : <i32>\n  end %f, %s#1 : <i32>, <>\n}\n",
        example_command: "flowright sim example.mlir --args 5",
        remedy: "A circuit that the compiler made should not stand still: the placement of buffers is at fault, and the other lowering \
            (`--lowering`) may do better. What the units of the message are is to be seen in `30-buffered.mlir`, which `flowright compile -o DIR` writes; put a \
            `handshake.buffer` with the slots on the channel that the message names there, and `flowright sim DIR/30-buffered.mlir --args …` runs it. In a circuit \
            of one's own, put the buffer there.",
    }
    863 STREAM_ZERO_STEP {
        title: "a loop with a step of zero",
        explanation: "A `dataflow.stream` was given a step of zero, so its index would never reach the bound. The circuit raises \
            RT_DATAFLOW_STREAM_ZERO_STEP at its error port.",
        example: "handshake.func @f(%n: index, %start: none, ...) -> (index, none) {\n  %zero = constant %start {value = 0 : index} : none, index\n  \
            %i, %c = dataflow.stream %zero, %n, %n\n  %t, %f = cond_br %c, %i : i1, index\n  end %f, %start : index, none\n}\n",
        example_command: "flowright interp example.mlir --top f --args 0",
        remedy: "Give the loop a step that is not zero.",
    }
    864 CYCLE_LIMIT {
        title: "a circuit takes more cycles than allowed",
        explanation: "The run was given up. A loop that never ends looks like this, too; where the circuit has come back to a state it was \
            in before, the message says that it goes on for ever.",
        example: "handshake.func @f(%x: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {\n  \
            %m = merge %x, %t : <i32>\n  %a = buffer %m {hw.parameters = {BUFFER_TYPE = \"ONE_SLOT_BREAK_DVR\", NUM_SLOTS = 1 : ui32}} : <i32>\n  \
            %b = buffer %a {hw.parameters = {BUFFER_TYPE = \"FIFO_BREAK_DV\", NUM_SLOTS = 2 : ui32}} : <i32>\n  \
            %s = source : <>\n  %c = constant %s {value = true} : <>, <i1>\n  %t, %f = cond_br %c, %b : <i1>, <i32>\n  \
            end %f, %start : <i32>, <>\n}\n",
        example_command: "flowright sim example.mlir --args 1",
        remedy: "Allow more cycles, if the kernel is known to end.",
    }
    865 TOKENS_LEFT {
        title: "a finished run left tokens in the circuit",
        explanation: "All results came, but there are still tokens on their way, which the next run would take for its own.",
        example: "handshake.func @f(%x: i32, %start: none, ...) -> (i32, none) {\n  \
            %c = constant %start {value = true} : none, i1\n  %t, %f = cond_br %c, %x : i1, i32\n  %g = arith.addi %f, %x : i32\n  \
            end %t, %start : i32, none\n}\n",
        example_command: "flowright interp example.mlir --top f --args 5",
        remedy: "Every token that enters a part of the circuit has to be taken there: look at the units that the message names.",
    }
    870 NO_SOLVER {
        title: "the solver that places buffers is not there",
        explanation: "All placements but `on-merges` solve linear problems over whole numbers with HiGHS, which is a program of its own. It is looked for where the variable \
            `FLOWRIGHT_HIGHS` says, in the folder where `./flowright` keeps what it builds, and in the path.",
        example: "",
        example_command: "",
        remedy: "Let `./flowright` install it when it builds, or install HiGHS and name its program in `FLOWRIGHT_HIGHS`; or place buffers `on-merges`.",
    }
    871 CLOCK_TOO_FAST {
        title: "no placement of buffers can meet the clock",
        explanation: "Registers stand on channels, so what is between two channels has to be done within a cycle. The message names the unit that takes longest, and the \
            least clock that it allows.",
        example: "int f(int x, int y) {\n  return x + y;\n}\n\nint main(void) {\n  return f(1, 2) - 3;\n}\n",
        example_command: "flowright run example.c --top f --clock 1",
        remedy: "Ask for a slower clock, or compute with fewer bits.",
    }
    872 NO_PLACEMENT {
        title: "the model of a placement has no solution",
        explanation: "Every circuit whose cycles can be broken has a placement, so the rows of the model contradict each other. The message names the sets of rows that cannot \
            be kept together.",
        example: "",
        example_command: "",
        remedy: "Place buffers with another algorithm, and report the circuit.",
    }
    873 PLACEMENT_TIME {
        title: "the placement of buffers is not known to be the best",
        explanation: "The solver was stopped when its time was over, or the steps that it may take. The placement is the best that it had found; circuits with it do what the program does, at the clock that \
            was asked for, and may be slower or larger than they need to be. How much is the gap.",
        example: "",
        example_command: "",
        remedy: "Give the placement more time, or use another algorithm.",
    }
    874 SOLVER_FAILED {
        title: "the solver does not work",
        explanation: "The program of the solver was found and did not answer as it should. The message has the last that it said.",
        example: "",
        example_command: "",
        remedy: "See whether the program can be started, and whether `FLOWRIGHT_HIGHS` names HiGHS.",
    }
    875 TARGET_TABLE {
        title: "there is no such target",
        explanation: "A target is a table of the delays of units: one that is part of the tool, by its name, or a file of the same form.",
        example: "handshake.func @f(%start: !handshake.control<>, ...) -> !handshake.control<> {\n  end %start : <>\n}\n",
        example_command: "flowright opt example.mlir --passes place-buffers{target=abacus}",
        remedy: "Name one of the targets there are, or a file that ends in `.toml`.",
    }
    880 KERNEL_NOT_CALLED {
        title: "a program that never calls its kernel",
        explanation: "`main` is the test bench of a kernel: it makes inputs and calls it, and every call is compared. Where there is no call, there is \
            nothing to compare.",
        example: "int f(int x[2]) {\n  return x[0] + x[1];\n}\n\nint main(void) {\n  int x[2] = {1, 2};\n  return x[0] > 5 ? f(x) : 0;\n}\n",
        example_command: "flowright run example.c",
        remedy: "Call the kernel in `main`, or choose another one with `--top`.",
    }
    881 KERNEL_DIFFERS {
        title: "a circuit gives something else than its program",
        explanation: "The program and the circuit were given the same arguments and the same arrays, and a result or an element of an array differs \
            afterwards. Arrays that are in the same memory when the kernel is called are a reason that lies in the program: a circuit takes every array \
            for one of its own.",
        example: "func.func @k(%a: memref<2xi32>, %b: memref<2xi32>) attributes {kernel} {\n  %c0 = arith.constant 0 : index\n  \
            %c1 = arith.constant 1 : index\n  %five = arith.constant 5 : i32\n  memref.store %five, %a[%c0] : memref<2xi32>\n  \
            %v = memref.load %b[%c0] : memref<2xi32>\n  memref.store %v, %b[%c1] : memref<2xi32>\n  return\n}\n\
            memref.global @g : memref<2xi32> = dense<1>\n\
            func.func @main() -> i32 {\n  %g = memref.get_global @g : memref<2xi32>\n  \
            call @k(%g, %g) : (memref<2xi32>, memref<2xi32>) -> ()\n  %zero = arith.constant 0 : i32\n  return %zero : i32\n}\n",
        example_command: "flowright run example.mlir",
        remedy: "Give each array of the kernel an array of its own. Otherwise it is a fault of the compiler: please report it with the program.",
    }
    882 LEVELS_DIFFER {
        title: "a circuit takes another number of cycles than its elastic graph",
        explanation: "The elastic simulator and the simulator of circuits execute the same units, and agree in every cycle.",
        example: "",
        example_command: "",
        remedy: "This is a fault of the compiler: please report it with the program.",
    }
    883 INDEX_TOO_NARROW {
        title: "a number that does not fit an index of the circuit",
        explanation: "A value of type `index` is a number of some bits in a circuit, 32 unless something else is said, and an argument is larger.",
        example: "func.func @f(%n: index) -> index {\n  return %n : index\n}\n",
        example_command: "flowright run example.mlir --args 5000000000",
        remedy: "Say with `--index-bits` how many there are.",
    }
    884 NOT_A_KERNEL {
        title: "a module without the ports of a kernel",
        explanation: "The module of a kernel is started through `start_valid` and `start_ready` and says through `done_valid` and `done_ready` that it has \
            finished; it has a reset `rst`.",
        example: "",
        example_command: "",
        remedy: "Make the module with `flowright compile`.",
    }
    885 CIRCUIT_NOT_DONE {
        title: "a circuit that does not finish",
        explanation: "A call of the kernel took more cycles than it may. Either it takes long, or the circuit waits for something that never comes.",
        example: "",
        example_command: "",
        remedy: "Raise the limit with `--max-cycles`; `--sim elastic` says what a circuit waits for.",
    }
    886 CIRCUIT_ERROR {
        title: "a circuit reports an error",
        explanation: "The port `error_valid` of a kernel's module says that a run-time error has happened, and `error_code` which one: 259 is a loop whose \
            step is zero.",
        example: "",
        example_command: "",
        remedy: "Correct the program; `--sim elastic` says where it is.",
    }
    887 KERNEL_FOLDER {
        title: "a folder that is not that of a kernel",
        explanation: "A folder that `flowright compile` writes has the program, every level of the kernel, its SystemVerilog and a report.",
        example: "",
        example_command: "",
        remedy: "Write it with `flowright compile KERNEL -o DIR`.",
    }
    888 NO_PROFILE {
        title: "a kernel is placed without knowing what is usual",
        explanation: "Before buffers are placed, `main` is executed up to the first call of the kernel, and that call says how often its loops and branches are taken. Where there is no such call, \
            or none within the operations that are executed, a loop without constant bounds counts as one of 20 rounds and every branch as taken in every round. The circuit does what the program does, \
            and may be slower or larger than it need be.",
        example: "int f(int x[2]) {\n  return x[0] + x[1];\n}\n\nint main(void) {\n  int x[2] = {1, 2};\n  return x[0] > 5 ? f(x) : 0;\n}\n",
        example_command: "flowright compile example.c -o out",
        remedy: "Call the kernel early in `main`, with inputs that are usual for it.",
    }
    889 NO_QUEUE {
        title: "an array has too many accesses for a queue",
        explanation: "`--memory lsq` gives every array a queue of loads and stores whose rounds would wait for each other otherwise. A queue compares its ports with its places and with each other, \
            so it has at most 64 ports for loads and as many for stores. An array with more is kept in order by tokens, and `--queue-depth` says nothing of it. The circuit does what the program does.",
        example: "#define FOUR(k) s += a[k] + a[k + 1] + a[k + 2] + a[k + 3];\n#define TWENTY(k) FOUR(k) FOUR(k + 4) FOUR(k + 8) FOUR(k + 12) FOUR(k + 16)\n\n\
            int f(int a[80], const int to[8]) {\n  int s = 0;\n  for (int i = 0; i < 8; i++) {\n    TWENTY(0) TWENTY(20) TWENTY(40) TWENTY(60)\n    a[to[i]] = s;\n  }\n  return s;\n}\n\n\
            int main(void) {\n  int a[80] = {0}, to[8] = {0};\n  return f(a, to);\n}\n",
        example_command: "flowright run example.c --memory lsq --buffers on-merges",
        remedy: "Split the array, or the loop, so that fewer accesses are to one array; or take `--memory guard`.",
    }
}
