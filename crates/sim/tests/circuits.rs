//! Small circuits, simulated by every back end: what comes out in each cycle.

use base::{Bits, Diagnostics};
use dialects::hw;
use ir::text::{ParseOptions, parse};
use ir::verify::verify;
use ir::{Context, Ir, Op};
use sim::waves::WaveFormat;
use sim::{Backend, Observe, Recorder, SimOptions, Simulator};

/// Reads a circuit; its last module is the top.
fn circuit(text: &str) -> (Ir, Op) {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("test.mlir", text);
    let mut diags = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions::default(), &mut diags);
    let module = module.unwrap_or_else(|| panic!("{diags:?}"));
    verify(&mut ir, module, &mut diags);
    assert!(!diags.has_errors(), "{diags:?}");
    let body = ir.entry(ir.region(module, 0)).expect("a module has a body");
    let top = ir.block_ops(body).filter(|op| hw::is_module(&ir, *op)).last().expect("a module");
    (ir, top)
}

fn simulator(text: &str, options: SimOptions) -> Result<Simulator, Vec<String>> {
    let (ir, top) = circuit(text);
    let mut diags = Diagnostics::new();
    let simulator = Simulator::new(&ir, top, &options, &mut diags);
    simulator.ok_or_else(|| diags.iter().map(|one| format!("{}: {}", one.code, one.message)).collect())
}

/// Runs a circuit with rows of inputs and compares every output in every cycle, as numbers, in every back end.
fn check(text: &str, rows: &[(&[u64], &[u64])]) {
    for backend in [Backend::Interpreted, Backend::Compiled, Backend::Optimized] {
        let mut sim =
            simulator(text, SimOptions { backend, observe: Observe::Ports }).expect("a circuit that runs");
        assert_eq!(sim.is_compiled(), backend != Backend::Interpreted);
        let data: Vec<usize> = (0..sim.inputs().len()).filter(|port| !sim.inputs()[*port].clock).collect();
        for (cycle, (inputs, outputs)) in rows.iter().enumerate() {
            for (port, value) in data.iter().zip(*inputs) {
                sim.poke_u64(*port, *value);
            }
            let seen: Vec<u64> = (0..sim.outputs().len()).map(|port| sim.peek_u64(port)).collect();
            assert_eq!(seen, *outputs, "cycle {cycle}, {backend:?}");
            sim.step();
        }
    }
}

fn refused(text: &str, expected: &str) {
    let said = simulator(text, SimOptions::default()).err().expect("a circuit that is refused").join("\n");
    assert_eq!(said, expected);
}

#[test]
fn a_counter_with_enable_and_reset() {
    check(
        "hw.module @counter(in %clk : !seq.clock, in %rst : i1, in %en : i1, out n : i4) {
           %one = hw.constant 1 : i4
           %zero = hw.constant 0 : i4
           %next = comb.add %n, %one : i4
           %n = seq.compreg.ce %next, %clk, %en reset %rst, %zero : i4
           hw.output %n : i4
         }",
        &[
            (&[0, 1], &[0]),
            (&[0, 1], &[1]),
            (&[0, 0], &[2]),
            (&[1, 0], &[2]),
            (&[0, 1], &[0]),
            (&[0, 1], &[1]),
        ],
    );
}

