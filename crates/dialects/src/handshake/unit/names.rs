//! What kinds of units are called: as the operation that stands for them, without its dialect.

use super::{Function, Kind};

/// All that [`Kind::name`] gives, sorted; what computes with floats is `float` there. A law over the operations sees that none is missing.
pub const NAMES: &[&str] = &[
    "absi",
    "addi",
    "andi",
    "blocker",
    "br",
    "buffer",
    "carry",
    "cmpi",
    "cond_br",
    "constant",
    "control_merge",
    "divsi",
    "divui",
    "extsi",
    "extui",
    "float",
    "fork",
    "gate",
    "guard",
    "init",
    "invariant",
    "join",
    "lazy_fork",
    "load",
    "maxsi",
    "maxui",
    "mem_controller",
    "merge",
    "minsi",
    "minui",
    "muli",
    "mux",
    "noti",
    "ori",
    "remsi",
    "remui",
    "select",
    "shli",
    "shrsi",
    "shrui",
    "sink",
    "source",
    "store",
    "stream",
    "subi",
    "trunci",
    "xori",
];

impl Kind {
    /// Its name, one of [`NAMES`].
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Buffer { .. } => "buffer",
            Kind::Fork => "fork",
            Kind::LazyFork => "lazy_fork",
            Kind::Merge => "merge",
            Kind::ControlMerge => "control_merge",
            Kind::Mux => "mux",
            Kind::CondBr => "cond_br",
            Kind::Br => "br",
            Kind::Sink => "sink",
            Kind::Source => "source",
            Kind::Join => "join",
            Kind::Blocker => "blocker",
            Kind::Init { .. } => "init",
            Kind::Constant { .. } => "constant",
            Kind::Carry => "carry",
            Kind::Invariant => "invariant",
            Kind::Gate => "gate",
            Kind::Stream(_) => "stream",
            Kind::Load => "load",
            Kind::Store => "store",
            Kind::Memory(_) => "mem_controller",
            Kind::Guard { .. } => "guard",
            Kind::Compute { function: Function::Float(_), .. } => "float",
            Kind::Compute { function, .. } => function.name(),
        }
    }
}

impl Function {
    /// The name of its operation.
    pub fn name(self) -> &'static str {
        match self {
            Function::Add => "addi",
            Function::Sub => "subi",
            Function::Mul => "muli",
            Function::DivS => "divsi",
            Function::DivU => "divui",
            Function::RemS => "remsi",
            Function::RemU => "remui",
            Function::And => "andi",
            Function::Or => "ori",
            Function::Xor => "xori",
            Function::Not => "noti",
            Function::Shl => "shli",
            Function::ShrS => "shrsi",
            Function::ShrU => "shrui",
            Function::Cmp(_) => "cmpi",
            Function::Select => "select",
            Function::MaxS => "maxsi",
            Function::MaxU => "maxui",
            Function::MinS => "minsi",
            Function::MinU => "minui",
            Function::Abs => "absi",
            Function::ExtS => "extsi",
            Function::ExtU => "extui",
            Function::Trunc => "trunci",
            Function::Float(float) => float.name,
        }
    }
}
