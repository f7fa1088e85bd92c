//! Kernels of streams mean the same as kernels of channels: every operation that becomes a unit or several, with an index of any number of bits; and
//! what is refused.

use base::{Bits, Diagnostics, Rng};
use dialects::handshake;
use interp::stream::Network;
use interp::{Value, parameters};
use ir::pass::{PassTable, Pipeline};
use ir::text::{ParseOptions, PrintOptions, parse, print};
use ir::{Context, Ir, Op, Type};
use lower::dataflow_to_handshake::DATAFLOW_TO_HANDSHAKE;

const TABLE: PassTable = PassTable { passes: &[&DATAFLOW_TO_HANDSHAKE], pipelines: &[] };

fn read(text: &str) -> (Ir, Op) {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("test.mlir", text);
    let mut diags = Diagnostics::new();
    let module = parse(&mut ir, source, ParseOptions::default(), &mut diags);
    let module = module.unwrap_or_else(|| panic!("{diags:#?}\n{text}"));
    assert!(ir::verify::verify(&mut ir, module, &mut diags), "{diags:#?}\n{text}");
    (ir, module)
}

fn kernel(ir: &Ir, module: Op) -> Op {
    ir.walk(module).into_iter().find(|op| ir.code(*op) == handshake::FUNC).expect("a kernel")
}

/// Makes the kernel elastic; what is said if it cannot be.
fn elastic(ir: &mut Ir, module: Op, index_bits: u32) -> Result<(), Vec<String>> {
    let text = format!("dataflow-to-handshake{{index-bits={index_bits}}}");
    let source = ir.ctx.sources.add("pipeline", text);
    let mut diags = Diagnostics::new();
    let pipeline = Pipeline::parse(&ir.ctx.sources, source, TABLE, &mut diags);
    let done = pipeline.and_then(|pipeline| {
        ir::pass::PassManager { verify_each: true, ..Default::default() }
            .run(&pipeline, ir, module, &mut diags)
    });
    done.map_err(|_| diags.iter().map(|d| format!("{} {}", d.code, d.message)).collect())
}

/// A number in another width: an index has fewer bits in a circuit.
fn resized(value: &Value, ty: Type, width: u32) -> Value {
    match value {
        Value::Scalar(bits, _) if bits.width() > width => Value::Scalar(bits.trunc(width), ty),
        Value::Scalar(bits, _) => Value::Scalar(bits.sext(width), ty),
        array => array.clone(),
    }
}

/// Compares runs of a kernel of scalars before and after.
#[track_caller]
fn same(text: &str, index_bits: u32) {
    let (before, module) = read(text);
    let (mut after, module_after) = read(text);
    elastic(&mut after, module_after, index_bits).unwrap_or_else(|said| panic!("{said:?}\n{text}"));
    let (streams, channels) = (kernel(&before, module), kernel(&after, module_after));
    let shown = print(&after, module_after, PrintOptions::default());
    let types = parameters(&before, streams).expect("a signature");
    let types_after = parameters(&after, channels).expect("a signature");
    let mut rng = Rng::new(3);
    for _ in 0..60 {
        let random = |ty: &Type| {
            let width = before.ctx.scalar_width(*ty).expect("a scalar");
            let bits = match *ty {
                Type::INDEX => Bits::from_i64(width, rng.between(0, 100)),
                _ => rng.edgy_bits(width),
            };
            Value::Scalar(bits, *ty)
        };
        let inputs: Vec<Value> = types.iter().map(random).collect();
        let inputs_after = inputs.iter().zip(&types_after);
        let inputs_after = inputs_after
            .map(|(value, ty)| resized(value, *ty, after.ctx.scalar_width(*ty).expect("a scalar")));
        let inputs_after: Vec<Value> = inputs_after.collect();
        let expected =
            Network::new(&before, streams).expect("it runs").call(inputs.clone()).expect("it ends");
        let got = Network::new(&after, channels).expect("it runs").call(inputs_after).expect("it ends");
        assert!(got.left.is_empty(), "{:?}\n{shown}", got.left);
        for (expected, got) in expected.results.iter().zip(&got.results) {
            let Value::Scalar(bits, ty) = got else { panic!("a kernel gives numbers") };
            assert_eq!(&resized(expected, *ty, bits.width()), got, "{inputs:?}\n{shown}");
        }
    }
}

#[test]
fn every_operation_on_integers() {
    for width in [1, 2, 3, 7, 8, 32, 33, 64, 65] {
        for op in [
            "addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "andi", "ori", "xori", "shli",
            "shrsi", "shrui", "maxsi", "maxui", "minsi", "minui",
        ] {
            same(
                &format!(
                    "handshake.func @f(%a: i{width}, %b: i{width}, %start: none, ...) -> (i{width}, none) {{
                       %r = arith.{op} %a, %b : i{width}
                       end %r, %start : i{width}, none
                     }}"
                ),
                32,
            );
        }
    }
}

