//! Computations: every operation of `comb`, and those of `hw` that take aggregates apart and put them together.

use super::r#gen::{Gen, MAX_WIDTH, Operand};
use super::types::{Ty, index_width};
use base::Bits;

const PREDICATES: [&str; 14] =
    ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "ceq", "cne", "weq", "wne"];

impl Gen {
    /// Writes one computation.
    pub fn compute(&mut self) {
        match self.rng.below(34) {
            0..=5 => self.variadic(),
            6 => self.binary("sub"),
            7..=9 => self.division(),
            10..=12 => self.shift(),
            13..=15 => self.icmp(),
            16..=19 => self.mux(),
            20 => self.extract(),
            21 => self.concat(),
            22 => self.replicate(),
            23 => self.unary(),
            24 => self.truth_table(),
            25 => {
                let ty = self.ty();
                self.constant(&ty);
            }
            26 => self.wire(),
            27 => self.bitcast(),
            28 => self.parameter(),
            29 => {
                let ty = self.rng.pick(&self.aggregates).clone();
                self.created(&ty);
            }
            30 | 31 => self.array(),
            _ => self.structure(),
        }
    }

    /// The word that says that operands are never unknown; it changes nothing.
    fn bin(&mut self) -> &'static str {
        if self.rng.chance(1, 4) { "bin " } else { "" }
    }

    fn variadic(&mut self) {
        let (name, bin) = (*self.rng.pick(&["add", "and", "mul", "or", "xor"]), self.bin());
        let width = self.width();
        let count = *self.rng.pick(&[1, 2, 2, 2, 3, 4]);
        let operands: Vec<Operand> = (0..count).map(|_| self.operand(&Ty::Int(width))).collect();
        let (names, inputs) = joined(&operands);
        self.define(Ty::Int(width), inputs, &format!("comb.{name} {bin}{names} : i{width}"));
    }

    fn binary(&mut self, name: &str) {
        let (width, bin) = (self.width(), self.bin());
        let a = self.operand(&Ty::Int(width));
        let b = self.other(&Ty::Int(width), &a.name);
        self.define_binary(name, bin, &a, &b, width);
    }

    fn define_binary(&mut self, name: &str, bin: &str, a: &Operand, b: &Operand, width: u32) -> Operand {
        let text = format!("comb.{name} {bin}{}, {} : i{width}", a.name, b.name);
        self.define(Ty::Int(width), a.inputs | b.inputs, &text)
    }

    fn division(&mut self) {
        let (name, bin) = (*self.rng.pick(&["divs", "divu", "mods", "modu"]), self.bin());
        let width = self.width();
        let ty = Ty::Int(width);
        let (a, mut b) = (self.operand(&ty), self.operand(&ty));
        if self.config.circt_defined {
            // An odd divisor is not zero, and one without its top bit is not minus one.
            if width == 1 {
                return;
            }
            let positive = self.constant_of(&ty, &Bits::max_signed(width));
            b = self.define_binary("and", "", &b, &positive, width);
            let one = self.constant_of(&ty, &Bits::from_u64(width, 1));
            b = self.define_binary("or", "", &b, &one, width);
        }
        self.define_binary(name, bin, &a, &b, width);
    }

    fn shift(&mut self) {
        let (name, bin) = (*self.rng.pick(&["shl", "shrs", "shru"]), self.bin());
        let width = self.width();
        let ty = Ty::Int(width);
        let a = self.operand(&ty);
        // Most numbers are shifts past the width; half of the shifts are not.
        let near = index_width(width + 1);
        let b = if self.rng.bool() && near < width {
            let small = self.operand(&Ty::Int(near));
            let zero = self.constant_of(&Ty::Int(width - near), &Bits::zero(width - near));
            let text = format!("comb.concat {}, {} : i{}, i{near}", zero.name, small.name, width - near);
            self.define(ty, small.inputs, &text)
        } else {
            self.operand(&ty)
        };
        self.define_binary(name, bin, &a, &b, width);
    }

    fn icmp(&mut self) {
        // What four-valued comparison is to a tool with two values differs between tools.
        let count = if self.config.circt_defined { 10 } else { PREDICATES.len() };
        let (predicate, bin) = (*self.rng.pick(&PREDICATES[..count]), self.bin());
        let width = self.width();
        let a = self.operand(&Ty::Int(width));
        let b = self.other(&Ty::Int(width), &a.name);
        let text = format!("comb.icmp {bin}{predicate} {}, {} : i{width}", a.name, b.name);
        self.define(Ty::BIT, a.inputs | b.inputs, &text);
    }

    fn mux(&mut self) {
        let (ty, bin) = (self.ty(), self.bin());
        let (c, a) = (self.bit(), self.operand(&ty));
        let b = self.other(&ty, &a.name);
        let text = format!("comb.mux {bin}{}, {}, {} : {}", c.name, a.name, b.name, ty.text());
        self.define(ty, c.inputs | a.inputs | b.inputs, &text);
    }

    fn extract(&mut self) {
        let (from, have) = self.any_int();
        let width = self.rng.between(1, i64::from(have)) as u32;
        let low = self.rng.below(u64::from(have - width) + 1);
        let text = format!("comb.extract {} from {low} : (i{have}) -> i{width}", from.name);
        self.define(Ty::Int(width), from.inputs, &text);
    }

    fn concat(&mut self) {
        let count = 1 + self.rng.index(4);
        let (mut operands, mut types, mut width) = (Vec::new(), Vec::new(), 0);
        for _ in 0..count {
            let (operand, have) = self.any_int();
            if width + have <= MAX_WIDTH {
                width += have;
                operands.push(operand);
                types.push(format!("i{have}"));
            }
        }
        if width > 0 {
            let (names, inputs) = joined(&operands);
            let text = format!("comb.concat {names} : {}", types.join(", "));
            self.define(Ty::Int(width), inputs, &text);
        }
    }

    fn replicate(&mut self) {
        let (from, have) = self.any_int();
        let most = MAX_WIDTH / have;
        if most > 0 {
            let width = have * (1 + self.rng.below(u64::from(most.min(5))) as u32);
            let text = format!("comb.replicate {} : (i{have}) -> i{width}", from.name);
            self.define(Ty::Int(width), from.inputs, &text);
        }
    }

    fn unary(&mut self) {
        let ((from, have), bin) = (self.any_int(), self.bin());
        if self.rng.bool() {
            self.define(Ty::BIT, from.inputs, &format!("comb.parity {bin}{} : i{have}", from.name));
        } else {
            self.define(Ty::Int(have), from.inputs, &format!("comb.reverse {} : i{have}", from.name));
        }
    }

    fn truth_table(&mut self) {
        let count = 1 + self.rng.index(4);
        let operands: Vec<Operand> = (0..count).map(|_| self.bit()).collect();
        let (names, inputs) = joined(&operands);
        let rows: Vec<String> = (0..1 << count).map(|_| self.rng.bool().to_string()).collect();
        self.define(Ty::BIT, inputs, &format!("comb.truth_table {names} -> [{}]", rows.join(", ")));
    }

    fn wire(&mut self) {
        let ty = self.ty();
        let from = self.operand(&ty);
        let symbol = if self.rng.chance(1, 3) { format!(" sym @{}", self.symbol()) } else { String::new() };
        let name = if self.rng.bool() {
            format!(" name \"{}\"", self.names.string(&mut self.rng))
        } else {
            String::new()
        };
        let text = format!("hw.wire {}{symbol}{name} : {}", from.name, ty.text());
        self.define(ty, from.inputs, &text);
    }

    /// The name of a symbol inside the module.
    pub fn symbol(&mut self) -> String {
        self.symbols += 1;
        format!("sym{}", self.symbols)
    }

    fn bitcast(&mut self) {
        let Some(at) = self.pick(|_| true) else { return };
        let from = self.values[at].ty.clone();
        let width = from.width();
        let mut targets: Vec<Ty> = self.aggregates.iter().filter(|ty| ty.width() == width).cloned().collect();
        targets.push(Ty::Int(width));
        targets.extend(
            [2, 3, 4, 5]
                .into_iter()
                .filter(|n| width.is_multiple_of(*n))
                .map(|n| Ty::Array(n, Box::new(Ty::Int(width / n)))),
        );
        let to = self.rng.pick(&targets).clone();
        let operand = self.operand(&from);
        let text = format!("hw.bitcast {} : ({}) -> {}", operand.name, from.text(), to.text());
        self.define(to, operand.inputs, &text);
    }

    fn parameter(&mut self) {
        if self.parameters.is_empty() {
            return;
        }
        let (name, width) = self.rng.pick(&self.parameters).clone();
        let text = format!("hw.param.value i{width} = #hw.param.decl.ref<\"{name}\">");
        self.define(Ty::Int(width), 0, &text);
    }

    /// An aggregate made of its parts.
    pub fn created(&mut self, ty: &Ty) -> Operand {
        match ty {
            Ty::Int(_) => self.operand(ty),
            Ty::Array(count, element) => {
                let operands: Vec<Operand> = (0..*count).map(|_| self.operand(element)).collect();
                let (names, inputs) = joined(&operands);
                self.define(ty.clone(), inputs, &format!("hw.array_create {names} : {}", element.text()))
            }
            Ty::Struct(fields) => {
                let operands: Vec<Operand> = fields.iter().map(|(_, ty)| self.operand(ty)).collect();
                let (names, inputs) = joined(&operands);
                self.define(ty.clone(), inputs, &format!("hw.struct_create ({names}) : {}", ty.text()))
            }
        }
    }

    /// An index into so many places. Past the end now and then, unless that must not be.
    fn array_index(&mut self, count: u32) -> Operand {
        let width = index_width(count);
        if self.config.circt_defined && 1 << width != count {
            let bits = Bits::from_u64(width, self.rng.below(u64::from(count)));
            return self.constant_of(&Ty::Int(width), &bits);
        }
        self.operand(&Ty::Int(width))
    }

    fn array(&mut self) {
        let Some(at) = self.pick(|value| matches!(value.ty, Ty::Array(..))) else { return };
        let ty = self.values[at].ty.clone();
        let Ty::Array(count, element) = &ty else { return };
        let (array, text, width) = (self.operand(&ty), ty.text(), index_width(*count));
        // The index of a slice of one element has no bits.
        match self.rng.below(4) * u64::from(*count > 1) {
            0 => {
                let index = self.array_index(*count);
                let line = format!("hw.array_get {}[{}] : {text}, i{width}", array.name, index.name);
                self.define((**element).clone(), array.inputs | index.inputs, &line);
            }
            1 => {
                let length = self.rng.between(1, i64::from(*count)) as u32;
                let index = if self.config.circt_defined {
                    let bits = Bits::from_u64(width, self.rng.below(u64::from(count - length) + 1));
                    self.constant_of(&Ty::Int(width), &bits)
                } else {
                    self.operand(&Ty::Int(width))
                };
                let slice = Ty::Array(length, element.clone());
                let line =
                    format!("hw.array_slice {}[{}] : ({text}) -> {}", array.name, index.name, slice.text());
                self.define(slice, array.inputs | index.inputs, &line);
            }
            2 => {
                let index = self.array_index(*count);
                let value = self.operand(element);
                let line = format!(
                    "hw.array_inject {}[{}], {} : {text}, i{width}",
                    array.name, index.name, value.name
                );
                self.define(ty.clone(), array.inputs | index.inputs | value.inputs, &line);
            }
            _ => {
                let other = Ty::Array(1 + self.rng.below(3) as u32, element.clone());
                let whole = Ty::Array(count + other.width() / element.width(), element.clone());
                if whole.width() <= MAX_WIDTH {
                    let second = self.operand(&other);
                    let line =
                        format!("hw.array_concat {}, {} : {text}, {}", array.name, second.name, other.text());
                    self.define(whole, array.inputs | second.inputs, &line);
                }
            }
        }
    }

    fn structure(&mut self) {
        let Some(at) = self.pick(|value| matches!(value.ty, Ty::Struct(_))) else { return };
        let ty = self.values[at].ty.clone();
        let Ty::Struct(fields) = &ty else { return };
        let (from, text) = (self.operand(&ty), ty.text());
        let (field, part) = self.rng.pick(fields).clone();
        match self.rng.below(3) {
            0 => {
                self.define(
                    part,
                    from.inputs,
                    &format!("hw.struct_extract {}[\"{field}\"] : {text}", from.name),
                );
            }
            1 => {
                let value = self.operand(&part);
                let line = format!("hw.struct_inject {}[\"{field}\"], {} : {text}", from.name, value.name);
                self.define(ty.clone(), from.inputs | value.inputs, &line);
            }
            _ => {
                let names: Vec<String> = fields.iter().map(|_| self.fresh()).collect();
                self.lines.push(format!("{} = hw.struct_explode {} : {text}", names.join(", "), from.name));
                for (name, (_, part)) in names.into_iter().zip(fields) {
                    self.add(name, part.clone(), from.inputs);
                }
            }
        }
    }
}

/// The names of operands with commas between, and all inputs they depend on.
pub(super) fn joined(operands: &[Operand]) -> (String, u64) {
    let names: Vec<&str> = operands.iter().map(|operand| &*operand.name).collect();
    (names.join(", "), operands.iter().fold(0, |all, operand| all | operand.inputs))
}
