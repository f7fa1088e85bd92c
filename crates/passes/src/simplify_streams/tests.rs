//! What the passes over streams leave alone, because the order of accesses hangs on it.

use super::SIMPLIFY_STREAMS;
use crate::{NARROW_STREAMS, REDUCE_STRENGTH};
use base::Diagnostics;
use dialects::handshake;
use ir::pass::{PassArgs, PassDef};
use ir::text::{ParseOptions, PrintOptions, parse, print};
use ir::{Context, Ir, Op, Value};
use rustc_hash::FxHashSet;

/// The passes that come behind `scf-to-dataflow`.
const PASSES: [&PassDef; 5] =
    [&REDUCE_STRENGTH, &SIMPLIFY_STREAMS, &NARROW_STREAMS, &SIMPLIFY_STREAMS, &REDUCE_STRENGTH];

/// A kernel that reads `x`, of 8 bits, and writes `made`, with nothing but the computation between to have the write wait for the read.
fn kernel(computation: &str) -> String {
    format!(
        "handshake.func @k(%m: memref<8xi8>, %v: i8, %i: index, %start: none, ...) -> (i8, none) {{
           %0, %x = load[%i] %4#0 : index, i8, index, i8
           %zero = constant %start {{value = 0 : i8}} : none, i8
           %wide = constant %start {{value = 300 : i32}} : none, i32
           {computation}
           %2, %3 = store[%i] %made : index, i8, index, i8
           %4:2, %5 = mem_controller[%m : memref<8xi8>] %start (%0, %2, %3) %4#1 {{connectedBlocks = [], storeDone}} : (index, index, i8) -> (i8, none)
           end %x, %5 : i8, none
         }}"
    )
}

fn first(ir: &Ir, module: Op, code: ir::OpCode) -> Op {
    ir.walk(module).into_iter().find(|op| ir.code(*op) == code).expect("there is one")
}

/// Whether a value is computed of another.
fn is_of(ir: &Ir, value: Value, of: Value) -> bool {
    let (mut seen, mut open) = (FxHashSet::default(), vec![value]);
    while let Some(value) = open.pop() {
        if value == of {
            return true;
        }
        if seen.insert(value) {
            open.extend(ir.defining_op(value).into_iter().flat_map(|op| ir.operands(op)));
        }
    }
    false
}

#[test]
fn what_a_write_is_computed_of_is_not_forgotten() {
    let computations = [
        "%made = arith.andi %x, %zero : i8",
        "%made = arith.muli %x, %zero : i8",
        "%made = arith.subi %x, %x : i8",
        "%made = arith.xori %x, %x : i8",
        "%c = arith.cmpi slt, %x, %v : i8\n%made = arith.select %c, %v, %v : i8",
        "%c = arith.cmpi eq, %x, %x : i8\n%made = arith.select %c, %v, %zero : i8",
        // Known by its range alone.
        "%y = arith.extui %x : i8 to i32\n%c = arith.cmpi ult, %y, %wide : i32\n%made = arith.extui %c : i1 to i8",
        // Nobody looks at the bits that it changes.
        "%eight = arith.constant 8 : i16\n%y = arith.extui %x : i8 to i16\n%w = arith.shli %y, %eight : i16\n%made = arith.trunci %w : i16 to i8",
    ];
    for computation in computations {
        let mut ir = Ir::new(Context::new(dialects::all()));
        let source = ir.ctx.sources.add("test.mlir", kernel(computation));
        let mut diagnostics = Diagnostics::new();
        let module = parse(&mut ir, source, ParseOptions::default(), &mut diagnostics);
        let module = module.unwrap_or_else(|| panic!("{diagnostics:#?}"));
        for pass in PASSES {
            let done = (pass.run)(&mut ir, module, &PassArgs::defaults(pass), &mut diagnostics).is_ok();
            assert!(done && ir::verify::verify(&mut ir, module, &mut diagnostics), "{diagnostics:#?}");
            let [read, write] = [handshake::LOAD, handshake::STORE].map(|code| first(&ir, module, code));
            let is_after = is_of(&ir, ir.operand(write, 1), ir.result(read, 1));
            let text = print(&ir, module, PrintOptions::default());
            assert!(is_after, "{} lets the write overtake the read\n{text}", pass.name);
        }
    }
}
