//! What is written of units, in the eyes of Verilator's lints.

use super::unit;
use base::{Bits, Diagnostics};
use circuit::builder::design;
use circuit::units::{Library, has};
use dialects::arith::IntPredicate;
use dialects::handshake::unit::{
    BufferType, Function, Kind, LsqUnit, MemoryPort, MemoryUnit, StepOp, StreamKind, Unit,
};
use driver::{Input, ReadOptions, VerilogRequest};
use ir::text::{PrintOptions, print};
use ir::{Context, Ir};
use std::path::Path;
use std::time::Duration;
use testkit::process;
use testkit::scratch::Scratch;

/// A unit of every kind, in several shapes.
fn units() -> Vec<Unit> {
    let mut units = Vec::new();
    for width in [0, 1, 32] {
        for ty in BufferType::ALL {
            units.push(unit(Kind::Buffer { ty, slots: 1 }, &[width], &[width]));
            if !ty.is_one_slot() {
                units.push(unit(Kind::Buffer { ty, slots: 3 }, &[width], &[width]));
            }
        }
        units.push(unit(Kind::Init { initial: Bits::ones(width) }, &[width], &[width]));
        units.push(unit(Kind::Fork, &[width], &[width; 3]));
        units.push(unit(Kind::LazyFork, &[width], &[width; 2]));
        units.push(unit(Kind::Merge, &[width; 3], &[width]));
        units.push(unit(Kind::ControlMerge, &[width; 3], &[width, 2]));
        units.push(unit(Kind::Mux, &[2, width, width, width], &[width]));
        units.push(unit(Kind::CondBr, &[1, width], &[width; 2]));
        units.push(unit(Kind::Br, &[width], &[width]));
        units.push(unit(Kind::Sink, &[width], &[]));
        units.push(unit(Kind::Join, &[width; 2], &[0]));
        units.push(unit(Kind::Blocker, &[width, 0], &[width]));
        units.push(unit(Kind::Carry, &[1, width, width], &[width]));
        units.push(unit(Kind::Invariant, &[1, width], &[width]));
        units.push(unit(Kind::Gate, &[width, 1], &[width, 1]));
    }
    units.push(unit(Kind::Source, &[], &[0]));
    units.push(unit(Kind::Constant { value: Bits::from_i64(32, -7) }, &[0], &[32]));
    for rule in [None, Some((StepOp::Shl, IntPredicate::Ult))] {
        let kind = StreamKind { rule, checked: rule.is_none() };
        units.push(unit(Kind::Stream(kind), &[32; 3], &[32, 1]));
    }
    units.push(unit(Kind::Load, &[32, 16], &[32, 16]));
    units.push(unit(Kind::QueuedLoad, &[32, 16], &[32, 16]));
    units.push(unit(Kind::Store, &[32, 16], &[32, 16]));
    for (window, load, store) in [(1, 8, 8), (4, 32, 32), (3, 8, 32), (3, 32, 8)] {
        units.push(unit(Kind::Guard { window }, &[load, store, 0], &[load]));
        units.push(unit(Kind::Guard { window }, &[load, store, 0, 1], &[load]));
    }
    let ports =
        vec![MemoryPort::Announce, MemoryPort::Load, MemoryPort::Store, MemoryPort::Load, MemoryPort::Store];
    for words in [Some(1), Some(12), None] {
        let memory = MemoryUnit { ports: ports.clone(), store_done: true, words, width: 16 };
        units.push(unit(Kind::Memory(memory), &[0, 32, 32, 32, 16, 32, 32, 16, 0], &[16, 16, 0, 0, 0]));
    }
    let groups = vec![vec![MemoryPort::Load, MemoryPort::Store, MemoryPort::Load], vec![MemoryPort::Store]];
    for words in [Some(12), None] {
        let queue = LsqUnit { groups: groups.clone(), load_depth: 4, store_depth: 3, words, width: 16 };
        units.push(unit(Kind::Lsq(queue), &[0, 0, 32, 8, 16, 32, 0, 32, 16, 0], &[16, 16, 0]));
    }
    for (port, inputs, outputs) in
        [(MemoryPort::Load, &[0, 0, 8, 0][..], &[16, 0][..]), (MemoryPort::Store, &[0, 0, 8, 16, 0], &[0])]
    {
        let depth = |kind| u32::from(port == kind);
        let (load_depth, store_depth) = (depth(MemoryPort::Load), depth(MemoryPort::Store));
        let queue = LsqUnit { groups: vec![vec![port]], load_depth, store_depth, words: Some(1), width: 16 };
        units.push(unit(Kind::Lsq(queue), inputs, outputs));
    }
    use Function::*;
    for function in [Add, Sub, And, Or, Xor, Shl, ShrS, ShrU, MaxS, MaxU, MinS, MinU, Cmp(IntPredicate::Sge)]
    {
        let result = if matches!(function, Cmp(_)) { 1 } else { 32 };
        units.push(unit(Kind::Compute { function, latency: 0 }, &[32; 2], &[result]));
    }
    for (function, latency) in [(Mul, 4), (DivS, 35), (DivU, 35), (RemS, 35), (RemU, 35)] {
        units.push(unit(Kind::Compute { function, latency }, &[32; 2], &[32]));
    }
    units.push(unit(Kind::Compute { function: Abs, latency: 0 }, &[32], &[32]));
    units.push(unit(Kind::Compute { function: Not, latency: 0 }, &[32], &[32]));
    units.push(unit(Kind::Compute { function: Select, latency: 0 }, &[1, 32, 32], &[32]));
    units.push(unit(Kind::Compute { function: ExtS, latency: 0 }, &[8], &[32]));
    units.push(unit(Kind::Compute { function: Trunc, latency: 0 }, &[32], &[8]));
    units
}

#[test]
fn the_text_of_units_is_clean() {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let design = design(&mut ir);
    let mut library = Library::new(&ir, design);
    let mut names = Vec::new();
    for unit in units() {
        assert!(has(&unit), "{unit:?}");
        let module = library.module(&mut ir, &unit);
        names.push(ir::symbols::symbol_name(&ir, module).expect("a module has a name").to_owned());
    }
    let mut diagnostics = Diagnostics::new();
    assert!(ir::verify(&mut ir, design, &mut diagnostics), "{diagnostics:?}");
    let text = print(&ir, design, PrintOptions::default());
    let request = VerilogRequest { input: Input::new("units.mlir", text), read: ReadOptions::default() };
    let outcome = driver::verilog(request, &|_| {});
    let text = outcome.output.unwrap_or_else(|| panic!("{:?}", outcome.report.diagnostics));
    let folder = Scratch::new();
    let file = folder.file("units.sv", &text);
    let file = file.to_str().expect("the path is text").to_owned();
    names.sort();
    names.dedup();
    for name in names {
        assert!(text.contains(&format!("module {name}")), "`{name}` is not written");
        let words = ["--lint-only", "-Wall", "--top-module", &name, &file].map(str::to_owned);
        let run = process::run(
            Path::new("verilator"),
            &words,
            Path::new("."),
            Vec::new(),
            Duration::from_secs(600),
        );
        let run = run.unwrap_or_else(|why| panic!("{why}"));
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status == Some(0) && !said.contains("%Warning"), "{name}: {said}");
    }
}