#[test]
fn every_operation_of_comb() {
    check(
        "hw.module @ops(in %a : i8, in %b : i8, out o0 : i8, out o1 : i8, out o2 : i8, out o3 : i8, out o4 : i8, out o5 : i8,
             out o6 : i8, out o7 : i8, out o8 : i8, out o9 : i1, out o10 : i1, out o11 : i3, out o12 : i16, out o13 : i16,
             out o14 : i1, out o15 : i8, out o16 : i1) {
           %0 = comb.add %a, %b, %a : i8
           %1 = comb.sub %a, %b : i8
           %2 = comb.mul %a, %b : i8
           %3 = comb.divu %a, %b : i8
           %4 = comb.divs %a, %b : i8
           %5 = comb.mods %a, %b : i8
           %6 = comb.shl %a, %b : i8
           %7 = comb.shru %a, %b : i8
           %8 = comb.shrs %a, %b : i8
           %9 = comb.icmp slt %a, %b : i8
           %10 = comb.icmp uge %a, %b : i8
           %11 = comb.extract %a from 3 : (i8) -> i3
           %12 = comb.concat %a, %b : i8, i8
           %13 = comb.replicate %a : (i8) -> i16
           %14 = comb.parity %a : i8
           %15 = comb.reverse %a : i8
           %16 = comb.icmp ne %a, %b : i8
           hw.output %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16
             : i8, i8, i8, i8, i8, i8, i8, i8, i8, i1, i1, i3, i16, i16, i1, i8, i1
         }",
        &[
            (
                &[200, 3],
                &[147, 197, 88, 66, 238, 254, 64, 25, 249, 1, 1, 1, 51203, 51400, 1, 19, 1],
            ),
            (&[128, 255], &[255, 129, 128, 0, 128, 0, 0, 0, 255, 1, 0, 0, 33023, 32896, 1, 1, 1]),
            (&[7, 0], &[14, 7, 0, 0, 0, 0, 7, 7, 7, 0, 1, 0, 1792, 1799, 1, 224, 1]),
        ],
    );
}

#[test]
fn aggregates_are_bits() {
    check(
        r#"hw.module @agg(in %a : i8, in %i : i2, out get : i8, out x : i8, out y : i3, out whole : i24, out slice : i16) {
           %one = hw.constant 1 : i8
           %b = comb.add %a, %one : i8
           %c = comb.add %b, %one : i8
           %array = hw.array_create %c, %b, %a : i8
           %get = hw.array_get %array[%i] : !hw.array<3xi8>, i2
           %low = comb.extract %a from 0 : (i8) -> i3
           %s = hw.struct_create (%a, %low) : !hw.struct<x: i8, y: i3>
           %t = hw.struct_inject %s["x"], %b : !hw.struct<x: i8, y: i3>
           %x, %y = hw.struct_explode %t : !hw.struct<x: i8, y: i3>
           %changed = hw.array_inject %array[%i], %one : !hw.array<3xi8>, i2
           %whole = hw.bitcast %changed : (!hw.array<3xi8>) -> i24
           %slice = hw.array_slice %array[%i] : (!hw.array<3xi8>) -> !hw.array<2xi8>
           %bits = hw.bitcast %slice : (!hw.array<2xi8>) -> i16
           hw.output %get, %x, %y, %whole, %bits : i8, i8, i3, i24, i16
         }"#,
        &[
            (&[10, 0], &[10, 11, 2, 0x0c0b01, 0x0b0a]),
            (&[10, 2], &[12, 11, 2, 0x010b0a, 0x000c]),
            (&[10, 3], &[0, 11, 2, 0x0c0b0a, 0]),
        ],
    );
}

#[test]
fn a_memory_reads_old_words_and_ignores_what_lies_past_its_end() {
    let text = |ruw: &str, latency: u32| {
        format!(
            "hw.module @mem(in %clk : !seq.clock, in %addr : i3, in %data : i8, in %we : i1, in %re : i1, out q : i8) {{
               %m = seq.firmem {latency}, 1, {ruw}, port_order : <5 x 8>
               %q = seq.firmem.read_port %m[%addr], clock %clk enable %re : <5 x 8>
               seq.firmem.write_port %m[%addr] = %data, clock %clk enable %we : <5 x 8>
               hw.output %q : i8
             }}"
        )
    };
    // Address, data, write, read.
    let old: &[(&[u64], &[u64])] = &[
        (&[1, 7, 1, 1], &[0]),
        (&[1, 8, 1, 1], &[0]),
        (&[1, 9, 0, 1], &[7]),
        (&[2, 9, 0, 0], &[8]),
        (&[6, 9, 1, 1], &[8]),
        (&[0, 0, 0, 1], &[0]),
    ];
    check(&text("old", 1), old);
    check(&text("undefined", 1), old);
    check(
        &text("new", 1),
        &[(&[1, 7, 1, 1], &[0]), (&[1, 8, 1, 1], &[7]), (&[3, 9, 0, 0], &[8]), (&[0, 0, 0, 1], &[8])],
    );
    check(
        &text("old", 0),
        &[(&[1, 7, 1, 1], &[0]), (&[1, 8, 0, 1], &[7]), (&[1, 0, 0, 0], &[0]), (&[6, 1, 1, 1], &[0])],
    );
    check(
        &text("old", 2),
        &[(&[1, 7, 1, 1], &[0]), (&[1, 8, 0, 1], &[0]), (&[2, 0, 0, 1], &[0]), (&[0, 0, 0, 0], &[7])],
    );
}

