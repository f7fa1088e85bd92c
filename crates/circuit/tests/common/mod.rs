//! A plain evaluator of flat modules, for tests that look at what a circuit does: every value is computed from the records of the
//! operations whenever it is asked for. Slow, and not for circuits with deep logic.

use base::Bits;
use dialects::{hw, seq};
use ir::{EvalCx, Ir, Op, Type, Value, ValueDef};
use std::collections::HashMap;

/// A module in some cycle.
pub struct Machine {
    ir: Ir,
    module: Op,
    inputs: Vec<Bits>,
    /// What registers hold, by result.
    registers: HashMap<Value, Bits>,
    /// What memories hold, by result.
    memories: HashMap<Value, Vec<Bits>>,
    settled: HashMap<Value, Bits>,
}

impl Machine {
    /// The only module of a design, at its start.
    pub fn new(ir: Ir, design: Op) -> Machine {
        let mut modules = ir.walk(design).into_iter().filter(|op| ir.code(*op) == hw::MODULE);
        let module = modules.next().expect("there is a module");
        assert!(modules.next().is_none(), "the design is flat");
        drop(modules);
        let inputs = ir.args(ir.entry(ir.region(module, 0)).expect("it has a body"));
        let width = |value: &Value| ir.ctx.bit_width(ir.ty(*value)).expect("ports are bits") as u32;
        let inputs = inputs.iter().map(|input| Bits::zero(width(input))).collect();
        Machine {
            ir,
            module,
            inputs,
            registers: HashMap::new(),
            memories: HashMap::new(),
            settled: HashMap::new(),
        }
    }

    /// Sets an input by its number.
    pub fn set(&mut self, input: usize, value: u64) {
        self.inputs[input] = Bits::from_u64(self.inputs[input].width(), value);
        self.settled.clear();
    }

    /// An output by its number.
    pub fn get(&mut self, output: usize) -> u64 {
        let body = self.ir.entry(self.ir.region(self.module, 0)).expect("it has a body");
        let end = self.ir.last_op(body).expect("it has outputs");
        let value = self.ir.operand(end, output);
        self.value(value).low_u64()
    }

    /// An edge of the clock.
    pub fn step(&mut self) {
        let body = self.ir.entry(self.ir.region(self.module, 0)).expect("it has a body");
        let ops: Vec<Op> = self.ir.block_ops(body).collect();
        let (mut registers, mut writes) = (Vec::new(), Vec::new());
        for op in ops {
            if let Some(register) = seq::register(&self.ir, op) {
                let result = self.ir.result(op, 0);
                let reset = register.reset.filter(|reset| self.is_set(reset.signal));
                let next = match (reset, register.enable) {
                    (Some(reset), _) => reset.value,
                    (None, Some(enable)) if !self.is_set(enable) => result,
                    _ => register.input,
                };
                let next = self.value(next);
                registers.push((result, next));
            } else if let Some(port) = seq::write_port(&self.ir, op) {
                assert!(port.mask.is_none(), "masks are not known here");
                if port.enable.is_none_or(|enable| self.is_set(enable)) {
                    let address = self.value(port.address).low_u64() as usize;
                    writes.push((port.memory, address, self.value(port.data)));
                }
            }
        }
        self.registers.extend(registers);
        for (memory, address, word) in writes {
            if let Some(place) = self.memory(memory).get_mut(address) {
                *place = word;
            }
        }
        self.settled.clear();
    }

    fn memory(&mut self, memory: Value) -> &mut Vec<Bits> {
        let shape = seq::memory_type(&self.ir.ctx, self.ir.ty(memory)).expect("a port has a memory");
        self.memories.entry(memory).or_insert_with(|| vec![Bits::zero(shape.width); shape.depth as usize])
    }

    fn is_set(&mut self, bit: Value) -> bool {
        !self.value(bit).is_zero()
    }

    fn value(&mut self, value: Value) -> Bits {
        if let Some(known) = self.settled.get(&value) {
            return known.clone();
        }
        let ValueDef::Result(op, index) = self.ir.value_def(value) else {
            let ValueDef::Argument(_, index) = self.ir.value_def(value) else { panic!("a value is defined") };
            return self.inputs[index as usize].clone();
        };
        let width = self.ir.ctx.bit_width(self.ir.ty(value)).expect("values are bits") as u32;
        if seq::register(&self.ir, op).is_some() {
            let start = || seq::Initials::default().of(&self.ir, op).expect("registers start with something");
            return self.registers.get(&value).cloned().unwrap_or_else(start);
        }
        let result = if let Some(port) = seq::read_port(&self.ir, op) {
            assert!(port.enable.is_none(), "enables of reads are not known here");
            let address = self.value(port.address).low_u64() as usize;
            self.memory(port.memory).get(address).cloned().unwrap_or_else(|| Bits::zero(width))
        } else if self.ir.code(op) == hw::WIRE {
            self.value(self.ir.operand(op, 0))
        } else {
            let operands: Vec<Value> = self.ir.operands(op).collect();
            let operands: Vec<Bits> = operands.into_iter().map(|operand| self.value(operand)).collect();
            let types: Vec<Type> = self.ir.operands(op).map(|operand| self.ir.ty(operand)).collect();
            let results: Vec<Type> = self.ir.results(op).map(|result| self.ir.ty(result)).collect();
            let eval = self.ir.def(op).and_then(|def| def.eval);
            let eval = eval.unwrap_or_else(|| panic!("{} cannot be evaluated", self.ir.name(op)));
            let cx =
                EvalCx { ctx: &self.ir.ctx, props: self.ir.props(op), operands: &types, results: &results };
            eval(&cx, &operands).expect("circuits are defined")[index as usize].clone()
        };
        self.settled.insert(value, result.clone());
        result
    }
}
