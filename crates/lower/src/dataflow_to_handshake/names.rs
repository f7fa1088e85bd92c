//! Names of operations: `handshake.name`, one each, as circuits, waves and reports show them.

use dialects::handshake::NAME;
use ir::{Block, Ir, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// Gives every operation of a body a name: that of its operation with the name of its value, or with a number. Names that are there stay,
/// unless two are the same.
pub fn name_operations(ir: &mut Ir, block: Block) {
    let ops: Vec<Op> = ir.block_ops(block).collect();
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut unnamed = Vec::new();
    for op in ops {
        match ir.str_attr(op, NAME).map(str::to_string) {
            Some(name) if taken.insert(name.clone()) => {}
            _ => unnamed.push(op),
        }
    }
    let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
    for op in unnamed {
        let (stem, of_value) = stem(ir, op);
        let name = loop {
            let number = numbers.entry(stem.clone()).or_insert(0);
            let name = match (of_value, *number) {
                (true, 0) => stem.clone(),
                (true, number) => format!("{stem}_{number}"),
                (false, number) => format!("{stem}{number}"),
            };
            *number += 1;
            if taken.insert(name.clone()) {
                break name;
            }
        };
        let name = ir.ctx.str_attr(&name);
        ir.set_attr(op, NAME, Some(name));
    }
}

/// What the name of an operation begins with: `addi`, or `addi_sum` for one whose result is called `%sum`; and whether it is the latter.
fn stem(ir: &Ir, op: Op) -> (String, bool) {
    let kind = ir.name(op).rsplit('.').next().unwrap_or("unit");
    let value = ir.results(op).find_map(|value| ir.value_name(value)).map(|name| {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        ir.ctx[name].chars().map(plain).collect::<String>()
    });
    match value {
        Some(value) => (format!("{kind}_{value}"), true),
        None => (kind.to_string(), false),
    }
}