#[test]
fn masks_and_ports_that_do_both() {
    check(
        "hw.module @mem(in %clk : !seq.clock, in %addr : i2, in %data : i8, in %mode : i1, in %mask : i2, out q : i8) {
           %m = seq.firmem 1, 1, old, port_order : <4 x 8, mask 2>
           %q = seq.firmem.read_write_port %m[%addr] = %data if %mode, clock %clk mask %mask : <4 x 8, mask 2>, i2
           hw.output %q : i8
         }",
        &[
            (&[1, 0xab, 1, 3], &[0]),
            (&[1, 0xcd, 1, 1], &[0]),
            (&[1, 0, 0, 0], &[0]),
            (&[2, 0, 1, 3], &[0xad]),
            (&[0, 0, 0, 0], &[0xad]),
            (&[0, 0, 0, 0], &[0]),
        ],
    );
}

/// A module with several instances in a row, once through registers and once without.
#[test]
fn instances_become_lanes_or_are_taken_apart() {
    let text = |output: &str| {
        format!(
            "hw.module @cell(in %clk : !seq.clock, in %a : i8, out b : i8) {{
               %one = hw.constant 1 : i8
               %sum = comb.add %a, %one : i8
               %r = seq.compreg %sum, %clk : i8
               hw.output {output} : i8
             }}
             hw.module @top(in %clk : !seq.clock, in %x : i8, out y : i8) {{
               %u0.b = hw.instance \"u0\" @cell(clk: %clk: !seq.clock, a: %x: i8) -> (b: i8)
               %u1.b = hw.instance \"u1\" @cell(clk: %clk: !seq.clock, a: %u0.b: i8) -> (b: i8)
               %u2.b = hw.instance \"u2\" @cell(clk: %clk: !seq.clock, a: %u1.b: i8) -> (b: i8)
               %u3.b = hw.instance \"u3\" @cell(clk: %clk: !seq.clock, a: %u2.b: i8) -> (b: i8)
               %u4.b = hw.instance \"u4\" @cell(clk: %clk: !seq.clock, a: %u3.b: i8) -> (b: i8)
               hw.output %u4.b : i8
             }}"
        )
    };
    check(&text("%sum"), &[(&[10], &[15]), (&[255], &[4])]);
    check(
        &text("%r"),
        &[
            (&[10], &[0]),
            (&[20], &[1]),
            (&[0], &[2]),
            (&[0], &[3]),
            (&[0], &[4]),
            (&[0], &[15]),
            (&[0], &[25]),
        ],
    );
}

