//! Computations: an operation of the catalogue on values in reach, with guards against what it leaves undefined.

use super::catalogue::{Entry, Signature};
use super::r#gen::{Gen, list};
use super::types::{Scalar, Ty};
use base::{Bits, FloatFormat, float};
use ir::constraints::AttrSyntax;
use ir::{AttrDef, OpDef, Presence};

impl Gen<'_> {
    /// One operation of the catalogue, each as likely as any other.
    pub(super) fn computation(&mut self) {
        let catalogue = self.catalogue;
        let entry = self.rng.pick(&catalogue.entries);
        let signature = self.signature(entry);
        let mut operands: Vec<String> = signature.operands.iter().map(|ty| self.value(*ty)).collect();
        let overflow = self.guard(entry.def, signature, &mut operands);
        let results = self.operation(entry.def, signature, &operands, overflow);
        for (name, ty) in results.into_iter().zip(&signature.results) {
            self.bring(name, *ty);
        }
    }

    /// The typing, out of a few, that can use most of what is in reach.
    fn signature<'a>(&mut self, entry: &'a Entry) -> &'a Signature {
        let tries: Vec<&Signature> = (0..6).map(|_| self.rng.pick(&entry.signatures)).collect();
        let fit = |signature: &Signature| {
            let known = |ty: &&Scalar| self.vars.iter().any(|var| var.ty == Ty::Scalar(**ty));
            let liked = signature.results.iter().filter(|ty| self.palette.contains(ty)).count();
            2 * signature.operands.iter().filter(known).count() + liked
        };
        tries.into_iter().max_by_key(|signature| fit(signature)).expect("there are several tries")
    }

    /// Writes an operation in generic form and gives its results.
    fn operation(
        &mut self,
        def: &OpDef,
        signature: &Signature,
        operands: &[String],
        overflow: Option<&'static str>,
    ) -> Vec<String> {
        let mut attrs = Vec::new();
        for attr in def.attrs {
            let value = if attr.name == "overflowFlags" {
                overflow.map(|flags| format!("#arith.overflow<{flags}>"))
            } else {
                self.attribute(attr)
            };
            attrs.extend(value.map(|value| format!("{} = {value}", attr.name)));
        }
        let props = if attrs.is_empty() { String::new() } else { format!(" <{{{}}}>", attrs.join(", ")) };
        let tag = if self.rng.chance(1, 40) { " {tag = \"kept\"}" } else { "" };
        let results = match &signature.results[..] {
            [one] => one.to_string(),
            several => format!("({})", list(several)),
        };
        let text = format!(
            "\"{}\"({}){props}{tag} : ({}) -> {results}",
            def.name,
            list(operands),
            list(&signature.operands)
        );
        self.define_many(signature.results.len(), text)
    }

    /// A value for an attribute, or nothing where that is allowed.
    fn attribute(&mut self, attr: &AttrDef) -> Option<String> {
        if !matches!(attr.presence, Presence::Required) && self.rng.chance(2, 3) {
            return None;
        }
        match attr.kind.syntax {
            AttrSyntax::Enum(def) => {
                let mut cases: Vec<&str> =
                    def.cases.iter().map(|(name, _)| *name).filter(|name| *name != "none").collect();
                self.rng.shuffle(&mut cases);
                let count = if def.flags.is_some() { 1 + self.rng.index(2) } else { 1 };
                cases.truncate(count);
                if cases.contains(&"fast") {
                    cases = vec!["fast"];
                }
                Some(format!("#{}<{}>", def.name, cases.join(def.flags.unwrap_or_default())))
            }
            AttrSyntax::IntEnum(def, ty) => {
                let width = if ty == ir::Type::I32 { 32 } else { 64 };
                Some(format!("{} : i{width}", self.rng.pick(def.cases).1))
            }
            _ => None,
        }
    }

    /// Changes operands so that the operation is defined for them, whatever they are; gives the overflow flags that are then
    /// safe to promise.
    fn guard(&mut self, def: &OpDef, signature: &Signature, operands: &mut [String]) -> Option<&'static str> {
        let ty = signature.operands[0];
        match def.name.split_once('.').expect("names have a dialect").1 {
            "divui" | "remui" | "ceildivui" => operands[1] = self.odd(&operands[1].clone(), ty),
            "divsi" | "remsi" | "ceildivsi" | "floordivsi" => {
                operands[1] = self.odd(&operands[1].clone(), ty);
                operands[0] = self.not_least(&operands[0].clone(), ty);
            }
            "ipowi" => operands[0] = self.odd(&operands[0].clone(), ty),
            "shli" | "shrsi" | "shrui" | "addi" | "subi" | "muli" => {
                return self.guard_overflow(def, ty, operands);
            }
            "fptosi" => operands[0] = self.fitting(&operands[0].clone(), ty, signature.results[0], true),
            "fptoui" => operands[0] = self.fitting(&operands[0].clone(), ty, signature.results[0], false),
            // Which NaN an operation gives is not defined, so nobody may look at its bits.
            "bitcast" => operands[0] = self.not_nan(&operands[0].clone(), ty),
            "copysign" => operands[1] = self.not_nan(&operands[1].clone(), ty),
            _ => {}
        }
        None
    }

    fn guard_overflow(&mut self, def: &OpDef, ty: Scalar, operands: &mut [String]) -> Option<&'static str> {
        let width = ty.width();
        let shift = def.name.ends_with("shli") || def.name.ends_with("shrsi") || def.name.ends_with("shrui");
        let flags = ["nsw", "nuw", "nsw, nuw"];
        let promise = (def.attr("overflowFlags").is_some() && width >= 4 && self.rng.chance(1, 3))
            .then(|| *self.rng.pick(&flags));
        if promise.is_none() {
            if shift {
                operands[1] = self.modulo(&operands[1].clone(), u64::from(width), ty);
            }
            return None;
        }
        let (a, b) = (operands[0].clone(), operands[1].clone());
        match def.name {
            "arith.addi" => {
                operands[0] = self.low_bits(&a, width - 2, ty);
                operands[1] = self.low_bits(&b, width - 2, ty);
            }
            "arith.subi" => {
                let low = self.low_bits(&a, width - 2, ty);
                let high = Bits::from_u64(width, 1).shl(width - 2).expect("the shift is below the width");
                let high = self.constant(ty, &high);
                operands[0] = self.binary("ori", &low, &high, ty);
                operands[1] = self.low_bits(&b, width - 2, ty);
            }
            "arith.muli" => {
                operands[0] = self.low_bits(&a, (width - 1) / 2, ty);
                operands[1] = self.low_bits(&b, (width - 1) / 2, ty);
            }
            _ => {
                operands[0] = self.low_bits(&a, width / 2 - 1, ty);
                operands[1] = self.modulo(&b, u64::from(width / 2), ty);
            }
        }
        promise
    }

    fn odd(&mut self, value: &str, ty: Scalar) -> String {
        let one = self.int(ty, 1);
        self.binary("ori", value, &one, ty)
    }

    fn not_least(&mut self, value: &str, ty: Scalar) -> String {
        let least = self.constant(ty, &Bits::min_signed(ty.width()));
        let zero = self.int(ty, 0);
        let is_least = self.compare("eq", value, &least, ty);
        self.select(&is_least, &zero, value, ty)
    }

    fn low_bits(&mut self, value: &str, count: u32, ty: Scalar) -> String {
        let mask = Bits::ones(ty.width()).lshr(ty.width() - count).expect("some bit is kept");
        let mask = self.constant(ty, &mask);
        self.binary("andi", value, &mask, ty)
    }

    /// The value modulo a number that is not zero and fits the type.
    pub(super) fn modulo(&mut self, value: &str, size: u64, ty: Scalar) -> String {
        let size = self.constant(ty, &Bits::from_u64(ty.width(), size));
        self.binary("remui", value, &size, ty)
    }

    fn not_nan(&mut self, value: &str, ty: Scalar) -> String {
        let Scalar::Float(format) = ty else { return value.to_string() };
        let zero = self.constant(ty, &float::zero(format, false));
        let is_nan = self.compare("uno", value, value, ty);
        self.select(&is_nan, &zero, value, ty)
    }

    /// A float clamped to what an integer type holds.
    fn fitting(&mut self, value: &str, ty: Scalar, to: Scalar, signed: bool) -> String {
        let Scalar::Float(format) = ty else { return value.to_string() };
        let (low, high) = bounds(format, to.width(), signed);
        let value = self.not_nan(value, ty);
        let (low, high) = (self.constant(ty, &low), self.constant(ty, &high));
        let value = self.binary("maximumf", &value, &low, ty);
        self.binary("minimumf", &value, &high, ty)
    }

    // ----- what is undefined unless something -----

    /// Poison that is made and not used: under a `select` that chooses the other value, or by nobody.
    pub(super) fn unused_poison(&mut self) {
        let ty = self.some_int();
        let width = ty.width();
        let (a, b) = (self.value(ty), self.value(ty));
        if self.rng.chance(1, 3) {
            let name = *self.rng.pick(&["addi", "subi", "muli"]);
            self.define(format_args!("arith.{name} {a}, {b} overflow<nsw, nuw> : {ty}"));
            return;
        }
        let name = *self.rng.pick(&["shli", "shrsi", "shrui"]);
        let shifted = self.binary(name, &a, &b, ty);
        let limit = self.constant(ty, &Bits::from_u64(width, u64::from(width)));
        let (result, other) = if self.rng.bool() {
            let fits = self.compare("ult", &b, &limit, ty);
            (self.select(&fits, &shifted, &a, ty), b)
        } else {
            let large = self.compare("uge", &b, &limit, ty);
            (self.select(&large, &a, &shifted, ty), b)
        };
        self.bring(result.clone(), ty);
        // One more step, so that folding through the select has something to get wrong.
        let sum = self.binary("xori", &result, &other, ty);
        self.bring(sum, ty);
    }

    /// A division that only runs where it is defined, so that nobody may compute it earlier.
    pub(super) fn guarded_division(&mut self) {
        let ty = self.some_int();
        let (a, b) = (self.value(ty), self.value(ty));
        let zero = self.int(ty, 0);
        let defined = self.compare("ne", &b, &zero, ty);
        let name = *self.rng.pick(&["divui", "remui", "ceildivui"]);
        let result = self.fresh();
        self.line(format_args!("{result} = scf.if {defined} -> ({ty}) {{"));
        self.indent += 1;
        let quotient = self.binary(name, &a, &b, ty);
        self.line(format_args!("scf.yield {quotient} : {ty}"));
        self.indent -= 1;
        self.line("} else {");
        self.indent += 1;
        self.line(format_args!("scf.yield {a} : {ty}"));
        self.indent -= 1;
        self.line("}");
        self.bring(result, ty);
    }

    /// As [`Self::guarded_division`], guarded by a loop that does not run when the divisor is zero.
    pub(super) fn zero_trip_division(&mut self) {
        let ty = self.some_int();
        let (a, b) = (self.value(ty), self.value(ty));
        let zero = self.int(ty, 0);
        let defined = self.compare("ne", &b, &zero, ty);
        let name = *self.rng.pick(&["divui", "remui", "ceildivui"]);
        self.loop_where(&defined, &a, ty, |g| g.binary(name, &a, &b, ty));
    }

    /// A choice by what may be poison, in a loop that does not run when it is.
    pub(super) fn zero_trip_choice(&mut self) {
        let ty = self.some_int();
        let (a, b) = (self.value(ty), self.value(ty));
        let limit = self.constant(ty, &Bits::from_u64(ty.width(), u64::from(ty.width())));
        let fits = self.compare("ult", &b, &limit, ty);
        let shifted = self.binary("shli", &a, &b, ty);
        let condition = self.compare("slt", &shifted, &a, ty);
        self.loop_where(&fits, &a, ty, |g| {
            let choice = g.fresh();
            g.line(format_args!("{choice} = scf.if {condition} -> ({ty}) {{"));
            g.line(format_args!("  scf.yield {a} : {ty}"));
            g.line("} else {");
            g.line(format_args!("  scf.yield {b} : {ty}"));
            g.line("}");
            choice
        });
    }

    /// A loop that runs twice, or not at all when `defined` is false, and sums what `computes` writes.
    fn loop_where(
        &mut self,
        defined: &str,
        start: &str,
        ty: Scalar,
        computes: impl FnOnce(&mut Self) -> String,
    ) {
        let (none, one) = (self.index(0), self.index(1));
        let rounds = self.index(2);
        let end = self.select(defined, &rounds, &none, Scalar::Index);
        let (result, carried, counter) = (self.fresh(), self.fresh(), self.fresh());
        self.line(format_args!(
            "{result} = scf.for {counter} = {none} to {end} step {one} iter_args({carried} = {start}) -> ({ty}) {{"
        ));
        self.indent += 1;
        let computed = computes(self);
        let sum = self.binary("addi", &carried, &computed, ty);
        self.line(format_args!("scf.yield {sum} : {ty}"));
        self.indent -= 1;
        self.line("}");
        self.bring(result, ty);
    }

    /// An assertion that holds.
    pub(super) fn assertion(&mut self) {
        let ty = self.some_int();
        let value = self.value(ty);
        let other = self.value(ty);
        let least = self.binary("minui", &value, &other, ty);
        let holds = self.compare("ule", &least, &value, ty);
        self.line(format_args!("cf.assert {holds}, \"the smaller is no larger\""));
    }

    pub(super) fn some_int(&mut self) -> Scalar {
        let ints: Vec<Scalar> = self.palette.iter().copied().filter(|ty| ty.is_int()).collect();
        *self.rng.pick(&ints)
    }
}

/// The least and the greatest float that a conversion to an integer is asked for.
fn bounds(format: FloatFormat, width: u32, signed: bool) -> (Bits, Bits) {
    let greatest_exponent = match format {
        FloatFormat::F16 => 15,
        FloatFormat::F64 => 1023,
        _ => 127,
    };
    let power = |exponent: u32| 2f64.powi(exponent.min(greatest_exponent) as i32);
    let (low, high) = match (signed, width) {
        (true, 1) => (-1.0, 0.5),
        (true, _) => (-power(width - 1), power(width - 2)),
        (false, _) => (-0.5, power(width - 1)),
    };
    (float::from_f64(format, low), float::from_f64(format, high))
}
