//! Laws over the tables of units: whatever an operation of `handshake` or `dataflow` stands for, streams have a rule for it, the elastic simulator has one,
//! and there is a circuit; and there is no unit that no operation stands for.
//!
//! An operation that is added without one of them fails here, unless it is in a list below with the reason.

mod common;

use base::Diagnostics;
use circuit::builder::design;
use circuit::units::{Library, refusal, unit_name};
use common::{apply, messages, read};
use dialects::handshake::unit::NAMES;
use dialects::{dataflow, handshake};
use interp::stream::Network;
use ir::{Ir, Op, OpDef};
use sim::elastic::Elastic;
use std::collections::BTreeSet;

/// Operations that are no unit, and why.
const NO_UNIT: &[(&str, &str)] = &[
    ("handshake.func", "it is what units stand in"),
    ("handshake.end", "it is the border of the circuit, which the kernel's module handles"),
    ("handshake.ram", "it is words, and the controller before them is the unit"),
];

/// Operations that have no circuit, although they are units: there are none for floating point.
const NO_CIRCUIT: &[&str] = &[
    "handshake.absf",
    "handshake.addf",
    "handshake.cmpf",
    "handshake.divf",
    "handshake.extf",
    "handshake.fptosi",
    "handshake.maximumf",
    "handshake.minimumf",
    "handshake.mulf",
    "handshake.negf",
    "handshake.sitofp",
    "handshake.subf",
    "handshake.truncf",
    "handshake.uitofp",
];

/// The records that may be units.
fn records() -> impl Iterator<Item = &'static OpDef> {
    [&handshake::DIALECT, &dataflow::DIALECT].into_iter().flat_map(|dialect| dialect.ops.iter())
}

/// A record's example with channels, its kernel and the operation in it.
fn example(def: &OpDef) -> Result<(Ir, Op, Op, Op), String> {
    let (mut ir, module) = read(def.example)?;
    let kernel = |ir: &Ir| ir.walk(module).into_iter().find(|op| ir.code(*op) == handshake::FUNC);
    let of_streams = kernel(&ir).ok_or("the example is no kernel")?;
    Network::new(&ir, of_streams).map_err(|said| format!("there is no rule for its streams: {said:?}"))?;
    if !handshake::is_elastic(&ir, of_streams) {
        apply("dataflow-to-handshake", &mut ir, module)?;
    }
    let kernel = kernel(&ir).ok_or("its kernel is gone")?;
    let op = ir.walk(kernel).into_iter().find(|op| ir.name(*op) == def.name);
    let op = op.ok_or("it is not in its own example, as channels")?;
    Ok((ir, module, kernel, op))
}

/// What the unit of a record is called, if it has everything that a unit has.
fn unit(def: &OpDef) -> Result<&'static str, String> {
    let (mut ir, module, kernel, op) = example(def)?;
    let unit = handshake::unit_of(&ir, op).ok_or("`unit_of` knows nothing of it")?;
    let mut diags = Diagnostics::new();
    // Buffers are placed first: an example may be a cycle.
    apply("place-buffers{algorithm=on-merges}", &mut ir, module)?;
    Elastic::new(&ir, kernel, &mut diags).ok_or_else(|| messages(&ir, &diags))?;
    match (refusal(&unit), def.hw, NO_CIRCUIT.contains(&def.name)) {
        (Some(_), None, true) => {}
        (_, _, true) => return Err("there is a circuit for it, although a list says there is none".into()),
        (Some(why), _, false) => return Err(why),
        (None, None, false) => return Err("its record names no circuit, and it is in no list".into()),
        (None, Some(hw), false) => {
            let into = design(&mut ir);
            let made = Library::new(&ir, into).module(&mut ir, &unit);
            if !ir::verify(&mut ir, made, &mut diags) {
                return Err(messages(&ir, &diags));
            }
            if !unit_name(&unit).starts_with(hw) {
                return Err(format!("its record says `{hw}`, its circuit is `{}`", unit_name(&unit)));
            }
        }
    }
    Ok(unit.kind.name())
}

#[test]
fn every_operation_has_its_unit_and_every_unit_its_operation() {
    let (mut complaints, mut found) = (Vec::new(), BTreeSet::new());
    for def in records() {
        let listed = NO_UNIT.iter().any(|(name, _)| *name == def.name);
        match (listed, def.hw) {
            (true, None) => {}
            (true, Some(hw)) => {
                complaints.push(format!("{}: it is listed as no unit, but is `{hw}`", def.name))
            }
            (false, _) => match unit(def) {
                Ok(kind) => drop(found.insert(kind)),
                Err(why) => complaints.push(format!("{}: {why}", def.name)),
            },
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let kinds: BTreeSet<&str> = NAMES.iter().copied().collect();
    let orphans: Vec<&&str> = kinds.symmetric_difference(&found).collect();
    assert!(
        orphans.is_empty(),
        "units that no operation stands for, or that are not in the list: {orphans:?}"
    );
}

/// What the lists name is there.
#[test]
fn the_lists_of_exceptions_name_operations() {
    let names: BTreeSet<&str> = records().map(|def| def.name).collect();
    let listed = NO_UNIT.iter().map(|(name, _)| *name).chain(NO_CIRCUIT.iter().copied());
    let unknown: Vec<&str> = listed.filter(|name| !names.contains(name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