#[test]
fn lanes_come_from_different_places() {
    // The inputs of the two instances lie side by side: one is an input of the top, the other is computed.
    check(
        "hw.module @inner(in %en : i1, out o : i8) {
           %zero = hw.constant 0 : i3
           %0 = comb.concat %zero, %en, %zero, %en : i3, i1, i3, i1
           hw.output %0 : i8
         }
         hw.module @top(in %v : i2, in %w : i1, out x : i8, out y : i8) {
           %k = comb.extract %v from 1 : (i2) -> i1
           %a.o = hw.instance \"a\" @inner(en: %w: i1) -> (o: i8)
           %b.o = hw.instance \"b\" @inner(en: %k: i1) -> (o: i8)
           hw.output %a.o, %b.o : i8, i8
         }",
        &[(&[2, 0], &[0, 0x11]), (&[1, 1], &[0x11, 0]), (&[3, 1], &[0x11, 0x11])],
    );
}

#[test]
fn parameters_make_templates_of_their_own() {
    check(
        "hw.module @k<p: i8 = 5>(out x : i8) {
           %p = hw.param.value i8 = #hw.param.decl.ref<\"p\">
           hw.output %p : i8
         }
         hw.module @top(out a : i8, out b : i8) {
           %u.x = hw.instance \"u\" @k<p: i8 = 7>() -> (x: i8)
           %v.x = hw.instance \"v\" @k<p: i8 = 9>() -> (x: i8)
           hw.output %u.x, %v.x : i8, i8
         }",
        &[(&[], &[7, 9])],
    );
}

#[test]
fn initial_values_and_constant_clocks() {
    check(
        "hw.module @r(in %clk : !seq.clock, in %d : i8, out a : i8, out b : i8, out c : i8) {
           %never = seq.const_clock low
           %a = seq.firreg %d clock %clk preset 12 : i8
           %seven = seq.initial() {
             %z = hw.constant 7 : i8
             seq.yield %z : i8
           } : () -> !seq.immutable<i8>
           %b = seq.compreg %d, %clk initial %seven : i8
           %c = seq.firreg %d clock %never preset 3 : i8
           hw.output %a, %b, %c : i8, i8, i8
         }",
        &[(&[1], &[12, 7, 3]), (&[2], &[1, 1, 3]), (&[3], &[2, 2, 3])],
    );
}

#[test]
fn a_read_whose_clock_never_rises_shows_what_it_began_with() {
    check(
        "hw.module @m(in %clk : !seq.clock, in %d : i8, out a : i8, out b : i8, out c : i8) {
           %never = seq.const_clock low
           %at = hw.constant 0 : i2
           %off = hw.constant 0 : i1
           %m = seq.firmem 1, 1, old, port_order : <4 x 8>
           seq.firmem.write_port %m[%at] = %d, clock %clk : <4 x 8>
           %a = seq.firmem.read_port %m[%at], clock %never : <4 x 8>
           %b = seq.firmem.read_write_port %m[%at] = %d if %off, clock %never : <4 x 8>
           %c = seq.firmem.read_port %m[%at], clock %clk : <4 x 8>
           hw.output %a, %b, %c : i8, i8, i8
         }",
        &[(&[5], &[0, 0, 0]), (&[6], &[0, 0, 0]), (&[7], &[0, 0, 5])],
    );
}

