//! Names of modules: what the unit is and how wide, so that a person who reads SystemVerilog or waves knows it again.

use base::Bits;
use dialects::handshake::unit::{Function, Kind, StreamKind, Unit};

/// The name that the module of a unit has, as long as the design has no other of that name. Units that differ in what a name
/// does not tell share it.
pub fn unit_name(unit: &Unit) -> String {
    let input = |k: usize| unit.inputs.get(k).copied().unwrap_or(0);
    match &unit.kind {
        Kind::Buffer { ty, slots } => {
            format!("buffer_{}_{}", ty.name().to_lowercase(), shape(*slots as usize, input(0)))
        }
        Kind::Init { initial } => format!("init_{}", number(initial)),
        Kind::Constant { value } => format!("constant_{}", number(value)),
        Kind::Fork => format!("fork_{}", shape(unit.outputs.len(), input(0))),
        Kind::LazyFork => format!("lazy_fork_{}", shape(unit.outputs.len(), input(0))),
        Kind::Merge => format!("merge_{}", shape(unit.inputs.len(), input(0))),
        Kind::ControlMerge => format!("control_merge_{}", shape(unit.inputs.len(), input(0))),
        Kind::Mux => format!("mux_{}", shape(unit.inputs.len() - 1, input(1))),
        Kind::Join => format!("join_{}", unit.inputs.len()),
        Kind::Blocker => format!("blocker_{}", shape(unit.inputs.len(), input(0))),
        Kind::CondBr => format!("cond_br{}", suffix(input(1))),
        Kind::Br => format!("br{}", suffix(input(0))),
        Kind::Sink => format!("sink{}", suffix(input(0))),
        Kind::Source => "source".to_owned(),
        Kind::Carry => format!("carry{}", suffix(input(1))),
        Kind::Invariant => format!("invariant{}", suffix(input(1))),
        Kind::Gate => format!("gate{}", suffix(input(0))),
        Kind::Stream(kind) => format!("stream{}{}", stream_rule(*kind), suffix(input(0))),
        Kind::Load => format!("load_{}x{}", input(0), input(1)),
        Kind::QueuedLoad => format!("queued_load_{}x{}", input(0), input(1)),
        Kind::Store => format!("store_{}x{}", input(0), input(1)),
        Kind::Memory(memory) => match memory.words {
            Some(words) => format!("mem_controller_{words}x{}", memory.width),
            None => format!("mem_controller_{}", memory.width),
        },
        Kind::Guard { window } => {
            let stores = if unit.inputs.len() > 3 { "_if" } else { "" };
            let store = if input(1) == input(0) { String::new() } else { format!("_{}", input(1)) };
            format!("guard{stores}_{}{store}", shape(*window as usize, input(0)))
        }
        Kind::Lsq(queue) => {
            let words = queue.words.map_or(String::new(), |words| format!("{words}x"));
            format!("lsq_{}_{}_{words}{}", queue.load_depth, queue.store_depth, queue.width)
        }
        Kind::Compute { function, latency } => {
            let widths = match function {
                Function::ExtS | Function::ExtU | Function::Trunc => {
                    format!("_{}_{}", input(0), unit.outputs[0])
                }
                Function::Select => suffix(input(1)),
                _ => suffix(input(0)),
            };
            let stages = if *latency > 0 { format!("_latency{latency}") } else { String::new() };
            format!("{}{widths}{stages}", function_name(*function))
        }
    }
}

/// What is added for inputs that are literals.
pub(super) fn literals_name(literals: &[Option<Bits>]) -> String {
    let said = literals
        .iter()
        .map(|literal| literal.as_ref().map_or("_x".to_owned(), |bits| format!("_{}", value(bits))));
    if literals.iter().all(Option::is_none) {
        String::new()
    } else {
        format!("_of{}", said.collect::<String>())
    }
}

/// So many channels of a width; a width of 0 is not told.
fn shape(count: usize, width: u32) -> String {
    if width == 0 { count.to_string() } else { format!("{count}x{width}") }
}

fn suffix(width: u32) -> String {
    if width == 0 { String::new() } else { format!("_{width}") }
}

/// The width and the value of a literal.
fn number(literal: &Bits) -> String {
    match literal.width() {
        0 => "0".to_owned(),
        width => format!("{width}_{}", value(literal)),
    }
}

/// The value of a literal: small ones with their sign, others as bits.
fn value(literal: &Bits) -> String {
    match literal.to_i64() {
        _ if literal.width() == 1 => literal.low_u64().to_string(),
        Some(small) if small < 0 => format!("minus{}", small.unsigned_abs()),
        Some(small) => small.to_string(),
        None => literal.hex().to_string(),
    }
}

fn stream_rule(kind: StreamKind) -> String {
    let rule = match kind.rule {
        None => String::new(),
        Some((op, test)) => {
            format!("_{}_{}", op.name(), format!("{test:?}").to_lowercase())
        }
    };
    if kind.checked { rule + "_checked" } else { rule }
}

fn function_name(function: Function) -> String {
    match function {
        Function::Cmp(test) => format!("{}_{}", function.name(), format!("{test:?}").to_lowercase()),
        _ => function.name().to_owned(),
    }
}
