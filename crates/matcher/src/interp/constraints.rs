//! The constraints that `flowright` has for patterns: questions about an integer attribute that its equality with a constant does not answer.

use super::{Handle, Natives};
use base::Bits;
use ir::{AttrKind, Ir, Sign, TypeKind};

/// A constraint of one attribute. Of anything but an integer the answer is no.
pub struct Known {
    /// What patterns call it.
    pub name: &'static str,
    /// When the answer is yes.
    pub holds: &'static str,
    function: super::Constraint,
}

/// All of them. `docs/matching.md` has this table, and `tools/pdl_oracle.cpp` the same functions for MLIR.
pub const KNOWN: [Known; 5] = [
    Known {
        name: "is_all_ones",
        holds: "all bits are set",
        function: |ir, args| integer(ir, args, |value, _| value.is_ones()),
    },
    Known {
        name: "is_negative",
        holds: "the top bit is set, and the type is not unsigned as `ui32` is",
        function: |ir, args| integer(ir, args, |value, sign| sign != Sign::Unsigned && value.is_negative()),
    },
    Known {
        name: "is_one",
        holds: "the lowest bit is set and no other",
        function: |ir, args| integer(ir, args, |value, _| value.to_u64() == Some(1)),
    },
    Known {
        name: "is_power_of_two",
        holds: "one bit is set, also if that is the top bit",
        function: |ir, args| integer(ir, args, |value, _| value.count_ones() == 1),
    },
    Known {
        name: "is_zero",
        holds: "no bit is set",
        function: |ir, args| integer(ir, args, |value, _| value.is_zero()),
    },
];

impl Natives {
    /// The constraints of [`KNOWN`].
    pub fn known() -> Natives {
        let add =
            |natives: Natives, known: &Known| natives.constraint_of_attribute(known.name, known.function);
        KNOWN.iter().fold(Natives::default(), add)
    }
}

/// Asks about the value of the one argument, if it is an integer.
fn integer(ir: &Ir, args: &[Handle], holds: impl Fn(&Bits, Sign) -> bool) -> Option<Vec<Handle>> {
    let [Handle::Attr(attr)] = args else { return None };
    let AttrKind::Integer { value, ty } = &ir.ctx[*attr] else { return None };
    let sign = match &ir.ctx[*ty] {
        TypeKind::Integer { sign, .. } => *sign,
        _ => Sign::Signless,
    };
    holds(value, sign).then(Vec::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_has_the_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/matching.md");
        let document = std::fs::read_to_string(path).expect("the document is there");
        let rows = KNOWN.iter().map(|known| format!("| `{}` | {} |\n", known.name, known.holds));
        let table: String = rows.collect();
        let table = format!("| constraint | holds if |\n|---|---|\n{table}\n");
        assert!(document.contains(&table), "docs/matching.md should have\n{table}");
    }
}
