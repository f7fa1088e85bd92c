//! Whether arrays become several memories: where that was asked for, and the circuit is faster with them than with one memory each.
//!
//! The lowering knows which accesses of a round have to share a port, and not whether anything waits for them. So both circuits are made, and the first call of the test bench decides, or the model where there is none.

use super::Lowering;
use super::compile::{Kernel, Source};
use super::memory::{self, faster};
use super::record::{Record, records};
use crate::json::{self, Object};
use base::{Diagnostic, Diagnostics, codes};
use lower::scf_to_dataflow::{ARRAYS, ONE_MEMORY};
use lower::{Banks, MemoryOrder};

/// What became of the arrays of a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// Each with ports that accesses of a round wait for: what it `became`, and the `reason`.
    pub arrays: Vec<Record>,
    /// What the circuit gains; nothing if every array is one memory.
    pub why: Option<String>,
}

pub(super) fn compile(source: &Source<'_>, diagnostics: &mut Diagnostics) -> Option<Kernel> {
    match (source.options.banks, source.options.lowering) {
        (Banks::Off, _) => memory::compile(source, diagnostics),
        (Banks::Auto, Lowering::Blocks) => {
            let message = "`--banks auto` has no place in `--lowering blocks`, which does not look at the rounds of loops";
            let error = Diagnostic::error(codes::BAD_PASS_OPTION, None, message);
            diagnostics.push(error.hint("take `--lowering streams`, or `--banks off`"));
            None
        }
        (Banks::Auto, Lowering::Streams) => better(source, diagnostics),
    }
}

fn better(source: &Source<'_>, diagnostics: &mut Diagnostics) -> Option<Kernel> {
    let mut of_plain = Diagnostics::new();
    let plain = memory::compile(source, &mut of_plain);
    let Some(mut plain) = plain else {
        diagnostics.append(of_plain);
        return None;
    };
    // Most of what there is to say is said of the first.
    let mut said = Diagnostics::new();
    let split = source.with_banks(Banks::Auto);
    let Some(stream) = split.streams(MemoryOrder::default(), &mut said) else {
        diagnostics.append(said);
        return None;
    };
    let mut arrays = records(&stream, ARRAYS);
    if arrays.iter().all(|array| array.get("became") == ONE_MEMORY) {
        diagnostics.append(of_plain);
        plain.banks.arrays = arrays;
        return Some(plain);
    }
    let Some(mut kernel) = memory::compile(&split, &mut said) else {
        keep_whole(&mut arrays, &format!("cannot be had: {}", memory::first_error(&said)));
        diagnostics.append(of_plain);
        plain.banks.arrays = arrays;
        return Some(plain);
    };
    // All that was tried has taken its time.
    let (compiling, placing) = (plain.compiling + kernel.compiling, plain.placing + kernel.placing);
    let mut why = None;
    // Which arrays have no queue is said of the circuit that is taken.
    let lacks_queue = |of: &&Diagnostic| of.code == codes::NO_QUEUE;
    match faster(source, &kernel, &plain) {
        Ok(gain) => {
            of_plain.iter().filter(|of| !lacks_queue(of)).for_each(|of| diagnostics.push(of.clone()));
            said.iter().filter(lacks_queue).for_each(|of| diagnostics.push(of.clone()));
            why = Some(gain);
        }
        Err(no_gain) => {
            diagnostics.append(of_plain);
            keep_whole(&mut arrays, &format!("are not made: {no_gain}"));
            kernel = plain;
        }
    }
    kernel.banks = Choice { arrays, why };
    (kernel.compiling, kernel.placing) = (compiling, placing);
    Some(kernel)
}

/// Has every array stay one memory, with what is against its parts as the reason.
fn keep_whole(arrays: &mut [Record], against: &str) {
    for array in arrays.iter_mut().filter(|array| array.get("became") != ONE_MEMORY) {
        let reason = format!("{} {against}", array.get("became"));
        array.set("became", ONE_MEMORY.to_owned());
        array.set("reason", reason);
    }
}

/// The memories around a circuit that are parts of arrays, as a list of JSON.
pub fn memories(kernel: &Kernel) -> String {
    let parts = kernel.parameters.iter().filter_map(|parameter| Some((parameter, parameter.part.as_ref()?)));
    let object = |(parameter, part): (&super::calls::Parameter, &lower::parts::Part)| {
        let dimension = part.dimension.map_or("null".to_string(), |dimension| dimension.to_string());
        Object::new()
            .text("port", &parameter.port)
            .text("array", &part.array)
            .raw("part", part.number.to_string())
            .raw("parts", part.count.to_string())
            .raw("dimension", dimension)
            .finish()
    };
    json::array(parts.map(object))
}
