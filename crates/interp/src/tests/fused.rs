//! The law of what is translated together: a product and the sum after it, a comparison and its branch, results computed
//! in the place of carried values, steps of loops, and moves that cross. Random programs of such pieces, at random widths,
//! give what the evaluations of their operations give one after the other.

use super::module;
use crate::{Interpreter, Limits, Value};
use base::{Bits, Code, Rng, codes};
use dialects::{arith, cf, func, scf};
use ir::{Block, Effect, EvalCx, Ir, Op, Trait, Type, Undefined, Value as Ssa};
use rustc_hash::FxHashMap;

/// A number, or poison with the codes it may be reported by.
type Known = Result<Bits, Vec<Code>>;

/// Why a program has no results.
#[derive(Debug)]
enum Stop {
    /// It is undefined; one of these codes says why.
    Fault(Vec<Code>),
    /// It takes too long.
    Long,
}

/// Executes a function as its text reads.
struct Reader<'a> {
    ir: &'a Ir,
    values: FxHashMap<Ssa, Known>,
    /// Blocks that may still be entered.
    fuel: u32,
}

impl Reader<'_> {
    fn get(&self, value: Ssa) -> Known {
        self.values[&value].clone()
    }

    fn operands(&self, op: Op) -> Vec<Known> {
        self.ir.operands(op).map(|value| self.get(value)).collect()
    }

    /// An operand that decides something.
    fn decided(&self, op: Op, index: usize) -> Result<Bits, Stop> {
        self.get(self.ir.operand(op, index)).map_err(Stop::Fault)
    }

    fn set(&mut self, to: impl Iterator<Item = Ssa>, known: Vec<Known>) {
        self.values.extend(to.zip(known));
    }

    /// Executes a block with these arguments; its terminator, which is still to be looked at.
    fn block(&mut self, block: Block, arguments: Vec<Known>) -> Result<Op, Stop> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Long)?;
        self.set(self.ir.args(block).to_vec().into_iter(), arguments);
        let end = self.ir.terminator(block).expect("a block has a terminator");
        for op in self.ir.block_ops(block).take_while(|op| *op != end) {
            let results = match self.ir.code(op) {
                scf::FOR => self.for_loop(op)?,
                scf::IF => {
                    let region = usize::from(self.decided(op, 0)?.is_zero());
                    let end = self.block(self.first(op, region), Vec::new())?;
                    self.operands(end)
                }
                scf::WHILE => self.while_loop(op)?,
                _ => self.operation(op)?,
            };
            self.set(self.ir.results(op).collect::<Vec<_>>().into_iter(), results);
        }
        Ok(end)
    }

    fn first(&self, op: Op, region: usize) -> Block {
        self.ir.entry(self.ir.region(op, region)).expect("there is a block")
    }

    fn function(&mut self, function: Op, arguments: Vec<Known>) -> Result<Vec<Bits>, Stop> {
        let (mut block, mut given) = (self.first(function, 0), arguments);
        loop {
            let end = self.block(block, given)?;
            let successor = match self.ir.code(end) {
                func::RETURN => {
                    return (0..self.ir.operand_count(end)).map(|i| self.decided(end, i)).collect();
                }
                cf::COND_BR => usize::from(self.decided(end, 0)?.is_zero()),
                _ => 0,
            };
            let handed = self.ir.successor_operands(end, successor).expect("a branch says what it hands on");
            given = handed.map(|i| self.get(self.ir.operand(end, i))).collect();
            block = self.ir.successors(end)[successor];
        }
    }

    fn while_loop(&mut self, op: Op) -> Result<Vec<Known>, Stop> {
        let mut carried = self.operands(op);
        loop {
            let condition = self.block(self.first(op, 0), carried)?;
            let passed = self.operands(condition).split_off(1);
            if self.decided(condition, 0)?.is_zero() {
                return Ok(passed);
            }
            let end = self.block(self.first(op, 1), passed)?;
            carried = self.operands(end);
        }
    }

    fn for_loop(&mut self, op: Op) -> Result<Vec<Known>, Stop> {
        let mut carried = self.operands(op).split_off(3);
        let [mut at, bound, step] = [self.decided(op, 0)?, self.decided(op, 1)?, self.decided(op, 2)?];
        if step.is_zero() || step.is_negative() {
            return Err(Stop::Fault(vec![codes::UB_STEP]));
        }
        while at.scmp(&bound).is_lt() {
            let arguments = [Ok(at.clone())].into_iter().chain(carried).collect();
            let end = self.block(self.first(op, 0), arguments)?;
            carried = self.operands(end);
            if at.add_overflows_s(&step) {
                return Err(Stop::Fault(vec![codes::UB_OTHER]));
            }
            at = at.add(&step);
        }
        Ok(carried)
    }

    fn operation(&mut self, op: Op) -> Result<Vec<Known>, Stop> {
        let ir = self.ir;
        let def = ir.def(op).expect("it is registered");
        if def.has(Trait::ConstantLike) {
            let bits = ir.attr(op, "value").and_then(|value| ir.ctx.scalar_bits(value));
            return Ok(vec![Ok(bits.expect("it is a scalar").clone())]);
        }
        let mut operands = self.operands(op);
        if ir.code(op) == arith::SELECT
            && let Ok(condition) = &operands[0]
        {
            // The other arm is not looked at.
            let arm = if condition.is_zero() { 2 } else { 1 };
            return Ok(vec![operands.swap_remove(arm)]);
        }
        let mut poison: Vec<Code> =
            operands.iter().filter_map(|known| known.as_ref().err()).flatten().copied().collect();
        poison.sort_unstable_by_key(|code| code.0);
        poison.dedup();
        if !poison.is_empty() {
            let results = ir.results(op).map(|_| Err(poison.clone())).collect();
            return if def.effect == Effect::Pure { Ok(results) } else { Err(Stop::Fault(poison)) };
        }
        let bits: Vec<Bits> = operands.into_iter().flatten().collect();
        let types: Vec<Type> = ir.operands(op).map(|value| ir.ty(value)).collect();
        let results: Vec<Type> = ir.results(op).map(|value| ir.ty(value)).collect();
        let cx = EvalCx { ctx: &ir.ctx, props: ir.props(op), operands: &types, results: &results };
        match (def.eval.expect("it can be evaluated"))(&cx, &bits) {
            Ok(values) => Ok(values.into_iter().map(Ok).collect()),
            Err(Undefined::Poison(code, _)) => Ok(results.iter().map(|_| Err(vec![code])).collect()),
            Err(Undefined::Immediate(code, _)) => Err(Stop::Fault(vec![code])),
        }
    }
}

