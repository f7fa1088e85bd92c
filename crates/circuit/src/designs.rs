//! Designs to measure with: circuits of the kinds people simulate, as large as one likes.
//!
//! Each has a clock, a reset, an input or two and an output `sum` that everything contributes to, so that nothing of it can be left out. All
//! of them do work in every cycle, whatever the inputs are.

mod processor;
mod program;

use crate::builder::{ModuleBuilder, Sync, design};
use ir::{Ir, Op, Value};

/// A design of a given size.
pub struct Design {
    /// Its name, which is also that of its top module.
    pub name: &'static str,
    /// What it is, and what its size counts.
    pub doc: &'static str,
    /// A usual size.
    pub size: u32,
    /// Makes it: a `builtin.module` whose last module is the top.
    pub build: fn(&mut Ir, u32) -> Op,
}

/// The designs, smallest first.
pub static DESIGNS: &[Design] = &[
    Design {
        name: "fir",
        doc: "A pipelined filter with loadable coefficients; the size is the number of its taps.",
        size: 50,
        build: fir,
    },
    Design {
        name: "cores",
        doc: "A ring of small RISC-V processors, each running the same program on what its neighbour sends; the size is their number.",
        size: 80,
        build: processor::cores,
    },
    Design {
        name: "systolic",
        doc: "A square array of multiply-accumulate cells that hand operands to their neighbours; the size is the length of a side.",
        size: 90,
        build: systolic,
    },
];

/// The design of a name.
pub fn find(name: &str) -> Option<&'static Design> {
    DESIGNS.iter().find(|design| design.name == name)
}

/// A filter in systolic form: samples move through two registers a tap and sums through one, so that every tap adds to the sum that
/// needs it. While `load` is set, `x` is shifted into the coefficients, too.
fn fir(ir: &mut Ir, taps: u32) -> Op {
    const SAMPLE: u32 = 16;
    const SUM: u32 = 40;
    let design = design(ir);
    let mut c = ModuleBuilder::new(ir, design, "fir");
    let clk = c.clock("clk");
    let rst = c.input("rst", 1);
    let x = c.input("x", SAMPLE);
    let load = c.input("load", 1);
    let sync = Sync::on(clk).reset(rst);
    let (mut sample, mut coefficient, mut sum) = (x, x, c.lit(SUM, 0));
    for tap in 0..taps {
        // Odd numbers of either sign, no two near taps alike.
        let start = (tap.wrapping_mul(0x9e37) & 0x7fff | 1) as i32 - 0x4000;
        let next = c.reg_init(&format!("c{tap}"), SAMPLE, start, sync.enable(load));
        c.drive(next, coefficient);
        coefficient = next;
        let (a, b) = (c.sext(sample, 2 * SAMPLE), c.sext(coefficient, 2 * SAMPLE));
        let product = c.mul(a, b);
        let product = c.delay(&format!("p{tap}"), product, sync);
        let product = c.sext(product, SUM);
        let more = c.add(sum, product);
        sum = c.delay(&format!("s{tap}"), more, sync);
        let first = c.delay(&format!("x{tap}"), sample, sync);
        sample = c.delay(&format!("xx{tap}"), first, sync);
    }
    checksum(&mut c, sum, sync);
    c.finish();
    design
}

/// A square of cells. Operands come in at the left and at the top, half of the time the cells accumulate products, and half of the time the
/// sums move down and out.
fn systolic(ir: &mut Ir, side: u32) -> Op {
    let design = design(ir);
    let cell = cell(ir, design);
    let mut c = ModuleBuilder::new(ir, design, "systolic");
    let clk = c.clock("clk");
    let rst = c.input("rst", 1);
    let x = c.input("x", OPERAND);
    let w = c.input("w", OPERAND);
    let sync = Sync::on(clk).reset(rst);
    let period = 32 - side.leading_zeros() + 1;
    let time = c.reg("time", period, sync);
    let later = c.add(time, 1);
    c.drive(time, later);
    let drain = c.msb(time);
    let mut rows = feeds(&mut c, "x", x, side, sync);
    let mut columns = feeds(&mut c, "w", w, side, sync);
    let zero = c.lit(ACCUMULATOR, 0);
    let mut sums = vec![zero; side as usize];
    for (i, a) in rows.iter_mut().enumerate() {
        for (j, (b, sum)) in columns.iter_mut().zip(&mut sums).enumerate() {
            let inputs = [("clk", clk), ("rst", rst), ("drain", drain), ("a", *a), ("b", *b), ("c", *sum)];
            let cell = c.instance(&format!("pe_{i}_{j}"), cell, &inputs);
            (*a, *b, *sum) = (cell["a_out"], cell["b_out"], cell["c_out"]);
        }
    }
    let all = c.xor_all(&sums);
    checksum(&mut c, all, sync);
    c.finish();
    design
}

const OPERAND: u32 = 16;
const ACCUMULATOR: u32 = 40;

/// One operand for each row or column: what came in, later and changed a little more for each.
fn feeds(c: &mut ModuleBuilder<'_>, name: &str, input: Value, count: u32, sync: Sync) -> Vec<Value> {
    let first = c.reg(&format!("{name}_feed"), OPERAND, sync);
    let turned = c.rotl(first, 5);
    let stirred = c.add(turned, 0x2f1d);
    let next = c.xor(stirred, input);
    c.drive(first, next);
    let mut feed = first;
    let mut feeds = Vec::with_capacity(count as usize);
    for row in 0..count {
        let turned = c.rotl(feed, 1);
        let changed = c.add(turned, row & 0xff);
        feed = c.delay(&format!("{name}_{row}"), changed, sync);
        feeds.push(feed);
    }
    feeds
}

/// One cell of the array.
fn cell(ir: &mut Ir, design: Op) -> Op {
    let mut c = ModuleBuilder::new(ir, design, "pe");
    c.private();
    let clk = c.clock("clk");
    let rst = c.input("rst", 1);
    let drain = c.input("drain", 1);
    let (a, b) = (c.input("a", OPERAND), c.input("b", OPERAND));
    let above = c.input("c", ACCUMULATOR);
    let sync = Sync::on(clk).reset(rst);
    let sum = c.reg("sum", ACCUMULATOR, sync);
    let (wide_a, wide_b) = (c.sext(a, ACCUMULATOR), c.sext(b, ACCUMULATOR));
    let product = c.mul(wide_a, wide_b);
    let more = c.add(sum, product);
    let next = c.mux(drain, above, more);
    c.drive(sum, next);
    let (a, b) = (c.delay("a_next", a, sync), c.delay("b_next", b, sync));
    c.output("a_out", a);
    c.output("b_out", b);
    c.output("c_out", sum);
    c.finish()
}

/// The output `sum`: a register that every value of every cycle leaves its trace in.
fn checksum(c: &mut ModuleBuilder<'_>, value: Value, sync: Sync) {
    let width = c.width(value);
    let sum = c.reg("sum", width, sync);
    let turned = c.rotl(sum, 1);
    let next = c.xor(turned, value);
    c.drive(sum, next);
    c.output("sum", sum);
}