#[test]
fn wide_values_agree_with_bit_vectors() {
    let text = "hw.module @wide(in %a : i130, in %b : i130, out s : i130, out d : i130, out p : i130, out q : i130, out r : i130,
            out x : i130, out sh : i130, out lt : i1, out e : i70, out c : i260, out m : i130, out sr : i130, out qs : i130) {
          %s = comb.add %a, %b : i130
          %d = comb.sub %a, %b : i130
          %p = comb.mul %a, %b : i130
          %q = comb.divu %a, %b : i130
          %r = comb.modu %a, %b : i130
          %x = comb.xor %a, %b : i130
          %k = comb.extract %b from 0 : (i130) -> i8
          %z = hw.constant 0 : i122
          %amount = comb.concat %z, %k : i122, i8
          %sh = comb.shl %a, %amount : i130
          %sr = comb.shrs %a, %amount : i130
          %lt = comb.icmp slt %a, %b : i130
          %e = comb.extract %a from 33 : (i130) -> i70
          %c = comb.concat %a, %b : i130, i130
          %m = comb.mux %lt, %a, %b : i130
          %qs = comb.divs %a, %b : i130
          hw.output %s, %d, %p, %q, %r, %x, %sh, %lt, %e, %c, %m, %sr, %qs
            : i130, i130, i130, i130, i130, i130, i130, i1, i70, i260, i130, i130, i130
        }";
    let mut rng = base::Rng::new(5);
    for backend in [Backend::Interpreted, Backend::Compiled, Backend::Optimized] {
        let mut sim =
            simulator(text, SimOptions { backend, observe: Observe::Ports }).expect("a circuit that runs");
        for _ in 0..300 {
            let (a, b) = (rng.edgy_bits(130), rng.edgy_bits(130));
            sim.poke(0, &a);
            sim.poke(1, &b);
            let zero = || Bits::zero(130);
            let amount = b.extract(0, 8).low_u64();
            let less = a.scmp(&b).is_lt();
            let shifted = |bits: Option<Bits>| bits.unwrap_or_else(zero);
            let expected = [
                a.add(&b),
                a.sub(&b),
                a.mul(&b),
                a.udiv(&b).unwrap_or_else(zero),
                a.urem(&b).unwrap_or_else(zero),
                a.xor(&b),
                if amount < 130 { shifted(a.shl(amount as u32)) } else { zero() },
                Bits::from_bool(less),
                a.extract(33, 70),
                Bits::concat(&a, &b),
                if less { a.clone() } else { b.clone() },
                shifted(a.ashr(amount.min(129) as u32)),
            ];
            for (port, expected) in expected.iter().enumerate() {
                assert_eq!(sim.peek(port), *expected, "{} of {a:?} and {b:?}", sim.outputs()[port].name);
            }
            let quotient = if b.is_zero() { zero() } else { a.sdiv(&b).unwrap_or_else(|| a.clone()) };
            assert_eq!(sim.peek(12), quotient, "{a:?} / {b:?}");
        }
    }
}

#[test]
fn memories_snapshots_and_signals() {
    let text = "hw.module @m(in %clk : !seq.clock, in %addr : i2, in %d : i8, out q : i8) {
          %mem = seq.firmem 0, 1, old, port_order : <4 x 8>
          %q = seq.firmem.read_port %mem[%addr], clock %clk : <4 x 8>
          seq.firmem.write_port %mem[%addr] = %d, clock %clk : <4 x 8>
          %twice = comb.add %d, %d : i8
          hw.output %q : i8
        }";
    let mut sim =
        simulator(text, SimOptions { observe: Observe::Names, ..SimOptions::default() }).expect("it runs");
    assert_eq!(sim.memories().collect::<Vec<_>>(), [("mem".to_string(), 4, 8)]);
    assert!(sim.write_memory(0, 2, &Bits::from_u64(8, 77)));
    assert!(!sim.write_memory(0, 4, &Bits::from_u64(8, 1)));
    let (addr, d) = (sim.input("addr").expect("a port"), sim.input("d").expect("a port"));
    sim.poke_u64(addr, 2);
    sim.poke_u64(d, 5);
    assert_eq!(sim.peek_u64(0), 77);
    let twice = sim.signals().iter().position(|signal| signal.name == "twice").expect("a signal");
    assert_eq!(sim.signal(twice).low_u64(), 10);
    let before = sim.snapshot();
    sim.step();
    assert_eq!(sim.read_memory(0, 2).map(|word| word.low_u64()), Some(5));
    assert_eq!(sim.run_until(0, 3), Some(0));
    sim.restore(&before);
    assert_eq!((sim.cycle(), sim.peek_u64(0)), (0, 77));
}

