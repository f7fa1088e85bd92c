//! A new type of buffers is one registration: with nothing else it has text, a verifier, timing, a simulation and a circuit, which agree.

mod common;

use base::{Bits, Diagnostics, Rng};
use common::{apply, custom, read};
use dialects::handshake::{self, BufferDef, BufferType};
use sim::elastic::{Arg, Elastic, Options, Stalls, Verdict};

static QUEUE_BREAK_DVR: BufferDef = BufferDef::queue("QUEUE_BREAK_DVR", true, true);

/// A loop whose values are held in a buffer, and another that goes through it once.
fn program(ty: &str, slots: u32) -> String {
    format!(
        "module {{
  handshake.func @f(%n: !handshake.channel<i32>, %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {{
    %s0, %s1, %s2, %s3 = fork [4] %start : <>
    %zero = constant %s0 {{value = 0 : i32}} : <>, <i32>
    %one = constant %s1 {{value = 1 : i32}} : <>, <i32>
    %first = constant %s2 {{value = 7 : i32}} : <>, <i32>
    %i, %raw = dataflow.stream %zero, %one, %n : <i32>
    %r0, %r1, %r2 = fork [3] %raw : <i1>
    %c = dataflow.carry %r0, %first, %next : <i1>, <i32>, <i32> -> <i32>
    %held = buffer %c {{hw.parameters = {{BUFFER_TYPE = \"{ty}\", NUM_SLOTS = {slots} : ui32}}}} : <i32>
    %in, %out = cond_br %r1, %held : <i1>, <i32>
    %it, %if = cond_br %r2, %i : <i1>, <i32>
    sink %if : <i32>
    %next = addi %in, %it : <i32>
    end %out, %s3 : <i32>, <>
  }}
}}
"
    )
}

#[test]
fn a_registered_type_works_on_every_level() {
    let name = "QUEUE_BREAK_DVR";
    let refusal = read(&program(name, 3)).err().expect("nobody has registered it yet");
    assert!(refusal.contains("FR0805"), "{refusal}");
    let ty = BufferType::register(&QUEUE_BREAK_DVR);
    assert_eq!(BufferType::from_name(name), Some(ty));
    assert_eq!(BufferType::register(&QUEUE_BREAK_DVR), ty, "twice is once");

    let (mut ir, module) = read(&program(name, 3)).expect("it is known now");
    let text = custom(&ir, module);
    let (again, other) = read(&text).expect("what is printed is read");
    assert_eq!(custom(&again, other), text);
    assert!(read(&program(name, 0)).is_err(), "a buffer has a slot");

    // It breaks both cycles of the loop, so the simulation has an order of signals.
    let kernel = ir.walk(module).into_iter().find(|op| ir.code(*op) == handshake::FUNC).expect("a kernel");
    let mut diags = Diagnostics::new();
    let mut elastic = Elastic::new(&ir, kernel, &mut diags).unwrap_or_else(|| panic!("{diags:#?}"));
    let mut rng = Rng::new(5);
    for n in [0u64, 1, 9] {
        let mut args = vec![Arg::Scalar(Bits::from_u64(32, n))];
        let stalls = Stalls::Random(rng.next_u64());
        let outcome = elastic.run(&mut args, &Options { max_cycles: 10_000, stalls, ..Options::default() });
        assert!(matches!(outcome.verdict, Verdict::Finished), "{:?}", outcome.verdict);
        assert_eq!(outcome.results[0].to_u64(), Some(7 + n * n.saturating_sub(1) / 2), "n = {n}");
    }
    apply("handshake-to-hw", &mut ir, module).expect("there is a circuit of it");
    assert!(custom(&ir, module).contains("queue_break_dvr"));
}
