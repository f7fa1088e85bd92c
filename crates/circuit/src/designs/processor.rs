//! A ring of small processors: one instruction a cycle of RISC-V's integer set, words only, and multiplication.

use super::checksum;
use super::program::{self, PORT};
use crate::builder::{Memory, ModuleBuilder, Sync, design};
use base::Bits;
use ir::{Ir, Op, Value};

/// Words of instruction and of data memory.
const WORDS: u32 = 64;

/// A ring of `count` processors.
pub(super) fn cores(ir: &mut Ir, count: u32) -> Op {
    let design = design(ir);
    let core = core(ir, design);
    let mut c = ModuleBuilder::new(ir, design, "cores");
    let clk = c.clock("clk");
    let rst = c.input("rst", 1);
    let x = c.input("x", 32);
    let sync = Sync::on(clk).reset(rst);
    let round = c.wire("round", 32);
    let (mut sent, mut all) = (round, Vec::with_capacity(count as usize));
    for number in 0..count {
        let told = c.xor(sent, x);
        let told = c.add(told, number);
        let core = c.instance(&format!("core{number}"), core, &[("clk", clk), ("rst", rst), ("told", told)]);
        sent = core.one();
        all.push(sent);
    }
    c.drive(round, sent);
    let mixed = c.xor_all(&all);
    checksum(&mut c, mixed, sync);
    c.finish();
    design
}

/// The fields of an instruction.
struct Instruction {
    word: Value,
    opcode: Value,
    function: Value,
    to: Value,
    a: Value,
    b: Value,
}

impl Instruction {
    fn new(c: &mut ModuleBuilder<'_>, word: Value) -> Instruction {
        Instruction {
            word,
            opcode: c.extract(word, 0, 7),
            to: c.extract(word, 7, 5),
            function: c.extract(word, 12, 3),
            a: c.extract(word, 15, 5),
            b: c.extract(word, 20, 5),
        }
    }

    /// The number in an instruction whose bits stand in these places (low bit and width), highest first, above some zeros.
    fn number(&self, c: &mut ModuleBuilder<'_>, places: &[(u32, u32)], zeros: u32) -> Value {
        let mut parts: Vec<Value> =
            places.iter().map(|(low, width)| c.extract(self.word, *low, *width)).collect();
        if zeros > 0 {
            parts.push(c.lit(zeros, 0));
        }
        let number = c.concat(&parts);
        c.sext(number, 32)
    }
}