#[test]
fn cycles_are_named() {
    refused(
        "hw.module @m(in %a : i8, out b : i8) {
           %x = comb.add %a, %y : i8
           %y = comb.xor %z, %a : i8
           %z = comb.sub %a, %x : i8
           hw.output %y : i8
         }",
        "FR0660: a combinational cycle in module @m: `%y` needs `%z` needs `%x` needs `%y`",
    );
    refused(
        "hw.module @inc(in %a : i8, out b : i8) {
           %one = hw.constant 1 : i8
           %sum = comb.add %a, %one : i8
           hw.output %sum : i8
         }
         hw.module @top(out y : i8) {
           %u.b = hw.instance \"u\" @inc(a: %v.b: i8) -> (b: i8)
           %v.b = hw.instance \"v\" @inc(a: %u.b: i8) -> (b: i8)
           hw.output %v.b : i8
         }",
        "FR0660: a combinational cycle through instances: `%sum` of u needs `%sum` of v needs `%sum` of u",
    );
    refused(
        "hw.module @wire(in %a : i8, out b : i8) {
           hw.output %a : i8
         }
         hw.module @top(out y : i8) {
           %u.b = hw.instance \"u\" @wire(a: %u.b: i8) -> (b: i8)
           hw.output %u.b : i8
         }",
        "FR0660: a combinational cycle through instances: `%u.b` needs `%a` of u needs `%u.b`",
    );
}

#[test]
fn clocks_that_are_none_are_refused() {
    refused(
        "hw.module @m(in %d : i8, out q : i8) {
           %ring = hw.wire %ring : !seq.clock
           %q = seq.compreg %d, %ring : i8
           hw.output %q : i8
         }",
        "FR0661: the clock `%ring` is made by logic; a clock is an input of the top",
    );
    refused(
        "hw.module @m(in %clk : i1, out q : i1) {
           %c = seq.to_clock %clk
           %q = seq.compreg %clk, %c : i1
           hw.output %q : i1
         }",
        "FR0661: `seq.compreg`: a clock is read as a bit, which depends on the moment in the cycle",
    );
}

#[test]
fn what_would_take_all_memory_is_refused() {
    let read = |latency: &str, depth: &str| {
        format!(
            "hw.module @m(in %clk : !seq.clock, in %a : i40, out q : i8) {{
               %m = seq.firmem {latency}, 1, old, port_order : <{depth} x 8>
               %q = seq.firmem.read_port %m[%a], clock %clk : <{depth} x 8>
               hw.output %q : i8
             }}"
        )
    };
    refused(
        &read("1", "1099511627776"),
        "FR0665: memory `m` of 1099511627776 × 8 bits is too large to simulate: there are at most 67108864 words of 32 bits",
    );
    let long = read("400000000", "1099511627776");
    refused(&long, "FR0642: `seq.firmem`: memory `m` takes 400000000 edges to read; it may take 0 to 64");
}

#[test]
fn values_without_bits_are_refused() {
    refused(
        "hw.module @m(in %a : i8, out q : i1) {
           %e = comb.extract %a from 0 : (i8) -> i0
           %q = comb.icmp slt %e, %e : i0
           hw.output %q : i1
         }",
        "FR0663: a value of type `i0` has no bits, so it cannot be simulated",
    );
}

#[test]
fn a_value_handed_from_instance_to_instance_is_found_at_once() {
    let mut text = String::from(
        "hw.module @hand(in %a : i8, out b : i8, out twice : i8) {
           %twice = comb.add %a, %a : i8
           hw.output %a, %twice : i8, i8
         }
         hw.module @top(in %a : i8, out y : i8) {\n",
    );
    let count = 20_000;
    for at in 0..count {
        let from = if at + 1 == count { "%a".to_string() } else { format!("%b{}", at + 1) };
        text.push_str(&format!(
            "%b{at}, %t{at} = hw.instance \"i{at}\" @hand(a: {from}: i8) -> (b: i8, twice: i8)\n"
        ));
    }
    let all: Vec<String> = (0..count).map(|at| format!("%t{at}")).collect();
    text.push_str(&format!("%y = comb.add {} : i8\nhw.output %y : i8\n}}", all.join(", ")));
    check(&text, &[(&[3], &[(2 * 3 * count) % 256]), (&[1], &[2 * count % 256])]);
}

