//! The designs that measurements are made with, as text.

use crate::load::context;
use circuit::designs;
use ir::Ir;
use ir::text::{PrintOptions, print};

/// The names of the designs.
pub fn names() -> impl Iterator<Item = &'static str> {
    designs::DESIGNS.iter().map(|design| design.name)
}

/// A design of a size, or of its usual size.
pub fn text(name: &str, size: Option<u32>) -> Option<String> {
    let design = designs::find(name)?;
    let mut ir = Ir::new(context());
    let module = (design.build)(&mut ir, size.unwrap_or(design.size));
    Some(print(&ir, module, PrintOptions::default()))
}
