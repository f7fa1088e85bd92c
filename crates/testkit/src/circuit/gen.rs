//! The generator's state: the modules so far, and the present one's lines and values.

use super::Config;
use super::module::Module;
use super::names::Names;
use super::types::{Ty, palette};
use base::{Bits, Rng};

/// Inputs of the present module, one bit each.
pub(super) type Inputs = u64;

/// A value in reach.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// With its `%`.
    pub name: String,
    pub ty: Ty,
    /// The inputs it depends on in the same cycle.
    pub inputs: Inputs,
    pub used: bool,
}

/// An operand that was chosen.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub name: String,
    pub inputs: Inputs,
}

/// The widest value that computations make.
pub(super) const MAX_WIDTH: u32 = 256;

pub(super) struct Gen {
    pub rng: Rng,
    pub config: Config,
    pub modules: Vec<Module>,
    pub widths: Vec<u32>,
    /// Aggregates that the circuit uses.
    pub aggregates: Vec<Ty>,
    /// The operations of the present module, in the order they were made.
    pub lines: Vec<String>,
    pub values: Vec<Value>,
    pub names: Names,
    /// Values of type `!seq.clock` of the present module that tick.
    pub clocks: Vec<String>,
    /// A clock of the present module that never ticks.
    pub still_clock: Option<String>,
    /// Parameters of the present module with their types.
    pub parameters: Vec<(String, u32)>,
    /// Names of symbols inside of modules.
    pub symbols: u32,
}

impl Gen {
    pub fn new(config: Config) -> Gen {
        let mut rng = Rng::new(config.seed);
        let widths = palette(&mut rng);
        let mut made = Gen {
            rng,
            config,
            modules: Vec::new(),
            widths,
            aggregates: Vec::new(),
            lines: Vec::new(),
            values: Vec::new(),
            names: Names::default(),
            clocks: Vec::new(),
            still_clock: None,
            parameters: Vec::new(),
            symbols: 0,
        };
        for _ in 0..4 {
            let aggregate = made.new_aggregate(2);
            made.aggregates.push(aggregate);
        }
        made
    }

    // ----- types -----

    pub fn width(&mut self) -> u32 {
        *self.rng.pick(&self.widths)
    }

    /// A type for a port, a register, a choice: mostly an integer.
    pub fn ty(&mut self) -> Ty {
        if self.rng.chance(1, 4) { self.rng.pick(&self.aggregates).clone() } else { Ty::Int(self.width()) }
    }

    /// An aggregate that is nested at most this deep and not too wide.
    fn new_aggregate(&mut self, depth: u32) -> Ty {
        loop {
            let part = |made: &mut Gen| {
                if depth > 1 && made.rng.chance(1, 3) {
                    made.new_aggregate(depth - 1)
                } else {
                    Ty::Int(made.width())
                }
            };
            let ty = if self.rng.bool() {
                let count = *self.rng.pick(&[1, 2, 2, 3, 4, 4, 5, 8]);
                Ty::Array(count, Box::new(part(self)))
            } else {
                let count = 1 + self.rng.index(3);
                let names = ["x", "type", "y", "in", "a_b", "Z"];
                let first = self.rng.index(names.len() - count + 1);
                Ty::Struct(
                    names[first..][..count].iter().map(|name| (name.to_string(), part(self))).collect(),
                )
            };
            if ty.width() <= MAX_WIDTH {
                return ty;
            }
        }
    }

    // ----- values -----

    /// Writes an operation and takes its result into reach.
    pub fn define(&mut self, ty: Ty, inputs: Inputs, text: &str) -> Operand {
        let name = format!("%{}", self.names.value(&mut self.rng));
        self.lines.push(format!("{name} = {text}"));
        self.add(name.clone(), ty, inputs);
        Operand { name, inputs }
    }

    /// Takes a value into reach.
    pub fn add(&mut self, name: String, ty: Ty, inputs: Inputs) {
        self.values.push(Value { name, ty, inputs, used: false });
    }

    pub fn fresh(&mut self) -> String {
        format!("%{}", self.names.value(&mut self.rng))
    }

    fn use_value(&mut self, at: usize) -> Operand {
        let value = &mut self.values[at];
        value.used = true;
        Operand { name: value.name.clone(), inputs: value.inputs }
    }