#[test]
fn a_cycle_through_a_register_is_none() {
    check(
        "hw.module @half(in %clk : !seq.clock, in %a : i8, out b : i8) {
           %r = seq.compreg %a, %clk : i8
           hw.output %r : i8
         }
         hw.module @top(in %clk : !seq.clock, out y : i8) {
           %one = hw.constant 1 : i8
           %u.b = hw.instance \"u\" @half(clk: %clk: !seq.clock, a: %sum: i8) -> (b: i8)
           %sum = comb.add %u.b, %one : i8
           hw.output %u.b : i8
         }",
        &[(&[], &[0]), (&[], &[1]), (&[], &[2])],
    );
}

#[test]
fn waves_show_every_name_in_every_cycle() {
    let text = "hw.module @cell(in %clk : !seq.clock, in %a : i8, out b : i8) {
          %one = hw.constant 1 : i8
          %sum = comb.add %a, %one : i8
          %r = seq.compreg %sum, %clk : i8
          %0 = seq.compreg name \"kept\" %sum, %clk : i8
          %w = hw.wire %0 name \"seen\" : i8
          hw.output %r : i8
        }
        hw.module @top(in %clk : !seq.clock, in %x : i8, out y : i8) {
          %u.b = hw.instance \"u\" @cell(clk: %clk: !seq.clock, a: %x: i8) -> (b: i8)
          %v.b = hw.instance \"v\" @cell(clk: %clk: !seq.clock, a: %u.b: i8) -> (b: i8)
          hw.output %v.b : i8
        }";
    let mut sim =
        simulator(text, SimOptions { observe: Observe::Names, ..SimOptions::default() }).expect("it runs");
    let path = std::env::temp_dir().join(format!("flowright-waves-{}.vcd", std::process::id()));
    let mut recorder = Recorder::create(&path, WaveFormat::Vcd, &sim).expect("a file");
    for x in [5, 6, 7, 8] {
        sim.poke_u64(1, x);
        recorder.cycle(&mut sim).expect("room on the disk");
        sim.step();
    }
    recorder.finish().expect("room on the disk");
    let mut waves = wellen::simple::read(&path).expect("a wave file");
    std::fs::remove_file(&path).expect("the file is there");
    for (name, expected) in [
        ("top.x", [5, 6, 7, 8]),
        ("top.u.sum", [6, 7, 8, 9]),
        ("top.u.r", [0, 6, 7, 8]),
        ("top.u.kept", [0, 6, 7, 8]),
        ("top.u.seen", [0, 6, 7, 8]),
        ("top.v.a", [0, 6, 7, 8]),
        ("top.y", [0, 1, 7, 8]),
    ] {
        let (scope, var) = name.rsplit_once('.').expect("a name in a scope");
        let scope: Vec<&str> = scope.split('.').collect();
        let var = waves.hierarchy().lookup_var(&scope, var).unwrap_or_else(|| panic!("no {name}"));
        let signal = waves.hierarchy()[var].signal_ref();
        waves.load_signals(&[signal]);
        for (cycle, expected) in expected.iter().enumerate() {
            // In the second half of a cycle nothing changes.
            let time = cycle as u64 * 10 + 5;
            let at = waves.time_table().partition_point(|known| *known <= time) as u32 - 1;
            let loaded = waves.get_signal(signal).expect("a loaded signal");
            let offset = loaded.get_offset(at).expect("a value from the beginning on");
            let text = loaded.get_value_at(&offset, 0).to_bit_string().expect("bits");
            assert_eq!(u64::from_str_radix(&text, 2), Ok(*expected), "{name} in cycle {cycle}");
        }
    }
}

