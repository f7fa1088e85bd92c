//! What the builder makes, as text.

use super::*;
use expect_test::{Expect, expect};
use ir::Context;
use ir::text::{PrintOptions, print};

/// Builds one module, which must be right, and compares its body.
fn check(build: impl FnOnce(&mut ModuleBuilder<'_>), expected: Expect) {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let design = design(&mut ir);
    let mut c = ModuleBuilder::new(&mut ir, design, "m");
    build(&mut c);
    c.finish();
    let mut diagnostics = base::Diagnostics::default();
    assert!(ir::verify(&mut ir, design, &mut diagnostics), "{diagnostics:?}");
    let text = print(&ir, design, PrintOptions::default());
    let lines: Vec<&str> = text.lines().collect();
    let body: String = lines[1..lines.len() - 1].iter().map(|line| format!("{}\n", &line[2..])).collect();
    expected.assert_eq(&body);
}

#[test]
fn numbers_stand_for_constants_of_the_width_beside_them() {
    check(
        |c| {
            let a = c.input("a", 8);
            let sum = c.add(a, 1);
            let low = c.ult(sum, 200);
            let y = c.mux(low, -1, sum);
            let turned = c.rotl(y, 3);
            let z = c.not(turned);
            let wide = c.sext(z, 70);
            c.name(wide, "wide");
            c.output("y", wide);
        },
        expect![[r#"
            hw.module @m(in %a : i8, out y : i70) {
              %c1_i8 = hw.constant 1 : i8
              %0 = comb.add %a, %c1_i8 : i8
              %c-56_i8 = hw.constant -56 : i8
              %1 = comb.icmp ult %0, %c-56_i8 : i8
              %c-1_i8 = hw.constant -1 : i8
              %2 = comb.mux %1, %c-1_i8, %0 : i8
              %3 = comb.extract %2 from 0 : (i8) -> i5
              %4 = comb.extract %2 from 5 : (i8) -> i3
              %5 = comb.concat %3, %4 : i5, i3
              %6 = comb.xor %5, %c-1_i8 : i8
              %7 = comb.extract %6 from 7 : (i8) -> i1
              %8 = comb.replicate %7 : (i1) -> i62
              %wide = comb.concat %8, %6 : i62, i8
              hw.output %wide : i70
            }
        "#]],
    );
}

#[test]
fn registers_have_resets_enables_and_starting_values() {
    check(
        |c| {
            let clk = c.clock("clk");
            let (rst, en, x) = (c.input("rst", 1), c.input("en", 1), c.input("x", 8));
            let sync = Sync::on(clk).reset(rst);
            let free = c.delay("free", x, clk);
            let count = c.reg("count", 8, sync);
            let next = c.add(count, free);
            c.drive(count, next);
            let held = c.reg("held", 8, sync.enable(en));
            let started = c.reg_init("started", 8, 42, sync.enable(en));
            c.drive(started, x);
            let word = c.int_ty(4);
            let pair = c.array_ty(2, word);
            let pairs = c.reg_of("pairs", pair, sync);
            for (name, value) in [("count", count), ("held", held), ("started", started), ("pairs", pairs)] {
                c.output(name, value);
            }
        },
        expect![[r#"
            hw.module @m(in %clk : !seq.clock, in %rst : i1, in %en : i1, in %x : i8, out count : i8, out held : i8, out started : i8, out pairs : !hw.array<2xi4>) {
              %free = seq.compreg %x, %clk : i8
              %c0_i8 = hw.constant 0 : i8
              %count = seq.compreg %0, %clk reset %rst, %c0_i8 : i8
              %0 = comb.add %count, %free : i8
              %held = seq.compreg.ce %held, %clk, %en reset %rst, %c0_i8 : i8
              %c42_i8 = hw.constant 42 : i8
              %1 = seq.initial() {
                %c42_i8_0 = hw.constant 42 : i8
                seq.yield %c42_i8_0 : i8
              } : () -> !seq.immutable<i8>
              %started = seq.compreg.ce %x, %clk, %en reset %rst, %c42_i8 initial %1 : i8
              %2 = hw.bitcast %c0_i8 : (i8) -> !hw.array<2xi4>
              %pairs = seq.compreg %pairs, %clk reset %rst, %2 : !hw.array<2xi4>
              hw.output %count, %held, %started, %pairs : i8, i8, i8, !hw.array<2xi4>
            }
        "#]],
    );
}

#[test]
fn memories_have_ports() {
    check(
        |c| {
            let clk = c.clock("clk");
            let (we, mask, at, x) =
                (c.input("we", 1), c.input("mask", 4), c.input("at", 4), c.input("x", 32));
            let plain = c.memory("plain", Memory::new(12, 32));
            let word = c.read(plain, at, clk);
            c.write(plain, 3, x, Sync::on(clk).enable(we));
            let bytes = Memory::new(12, 32).latency(1).mask(4).read_under_write(ReadUnderWrite::New);
            let bytes = c.memory("bytes", bytes);
            c.write_masked(bytes, at, x, mask, clk);
            let both = c.read_write(bytes, at, x, we, Sync::on(clk).enable(we));
            c.output("word", word);
            c.output("both", both);
        },
        expect![[r#"
            hw.module @m(in %clk : !seq.clock, in %we : i1, in %mask : i4, in %at : i4, in %x : i32, out word : i32, out both : i32) {
              %plain = seq.firmem 0, 1, old, port_order : <12 x 32>
              %0 = seq.firmem.read_port %plain[%at], clock %clk : <12 x 32>
              %c3_i4 = hw.constant 3 : i4
              seq.firmem.write_port %plain[%c3_i4] = %x, clock %clk enable %we : <12 x 32>
              %bytes = seq.firmem 1, 1, new, port_order : <12 x 32, mask 4>
              seq.firmem.write_port %bytes[%at] = %x, clock %clk mask %mask : <12 x 32, mask 4>, i4
              %1 = seq.firmem.read_write_port %bytes[%at] = %x if %we, clock %clk enable %we : <12 x 32, mask 4>
              hw.output %0, %1 : i32, i32
            }
        "#]],
    );
}

#[test]
fn aggregates_and_bits_of_them() {
    check(
        |c| {
            let (i, x) = (c.input("i", 2), c.input("x", 8));
            let y = c.reverse(x);
            let array = c.array(&[x, y, x]);
            let changed = c.array_inject(array, i, y);
            let part = c.array_slice(changed, 1, 2);
            let element = c.array_get(part, 0);
            let odd = c.parity(element);
            let pair = c.structure(&[("bits", element), ("odd", odd)]);
            let even = c.not(odd);
            let pair = c.with_field(pair, "odd", even);
            let bits = c.field(pair, "bits");
            let any = c.any(bits);
            let all = c.all(bits);
            let chosen = c.truth_table(&[any, all], &[false, true, true, false]);
            c.output("pair", pair);
            c.output("chosen", chosen);
        },
        expect![[r#"
            hw.module @m(in %i : i2, in %x : i8, out pair : !hw.struct<bits: i8, odd: i1>, out chosen : i1) {
              %0 = comb.reverse %x : i8
              %1 = hw.array_create %x, %0, %x : i8
              %2 = hw.array_inject %1[%i], %0 : !hw.array<3xi8>, i2
              %c1_i2 = hw.constant 1 : i2
              %3 = hw.array_slice %2[%c1_i2] : (!hw.array<3xi8>) -> !hw.array<2xi8>
              %false = hw.constant false
              %4 = hw.array_get %3[%false] : !hw.array<2xi8>, i1
              %5 = comb.parity %4 : i8
              %6 = hw.struct_create (%4, %5) : !hw.struct<bits: i8, odd: i1>
              %true = hw.constant true
              %7 = comb.xor %5, %true : i1
              %8 = hw.struct_inject %6["odd"], %7 : !hw.struct<bits: i8, odd: i1>
              %9 = hw.struct_extract %8["bits"] : !hw.struct<bits: i8, odd: i1>
              %c0_i8 = hw.constant 0 : i8
              %10 = comb.icmp ne %9, %c0_i8 : i8
              %c-1_i8 = hw.constant -1 : i8
              %11 = comb.icmp eq %9, %c-1_i8 : i8
              %12 = comb.truth_table %10, %11 -> [false, true, true, false]
              hw.output %8, %12 : !hw.struct<bits: i8, odd: i1>, i1
            }
        "#]],
    );
}

#[test]
fn wires_carry_what_comes_later() {
    check(
        |c| {
            let clk = c.clock("clk");
            let (rst, x, take) = (c.input("rst", 1), c.input("x", 8), c.input("take", 1));
            let room = c.wire("room", 1);
            let gives = c.and(room, take);
            let fifo = c.fifo("queue", 4, x, take, gives, clk, rst);
            let free = c.not(fifo.full);
            c.drive(room, free);
            c.output("y", fifo.output);
        },
        expect![[r#"
            hw.module @m(in %clk : !seq.clock, in %rst : i1, in %x : i8, in %take : i1, out y : i8) {
              %room = hw.wire %1 : i1
              %0 = comb.and %room, %take : i1
              %queue:3 = seq.fifo depth 4 in %x rdEn %take wrEn %0 clk %clk rst %rst : i8
              %true = hw.constant true
              %1 = comb.xor %queue#1, %true : i1
              hw.output %queue#0 : i8
            }
        "#]],
    );
}

/// What a mistake says.
fn mistake(build: impl FnOnce(&mut ModuleBuilder<'_>) + std::panic::UnwindSafe) -> String {
    let caught = std::panic::catch_unwind(|| {
        let mut ir = Ir::new(Context::new(dialects::all()));
        let design = design(&mut ir);
        let mut c = ModuleBuilder::new(&mut ir, design, "m");
        build(&mut c);
        c.finish();
    });
    *caught.expect_err("the mistake is found").downcast::<String>().expect("it has a message")
}

#[test]
fn mistakes_say_what_is_wrong() {
    let widths = mistake(|c| {
        let (a, b) = (c.input("a", 8), c.input("b", 9));
        c.add(a, b);
    });
    assert_eq!(widths, "comb.add: `%b` is i9, not i8");
    let number = mistake(|c| {
        let a = c.input("a", 4);
        c.eq(a, 16);
    });
    assert_eq!(number, "the number 16 does not fit into 4 bits");
    let wire = mistake(|c| {
        let w = c.wire("w", 1);
        c.output("y", w);
    });
    assert_eq!(wire, "`%w` is not driven");
    let twice = mistake(|c| {
        let clk = c.clock("clk");
        let r = c.reg("r", 2, clk);
        c.drive(r, 1);
        c.drive(r, 2);
    });
    assert_eq!(twice, "`%r` is driven twice");
}