    /// One of the values that satisfy a condition, with a taste for those that nobody uses.
    pub fn pick(&mut self, wanted: impl Fn(&Value) -> bool) -> Option<usize> {
        let all: Vec<usize> = (0..self.values.len()).filter(|at| wanted(&self.values[*at])).collect();
        let unused: Vec<usize> = all.iter().copied().filter(|at| !self.values[*at].used).collect();
        let from = if unused.is_empty() || self.rng.chance(1, 3) { &all } else { &unused };
        if from.is_empty() { None } else { Some(*self.rng.pick(from)) }
    }

    /// A value of a type: one that is there, or one made for the purpose.
    pub fn operand(&mut self, ty: &Ty) -> Operand {
        if self.rng.chance(3, 4)
            && let Some(at) = self.pick(|value| value.ty == *ty)
        {
            return self.use_value(at);
        }
        if self.rng.chance(1, 8) {
            return self.constant(ty);
        }
        match ty {
            Ty::Int(width) => self.converted(*width),
            _ if self.rng.bool() => {
                let width = ty.width();
                let from = self.operand(&Ty::Int(width));
                let text = format!("hw.bitcast {} : (i{width}) -> {}", from.name, ty.text());
                self.define(ty.clone(), from.inputs, &text)
            }
            _ => self.created(ty),
        }
    }

    /// A value of a type that is another one than a given value, if that can be had without trying long.
    pub fn other(&mut self, ty: &Ty, than: &str) -> Operand {
        for _ in 0..3 {
            let operand = self.operand(ty);
            if operand.name != than {
                return operand;
            }
        }
        self.constant(ty)
    }

    pub fn bit(&mut self) -> Operand {
        self.operand(&Ty::BIT)
    }

    /// A constant with a taste for edges.
    pub fn constant(&mut self, ty: &Ty) -> Operand {
        let bits = self.rng.edgy_bits(ty.width());
        self.constant_of(ty, &bits)
    }

    pub fn constant_of(&mut self, ty: &Ty, bits: &Bits) -> Operand {
        let text = constant_text(ty, bits);
        self.define(ty.clone(), 0, &text)
    }

    /// A value of any integer type that is there, as an operand with its width; a constant when there is none.
    pub fn any_int(&mut self) -> (Operand, u32) {
        match self.pick(|value| matches!(value.ty, Ty::Int(_))) {
            Some(at) => (self.use_value(at), self.values[at].ty.width()),
            None => {
                let width = self.width();
                (self.constant(&Ty::Int(width)), width)
            }
        }
    }

    /// An integer of a width made from a value of another type.
    fn converted(&mut self, width: u32) -> Operand {
        let Some(at) = self.pick(|_| true) else { return self.constant(&Ty::Int(width)) };
        let (mut from, ty) = (self.use_value(at), self.values[at].ty.clone());
        let have = ty.width();
        if !matches!(ty, Ty::Int(_)) {
            let text = format!("hw.bitcast {} : ({}) -> i{have}", from.name, ty.text());
            from = self.define(Ty::Int(have), from.inputs, &text);
        }
        self.resized(&from, have, width)
    }

    /// An integer cut or extended to a width.
    pub fn resized(&mut self, from: &Operand, have: u32, width: u32) -> Operand {
        let name = &from.name;
        let text = if have == width {
            return from.clone();
        } else if have > width {
            let low = self.rng.below(u64::from(have - width) + 1);
            format!("comb.extract {name} from {low} : (i{have}) -> i{width}")
        } else if width.is_multiple_of(have) && self.rng.bool() {
            format!("comb.replicate {name} : (i{have}) -> i{width}")
        } else if self.rng.chance(1, 3) {
            let sign = format!("comb.extract {name} from {} : (i{have}) -> i1", have - 1);
            let sign = self.define(Ty::BIT, from.inputs, &sign);
            let more = width - have;
            let high = format!("comb.replicate {} : (i1) -> i{more}", sign.name);
            let high = self.define(Ty::Int(more), from.inputs, &high);
            format!("comb.concat {}, {name} : i{more}, i{have}", high.name)
        } else {
            let zero = self.constant_of(&Ty::Int(width - have), &Bits::zero(width - have));
            format!("comb.concat {}, {name} : i{}, i{have}", zero.name, width - have)
        };
        self.define(Ty::Int(width), from.inputs, &text)
    }
}

/// The operation that makes a constant.
pub(super) fn constant_text(ty: &Ty, bits: &Bits) -> String {
    match ty {
        Ty::Int(_) => format!("hw.constant {}", ty.literal(bits)),
        _ => format!("hw.aggregate_constant {} : {}", ty.literal(bits), ty.text()),
    }
}