/// Instances that hold nothing but an instance have a scope with their own module; instances of one name are kept apart.
#[test]
fn waves_show_every_instance_with_its_module() {
    let text = "hw.module @leaf(in %a : i8, out b : i8) {
          %one = hw.constant 1 : i8
          %sum = comb.add %a, %one : i8
          hw.output %sum : i8
        }
        hw.module @empty() {
          %x = hw.constant 4 : i8
          %y = hw.instance \"in\" @leaf(a: %x: i8) -> (b: i8)
        }
        hw.module @around() {
          hw.instance \"deep\" @empty() -> ()
        }
        hw.module @top(in %x : i8, out y : i8) {
          hw.instance \"z\" @around() -> ()
          %0 = hw.instance \"u\" @leaf(a: %x: i8) -> (b: i8)
          %1 = hw.instance \"u\" @leaf(a: %0: i8) -> (b: i8)
          hw.output %1 : i8
        }";
    let mut sim =
        simulator(text, SimOptions { observe: Observe::Names, ..SimOptions::default() }).expect("it runs");
    let path = std::env::temp_dir().join(format!("flowright-scopes-{}.fst", std::process::id()));
    let mut recorder = Recorder::create(&path, WaveFormat::Fst, &sim).expect("a file");
    sim.poke_u64(0, 5);
    recorder.cycle(&mut sim).expect("room on the disk");
    recorder.finish().expect("room on the disk");
    let waves = wellen::simple::read(&path).expect("a wave file");
    std::fs::remove_file(&path).expect("the file is there");
    let tree = waves.hierarchy();
    let scopes = [
        (&["top"][..], "top", 2),
        (&["top", "z"], "around", 0),
        (&["top", "z", "deep"], "empty", 1),
        (&["top", "z", "deep", "in"], "leaf", 3),
        (&["top", "u"], "leaf", 3),
        (&["top", "u_1"], "leaf", 3),
    ];
    for (path, module, values) in scopes {
        let scope = tree.lookup_scope(path).unwrap_or_else(|| panic!("no {path:?}"));
        assert_eq!(tree[scope].component(tree), Some(module), "{path:?}");
        assert_eq!(tree[scope].vars(tree).count(), values, "{path:?}");
    }
    let top = tree.lookup_scope(&["top"]).expect("it is there");
    let inside: Vec<&str> = tree[top].scopes(tree).map(|scope| tree[scope].name(tree)).collect();
    assert_eq!(inside, ["z", "u", "u_1"]);
}

/// Many registers on one reset and one enable: the better code has versions for them.
#[test]
fn registers_with_shared_conditions() {
    let mut text = String::from(
        "hw.module @chain(in %clk : !seq.clock, in %rst : i1, in %en : i1, in %x : i20, out y : i20, out z : i20) {
           %zero = hw.constant 0 : i20
           %seven = hw.constant 7 : i20\n",
    );
    let mut last = "%x".to_string();
    for stage in 0..60 {
        let reset = if stage % 3 == 0 { "%seven" } else { "%zero" };
        text += &format!("%s{stage} = comb.add {last}, %seven : i20\n");
        text += &format!("%r{stage} = seq.compreg.ce %s{stage}, %clk, %en reset %rst, {reset} : i20\n");
        last = format!("%r{stage}");
    }
    text += &format!("%not = comb.mux %rst, {last}, %x : i20\nhw.output {last}, %not : i20, i20\n}}");
    let run = |backend| {
        let mut sim =
            simulator(&text, SimOptions { backend, observe: Observe::Ports }).expect("a circuit that runs");
        let mut rng = base::Rng::new(3);
        let mut seen = Vec::new();
        for _ in 0..400 {
            sim.poke_u64(1, u64::from(rng.chance(1, 16)));
            sim.poke_u64(2, u64::from(rng.chance(7, 8)));
            sim.poke(3, &rng.edgy_bits(20));
            seen.push((sim.peek(0), sim.peek(1)));
            sim.step();
        }
        seen
    };
    let expected = run(Backend::Interpreted);
    assert_eq!(run(Backend::Compiled), expected);
    assert_eq!(run(Backend::Optimized), expected);
}
