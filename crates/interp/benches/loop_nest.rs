//! How fast the interpreter is: a loop nest of ten million iterations, beside the same in C compiled without
//! optimisation.
//!
//! The kernel is a product of matrices of 32-bit integers, 216 by 216: two loads, a multiplication, an
//! addition and the loop itself for each of 216³ innermost iterations. Printed are nanoseconds of
//! processor time an iteration, the least of several runs.

use interp::{Interpreter, Value};
use ir::text::{ParseOptions, parse};
use ir::{Context, Ir, Type};
use std::process::Command;
use std::time::Instant;

const SIZE: u64 = 216;

const KERNEL: &str = "
func.func @product(%a: memref<216x216xi32>, %b: memref<216x216xi32>, %c: memref<216x216xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 216 : index
  %none = arith.constant 0 : i32
  scf.for %i = %zero to %size step %one {
    scf.for %j = %zero to %size step %one {
      %sum = scf.for %k = %zero to %size step %one iter_args(%acc = %none) -> (i32) {
        %x = memref.load %a[%i, %k] : memref<216x216xi32>
        %y = memref.load %b[%k, %j] : memref<216x216xi32>
        %xy = arith.muli %x, %y : i32
        %next = arith.addi %acc, %xy : i32
        scf.yield %next : i32
      }
      memref.store %sum, %c[%i, %j] : memref<216x216xi32>
    }
  }
  return
}
";

const C: &str = "
#include <stdio.h>
#include <time.h>
enum { N = 216 };
static int a[N][N], b[N][N], c[N][N];
static void product(int a[N][N], int b[N][N], int c[N][N]) {
  for (long i = 0; i < N; i++)
    for (long j = 0; j < N; j++) {
      int sum = 0;
      for (long k = 0; k < N; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
int main(void) {
  for (int i = 0; i < N * N; i++) (&a[0][0])[i] = i, (&b[0][0])[i] = 7 * i;
  struct timespec s, e;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &s);
  product(a, b, c);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &e);
  printf(\"%.0f\\n\", (e.tv_sec - s.tv_sec) * 1e9 + (e.tv_nsec - s.tv_nsec));
}
";

fn array(scale: i64) -> Value {
    let data = (0..SIZE * SIZE).map(|i| Some(base::Bits::from_i64(32, i as i64 * scale))).collect();
    Value::Memref { shape: vec![SIZE, SIZE], element: Type::I32, data }
}

/// Nanoseconds that this thread has had a processor for, which do not count others on a busy machine; where the system
/// does not say, those that have passed.
fn now(start: Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let busy = text.split_whitespace().next().and_then(|field| field.parse().ok());
    busy.unwrap_or_else(|| start.elapsed().as_nanos() as f64)
}

/// Nanoseconds that the kernel takes in the interpreter.
fn interpreted() -> f64 {
    let mut ir = Ir::new(Context::new(dialects::all()));
    let source = ir.ctx.sources.add("loop_nest.mlir", KERNEL);
    let mut diagnostics = base::Diagnostics::new();
    let module =
        parse(&mut ir, source, ParseOptions::default(), &mut diagnostics).expect("the kernel is well formed");
    let mut interpreter = Interpreter::new(&ir, module);
    let arguments = vec![array(1), array(7), array(0)];
    let start = Instant::now();
    let before = now(start);
    let outcome = interpreter.call("product", arguments).expect("the kernel runs");
    let time = now(start) - before;
    assert!(outcome.steps > SIZE.pow(3));
    time
}

/// Nanoseconds that the kernel takes in C; none without a compiler.
fn compiled() -> Option<f64> {
    let folder = std::env::temp_dir().join(format!("loop_nest.{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let (source, program) = (folder.join("loop_nest.c"), folder.join("loop_nest"));
    std::fs::write(&source, C).ok()?;
    let built = Command::new("cc").arg("-O0").arg("-o").arg(&program).arg(&source).status().ok()?.success();
    let runs = (0..5)
        .map(|_| String::from_utf8(Command::new(&program).output().ok()?.stdout).ok()?.trim().parse().ok());
    let time = if built { runs.flatten().min_by(f64::total_cmp) } else { None };
    std::fs::remove_dir_all(&folder).ok()?;
    time
}

fn main() {
    let iterations = SIZE.pow(3) as f64;
    let ours = (0..5).map(|_| interpreted()).min_by(f64::total_cmp).expect("there is a run") / iterations;
    println!("interpreter    {ours:6.2} ns an iteration");
    if let Some(theirs) = compiled() {
        let theirs = theirs / iterations;
        println!("C at -O0       {theirs:6.2} ns an iteration");
        println!("ratio          {:6.2}", ours / theirs);
    }
}