// ----- programs -----

const INTS: &[&str] = &[
    "addi", "muli", "subi", "andi", "ori", "xori", "shli", "shrsi", "shrui", "divsi", "divui", "remsi",
    "remui", "minsi", "maxsi", "minui", "maxui",
];
const FLOATS: &[&str] = &["addf", "mulf", "subf", "divf"];
const INT_ORDERS: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const FLOAT_ORDERS: &[&str] = &["oeq", "ogt", "ole", "one", "ord", "ueq", "ult", "uge", "une", "uno"];
const WIDTHS: &[u32] = &[1, 2, 7, 8, 13, 16, 31, 32, 32, 33, 63, 64, 64, 65, 130];

/// A program in the making: all values but bounds and conditions are of one type.
struct Writer<'a> {
    rng: &'a mut Rng,
    text: String,
    ty: String,
    is_float: bool,
    names: u32,
}

fn pick<'t>(rng: &mut Rng, items: &[&'t str]) -> &'t str {
    items[rng.below(items.len() as u64) as usize]
}

impl Writer<'_> {
    fn line(&mut self, line: String) {
        self.text.push_str(&line);
        self.text.push('\n');
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    /// One of the values there are, most likely one of the last.
    fn any(&mut self, pool: &[String]) -> String {
        let back = self.rng.below(pool.len() as u64).min(self.rng.below(pool.len() as u64));
        pool[pool.len() - 1 - back as usize].clone()
    }

    fn operation(&mut self, pool: &mut Vec<String>) {
        let (a, b, result) = (self.any(pool), self.any(pool), self.fresh());
        let ty = self.ty.clone();
        if self.rng.below(10) == 0 {
            let condition = self.comparison(pool);
            self.line(format!("{result} = arith.select {condition}, {a}, {b} : {ty}"));
        } else {
            // Products and sums are what is joined; half of all operations are these.
            let table = if self.is_float { FLOATS } else { INTS };
            let table = if self.rng.below(2) == 0 { &table[..2] } else { table };
            let op = pick(self.rng, table);
            let flags = match op {
                "addi" | "subi" | "muli" | "shli" => pick(
                    self.rng,
                    &["", "", "", "", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"],
                ),
                _ => "",
            };
            self.line(format!("{result} = arith.{op} {a}, {b}{flags} : {ty}"));
        }
        pool.push(result);
    }

    fn operations(&mut self, pool: &mut Vec<String>) {
        for _ in 0..=self.rng.below(4) {
            self.operation(pool);
        }
    }

    fn comparison(&mut self, pool: &[String]) -> String {
        let (a, b, result, ty) = (self.any(pool), self.any(pool), self.fresh(), self.ty.clone());
        let (op, orders) = if self.is_float { ("cmpf", FLOAT_ORDERS) } else { ("cmpi", INT_ORDERS) };
        let order = pick(self.rng, orders);
        self.line(format!("{result} = arith.{op} {order}, {a}, {b} : {ty}"));
        if self.rng.below(4) == 0 {
            self.line(format!("%k{} = arith.constant 1 : i8", self.names));
        }
        result
    }

    fn branching(&mut self, pool: &mut Vec<String>) {
        let (ty, result) = (self.ty.clone(), self.fresh());
        let condition = self.comparison(pool);
        self.line(format!("{result}:2 = scf.if {condition} -> ({ty}, {ty}) {{"));
        for end in ["} else {", "}"] {
            let mut inner = pool.clone();
            self.operations(&mut inner);
            let (a, b) = (self.any(&inner), self.any(&inner));
            self.line(format!("scf.yield {a}, {b} : {ty}, {ty}\n{end}"));
        }
        pool.extend([format!("{result}#0"), format!("{result}#1")]);
    }

    fn counted(&mut self, pool: &mut Vec<String>, counter: &str) {
        let (ty, result) = (self.ty.clone(), self.fresh());
        let (i, x, y) = (self.fresh(), self.fresh(), self.fresh());
        let (a, b) = (self.any(pool), self.any(pool));
        let of = if counter == "index" { String::new() } else { format!(" : {counter}") };
        self.line(format!(
            "{result}:2 = scf.for {i} = %low to %high step %step iter_args({x} = {a}, {y} = {b}) -> ({ty}, {ty}){of} {{"
        ));
        let mut inner = pool.clone();
        inner.extend([x, y]);
        if counter == ty {
            inner.push(i);
        }
        self.operations(&mut inner);
        let (a, b) = (self.any(&inner), self.any(&inner));
        self.line(format!("scf.yield {a}, {b} : {ty}, {ty}\n}}"));
        pool.extend([format!("{result}#0"), format!("{result}#1")]);
    }

    fn conditional_loop(&mut self, pool: &mut Vec<String>) {
        let (ty, result) = (self.ty.clone(), self.fresh());
        let (a, b) = (self.any(pool), self.any(pool));
        let [x, y, u, v] = [(); 4].map(|()| self.fresh());
        self.line(format!("{result}:2 = scf.while ({x} = {a}, {y} = {b}) : ({ty}, {ty}) -> ({ty}, {ty}) {{"));
        let mut inner = pool.clone();
        inner.extend([x, y]);
        self.operations(&mut inner);
        let condition = self.comparison(&inner);
        let (a, b) = (self.any(&inner), self.any(&inner));
        self.line(format!(
            "scf.condition({condition}) {a}, {b} : {ty}, {ty}\n}} do {{\n^bb0({u}: {ty}, {v}: {ty}):"
        ));
        let mut inner = pool.clone();
        inner.extend([u, v]);
        self.operations(&mut inner);
        let (a, b) = (self.any(&inner), self.any(&inner));
        self.line(format!("scf.yield {a}, {b} : {ty}, {ty}\n}}"));
        pool.extend([format!("{result}#0"), format!("{result}#1")]);
    }

    /// A loop of branches whose arguments cross, and the rest of the function after it.
    fn blocks(&mut self, pool: &mut Vec<String>) {
        let ty = self.ty.clone();
        let [x, y, u, v] = [(); 4].map(|()| self.fresh());
        let (a, b) = (self.any(pool), self.any(pool));
        self.line(format!("cf.br ^loop({a}, {b} : {ty}, {ty})\n^loop({x}: {ty}, {y}: {ty}):"));
        pool.extend([x, y]);
        self.operations(pool);
        let condition = self.comparison(pool);
        let [a, b, c, d] = [(); 4].map(|()| self.any(pool));
        self.line(format!(
            "cf.cond_br {condition}, ^loop({a}, {b} : {ty}, {ty}), ^end({c}, {d} : {ty}, {ty})\n^end({u}: {ty}, {v}: {ty}):"
        ));
        pool.extend([u, v]);
    }
}

fn int_type(rng: &mut Rng) -> String {
    match rng.below(8) {
        0 => "index".to_string(),
        _ => format!("i{}", WIDTHS[rng.below(WIDTHS.len() as u64) as usize]),
    }
}

/// A program and the type of the counter of its loop.
fn program(rng: &mut Rng) -> String {
    let counter = int_type(rng);
    let (ty, is_float) = match rng.below(6) {
        0 => ("f32".to_string(), true),
        1 => ("f64".to_string(), true),
        2 => (counter.clone(), false),
        _ => (int_type(rng), false),
    };
    let mut writer = Writer { rng, text: String::new(), ty: ty.clone(), is_float, names: 0 };
    let mut pool: Vec<String> = ["%a", "%b", "%c"].map(str::to_string).into();
    writer.operations(&mut pool);
    match writer.rng.below(5) {
        0 => writer.branching(&mut pool),
        1 | 2 => writer.counted(&mut pool, &counter),
        3 => writer.conditional_loop(&mut pool),
        _ => writer.blocks(&mut pool),
    }
    writer.operations(&mut pool);
    let (x, y) = (writer.any(&pool), writer.any(&pool));
    format!(
        "func.func @main(%a: {ty}, %b: {ty}, %c: {ty}, %low: {counter}, %high: {counter}, %step: {counter}) -> ({ty}, {ty}) {{\n\
         {}return {x}, {y} : {ty}, {ty}\n}}",
        writer.text
    )
}

/// Arguments at the edges of their types; the loop over the last three turns a few times.
fn arguments(ir: &Ir, types: &[Type], rng: &mut Rng) -> Vec<Bits> {
    let width = |ty: &Type| ir.ctx.scalar_width(*ty).expect("a scalar");
    let mut bits: Vec<Bits> = types.iter().map(|ty| rng.edgy_bits(width(ty))).collect();
    let rounds = rng.below(5);
    if rng.below(3) > 0 {
        bits[5] = Bits::from_u64(width(&types[5]), 1 + rng.below(3));
    }
    bits[4] = (0..rounds).fold(bits[3].clone(), |high, _| high.add(&bits[5]));
    bits
}

#[test]
fn what_is_translated_together_is_what_its_parts_are() {
    let mut rng = Rng::new(10);
    let (mut given, mut undefined, mut long) = (0, 0, 0);
    for _ in 0..1500 {
        let text = program(&mut rng);
        let (ir, top) = module(&text);
        let function = crate::find_function(&ir, top, Some("main")).expect("it is there");
        let (inputs, outputs) = func::signature(&ir, function).expect("it has one");
        let limits = Limits { steps: 1_000_000, ..Limits::default() };
        let mut interpreter = Interpreter::new(&ir, top).limits(limits);
        for _ in 0..6 {
            let bits = arguments(&ir, inputs, &mut rng);
            let mut reader = Reader { ir: &ir, values: FxHashMap::default(), fuel: 60 };
            let expected = reader.function(function, bits.iter().cloned().map(Ok).collect());
            if let Err(Stop::Long) = expected {
                long += 1;
                continue;
            }
            let scalar = |(bits, ty): (&Bits, &Type)| Value::Scalar(bits.clone(), *ty);
            let found = interpreter.call("main", bits.iter().zip(inputs).map(scalar).collect());
            match expected {
                Ok(values) => {
                    let values: Vec<Value> = values.iter().zip(outputs).map(scalar).collect();
                    assert_eq!(found.map(|outcome| outcome.results), Ok(values), "{text}\non {bits:?}");
                    given += 1;
                }
                Err(Stop::Fault(codes)) => {
                    let code =
                        found.map(|outcome| outcome.results).expect_err(&format!("{text}\non {bits:?}"))[0]
                            .code;
                    assert!(codes.contains(&code), "{code} rather than {codes:?} in {text}\non {bits:?}");
                    undefined += 1;
                }
                Err(Stop::Long) => unreachable!("it was left out"),
            }
        }
    }
    assert!(
        given > 3000 && undefined > 500,
        "{given} runs gave results, {undefined} were undefined, {long} long"
    );
}