fn core(ir: &mut Ir, design: Op) -> Op {
    let mut c = ModuleBuilder::new(ir, design, "core");
    c.private();
    let clk = c.clock("clk");
    let rst = c.input("rst", 1);
    let told = c.input("told", 32);
    let sync = Sync::on(clk).reset(rst);
    let running = c.not(rst);

    let pc = c.reg("pc", 32, sync);
    let word = fetch(&mut c, pc);
    c.name(word, "instruction");
    let i = Instruction::new(&mut c, word);
    let [load, add_upper, store, lui, branch, jump_register, jump] =
        [0x03, 0x17, 0x23, 0x37, 0x63, 0x67, 0x6f].map(|opcode| c.eq(i.opcode, opcode));
    let [on_registers, on_number] = [0x33, 0x13].map(|opcode| c.eq(i.opcode, opcode));
    let short = i.number(&mut c, &[(20, 12)], 0);
    let split = i.number(&mut c, &[(25, 7), (7, 5)], 0);
    let upper = i.number(&mut c, &[(12, 20)], 12);
    let by_branch = i.number(&mut c, &[(31, 1), (7, 1), (25, 6), (8, 4)], 1);
    let by_jump = i.number(&mut c, &[(31, 1), (12, 8), (20, 1), (21, 10)], 1);

    let registers = c.memory("registers", Memory::new(32, 32));
    let a = c.read(registers, i.a, clk);
    let b = c.read(registers, i.b, clk);
    c.name(a, "a");
    c.name(b, "b");
    let operand = c.mux(on_registers, b, short);
    let high_bit = c.bit(word, 30);
    let subtract = c.and(on_registers, high_bit);
    let result = alu(&mut c, i.function, subtract, high_bit, a, operand);
    let product = c.mul(a, b);
    let product_bit = c.bit(word, 25);
    let is_product = c.and(on_registers, product_bit);

    let offset = c.mux(store, split, short);
    let address = c.add(a, offset);
    c.name(address, "address");
    let place = c.extract(address, 2, WORDS.ilog2());
    let at_port = c.bit(address, PORT.ilog2());
    let in_memory = c.not(at_port);
    let data = c.memory("data", Memory::new(WORDS.into(), 32));
    let writes = c.and_all(&[store, in_memory, running]);
    c.write(data, place, b, Sync::on(clk).enable(writes));
    let stored = c.read(data, place, clk);
    let loaded = c.mux(at_port, told, stored);
    let tells = c.and(store, at_port);
    let say = c.delay("say", b, sync.enable(tells));

    let following = c.add(pc, 4);
    let from_here = c.add(pc, upper);
    let links = c.or(jump, jump_register);
    let mut back = c.mux(is_product, product, result);
    for (when, value) in [(load, loaded), (lui, upper), (add_upper, from_here), (links, following)] {
        back = c.mux(when, value, back);
    }
    c.name(back, "back");
    let gives = c.or_all(&[on_registers, on_number, load, lui, add_upper, links]);
    let kept = c.any(i.to);
    let writes = c.and_all(&[gives, kept, running]);
    c.write(registers, i.to, back, Sync::on(clk).enable(writes));

    let taken = condition(&mut c, i.function, a, b);
    let taken = c.and(branch, taken);
    let by = c.mux(jump, by_jump, by_branch);
    let aside = c.add(pc, by);
    let goes_aside = c.or(taken, jump);
    let target = c.mux(goes_aside, aside, following);
    let even = c.and(address, -2);
    let next = c.mux(jump_register, even, target);
    c.drive(pc, next);
    c.output("say", say);
    c.finish()
}

/// The instruction at an address: the program, and zeros up to the end of the memory.
fn fetch(c: &mut ModuleBuilder<'_>, pc: Value) -> Value {
    let mut words = program::words();
    words.resize(WORDS as usize, 0);
    let pairs: Vec<u64> = words.chunks(2).map(|pair| u64::from(pair[0]) | u64::from(pair[1]) << 32).collect();
    let rom = c.constant(Bits::from_words(32 * WORDS, &pairs));
    let word = c.int_ty(32);
    let ty = c.array_ty(WORDS.into(), word);
    let rom = c.bitcast(rom, ty);
    let index = c.extract(pc, 2, WORDS.ilog2());
    c.array_get(rom, index)
}

/// What the arithmetic unit makes of two operands.
fn alu(
    c: &mut ModuleBuilder<'_>,
    function: Value,
    subtract: Value,
    signed: Value,
    a: Value,
    b: Value,
) -> Value {
    let (sum, difference) = (c.add(a, b), c.sub(a, b));
    let add = c.mux(subtract, difference, sum);
    let amount = c.trunc(b, 5);
    let amount = c.zext(amount, 32);
    let left = c.shl(a, amount);
    let (with_zeros, with_sign) = (c.shru(a, amount), c.shrs(a, amount));
    let right = c.mux(signed, with_sign, with_zeros);
    let (less, below) = (c.slt(a, b), c.ult(a, b));
    let (less, below) = (c.zext(less, 32), c.zext(below, 32));
    let (xor, or, and) = (c.xor(a, b), c.or(a, b), c.and(a, b));
    let results = c.array(&[add, left, less, below, xor, right, or, and]);
    c.array_get(results, function)
}

/// Whether the condition of a branch holds.
fn condition(c: &mut ModuleBuilder<'_>, function: Value, a: Value, b: Value) -> Value {
    let (equal, less, below) = (c.eq(a, b), c.slt(a, b), c.ult(a, b));
    let [inverted, unsigned, ordered] = [0, 1, 2].map(|bit| c.bit(function, bit));
    let less = c.mux(unsigned, below, less);
    let holds = c.mux(ordered, less, equal);
    c.xor(holds, inverted)
}