#[test]
fn operations_that_are_put_together() {
    for width in [1, 2, 5, 8, 16, 31, 64] {
        for op in ["ceildivsi", "ceildivui", "floordivsi"] {
            // Away from zero, where the program has no result.
            same(
                &format!(
                    "handshake.func @f(%a: i{width}, %b: i{width}, %start: none, ...) -> (i{width}, none) {{
                       %z = arith.constant 0 : i{width}
                       %m = arith.constant -1 : i{width}
                       %o = arith.xori %z, %m : i{width}
                       %k = arith.cmpi eq, %b, %z : i{width}
                       %c = arith.select %k, %o, %b : i{width}
                       %l = arith.cmpi eq, %c, %m : i{width}
                       %n = arith.select %l, %z, %a : i{width}
                       %r = arith.{op} %n, %c : i{width}
                       end %r, %start : i{width}, none
                     }}"
                ),
                32,
            );
        }
        for op in ["ctpop", "ctlz", "cttz", "absi"] {
            same(
                &format!(
                    "handshake.func @f(%a: i{width}, %start: none, ...) -> (i{width}, none) {{
                       %r = math.{op} %a : i{width}
                       end %r, %start : i{width}, none
                     }}"
                ),
                32,
            );
        }
        for op in ["mulsi_extended", "mului_extended"] {
            same(
                &format!(
                    "handshake.func @f(%a: i{width}, %b: i{width}, %start: none, ...) -> (i{width}, i{width}, none) {{
                       %r, %s = arith.{op} %a, %b : i{width}
                       end %r, %s, %start : i{width}, i{width}, none
                     }}"
                ),
                32,
            );
        }
        same(
            &format!(
                "handshake.func @f(%a: i{width}, %b: i{width}, %start: none, ...) -> (i{width}, i1, none) {{
                   %r, %s = arith.addui_extended %a, %b : i{width}, i1
                   end %r, %s, %start : i{width}, i1, none
                 }}"
            ),
            32,
        );
    }
}

#[test]
fn indices_have_the_bits_that_are_asked_for() {
    let text =
        "handshake.func @f(%n: index, %x: i32, %y: i64, %start: none, ...) -> (index, i32, i64, i1, none) {
      %zero = constant %start {value = 0 : index} : none, index
      %one = constant %start {value = 1 : index} : none, index
      %i, %raw = dataflow.stream %zero, %one, %n
      %t, %f = cond_br %raw, %i : i1, index
      %s = dataflow.carry %raw, %zero, %next : i1, index, index -> index
      %in, %out = cond_br %raw, %s : i1, index
      %next = arith.addi %in, %t : index
      %a = arith.index_cast %out : index to i32
      %b = arith.addi %a, %x : i32
      %c = arith.index_castui %out : index to i64
      %d = arith.addi %c, %y : i64
      %k = arith.cmpi sle, %out, %n : index
      end %out, %b, %d, %k, %start : index, i32, i64, i1, none
    }";
    for bits in [16, 31, 32, 33, 64] {
        same(text, bits);
    }
}

#[test]
fn what_has_no_unit_is_refused_and_nothing_changed() {
    let text = "handshake.func @f(%x: f32, %i: i32, %start: none, ...) -> (f32, f32, index, none) {
      %y = math.sin %x : f32
      %z = arith.bitcast %i : i32 to f32
      %up = arith.truncf %x upward : f32 to f16
      %near = arith.truncf %x to_nearest_even : f32 to f16
      %k = constant %start {value = 70000 : index} : none, index
      %m = ram {initialValue = dense<[1, 80000]> : tensor<2xindex>} : memref<2xindex>
      %full = ram {initialValue = dense<90000> : tensor<2xindex>} : memref<2xindex>
      end %y, %z, %k, %start : f32, f32, index, none
    }";
    let (mut ir, module) = read(text);
    let before = print(&ir, module, PrintOptions::default());
    let said = elastic(&mut ir, module, 16).expect_err("it must be refused");
    assert_eq!(
        said,
        [
            "FR0850 no unit computes `math.sin`",
            "FR0850 no unit computes `arith.bitcast`",
            "FR0850 no unit rounds like this `arith.truncf`: units round to nearest, ties to even",
            "FR0851 the index 70000 does not fit 16 bits",
            "FR0851 the index 80000 does not fit 16 bits",
            "FR0851 the index 90000 does not fit 16 bits"
        ]
    );
    assert_eq!(print(&ir, module, PrintOptions::default()), before);
}

#[test]
fn channels_are_called_as_the_text_does() {
    let text = "handshake.func @f(%n: !handshake.channel<i8>, %start: !handshake.control<>, ...)
        -> (!handshake.channel<i8>, !handshake.control<>) {
      %s:3 = fork [3] %start : <>
      %lo = constant %s#0 {value = 0 : i8} : <>, <i8>
      %up_1 = constant %s#1 {value = 1 : i8} : <>, <i8>
      %i, %0 = dataflow.stream %lo, %up_1, %n {handshake.name = \"up\"} : !handshake.channel<i8>
      %i_0, %1 = cond_br %0, %i {handshake.name = \"branch\"} : <i1>, <i8>
      sink %i_0 : <i8>
      end %1, %s#2 : <i8>, <>
    }";
    let (ir, module) = read(text);
    let func = kernel(&ir, module);
    let names = lower::handshake_to_hw::channel_names(&ir, func);
    let body = ir.entry(ir.region(func, 0)).expect("a body");
    let results = ir.block_ops(body).flat_map(|op| ir.results(op));
    let found: Vec<&str> = results.map(|value| &names[&value][..]).collect();
    // What the text has no name for goes by its unit, and gives way to what the text says.
    assert_eq!(found, ["s_0", "s_1", "s_2", "lo", "up_1", "i", "up_1_1", "i_0", "branch_1"]);
}
