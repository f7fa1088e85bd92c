//! Every placement of buffers leaves a circuit that does what its program does: kernels of all kinds, by both lowerings, at a fast and a slow clock.

use base::Style;
use driver::interp::Limits;
use driver::kernel::{CompileOptions, Level, Lowering, Verdict, placements};
use driver::run::DEFAULT_MAX_CYCLES;
use driver::{Input, ReadOptions, RunRequest};

/// Products and sums of arrays, with the ends of a loop, a nest and a recurrence.
const FIR: &str = "#define N 24
int kernel(int x[N], int h[N]) {
    int sum = 0;
    for (int i = 0; i < N; i++) sum += x[i] * h[N - 1 - i];
    return sum;
}
int main(void) {
    int x[N], h[N];
    for (int i = 0; i < N; i++) { x[i] = i * i % 11; h[i] = 3 - i; }
    kernel(x, h);
    return 0;
}";

const NEST: &str = "#define N 7
void kernel(int a[N][N], int x[N], int y[N]) {
    for (int i = 0; i < N; i++) {
        int sum = y[i];
        for (int j = 0; j < i; j++) sum += a[i][j] * x[j];
        y[i] = sum;
    }
}
int main(void) {
    int a[N][N], x[N], y[N];
    for (int i = 0; i < N; i++) { x[i] = i + 1; y[i] = -i; for (int j = 0; j < N; j++) a[i][j] = i - 2 * j; }
    kernel(a, x, y);
    return 0;
}";

const RECURRENCE: &str = "#define N 20
int kernel(int x[N], int a, int b) {
    int y = 1;
    for (int i = 0; i < N; i++) y = (a * y + b * x[i]) & 1023;
    return y;
}
int main(void) {
    int x[N];
    for (int i = 0; i < N; i++) x[i] = i % 5;
    kernel(x, 3, 2);
    return 0;
}";

const CHOICES: &str = "int kernel(int a[6]) {
    int x = a[0], y = a[1], steps = 0;
    while (x != y) {
        if (x > y) x -= y;
        else { y -= x; a[2 + (steps & 3)] = y; }
        steps++;
    }
    return x * 100 + steps;
}
int main(void) {
    int a[6] = {84, 30, 0, 0, 0, 0};
    kernel(a);
    a[0] = 7; a[1] = 7;
    kernel(a);
    a[0] = 13; a[1] = 41;
    kernel(a);
    return 0;
}";

const MEMORY: &str = "#define N 16
void kernel(int key[N], int count[N]) {
    for (int i = 0; i < N; i++) count[key[i] & 7] += i;
    for (int i = 1; i < N; i++) count[i] = count[i] + count[i - 1];
}
int main(void) {
    int key[N], count[N];
    for (int i = 0; i < N; i++) { key[i] = i * 5 % 9; count[i] = 0; }
    kernel(key, count);
    return 0;
}";

/// What is wrong with a circuit.
fn fault(name: &str, text: &str, lowering: Lowering, buffers: &str, clock: f64) -> Option<String> {
    let compile =
        CompileOptions { lowering, buffers: buffers.to_string(), clock, ..CompileOptions::default() };
    let request = RunRequest {
        input: Input::new(format!("{name}.c"), text),
        read: ReadOptions { is_c: true, ..ReadOptions::default() },
        top: None,
        args: None,
        seed: None,
        limits: Limits::default(),
        compile,
        levels: vec![Level::Elastic],
        max_cycles: DEFAULT_MAX_CYCLES,
        watch_to_end: false,
        waves: None,
        folder: None,
    };
    let outcome = driver::run(request, &mut std::io::sink(), &|_| {});
    let passes = outcome.kernels.iter().all(|kernel| kernel.verdict == Verdict::Pass && kernel.calls > 0);
    let report = &outcome.report;
    (!passes || outcome.kernels.is_empty()).then(|| {
        let said = base::render_all(&report.diagnostics, &report.sources, Style::Plain);
        format!("{name} by {lowering:?}, {buffers} at {clock} ns:\n{said}")
    })
}

/// Those that are published; the law of generated programs has all of them.
#[test]
fn circuits_do_what_their_programs_do() {
    let programs =
        [("fir", FIR), ("nest", NEST), ("recurrence", RECURRENCE), ("choices", CHOICES), ("memory", MEMORY)];
    let mut faults = Vec::new();
    for (buffers, _) in placements().filter(|(name, _)| ["fpga20", "fpl22"].contains(name)) {
        for (number, (name, text)) in programs.into_iter().enumerate() {
            let lowerings = [Lowering::Streams, Lowering::Blocks];
            // The larger models take a while, so each program is tried by one of the lowerings.
            let tried =
                if buffers == "fpl22" { &lowerings[number % 2..number % 2 + 1] } else { &lowerings[..] };
            for lowering in tried.iter().copied() {
                let clock = [4.0, 8.0][number % 2];
                faults.extend(fault(name, text, lowering, buffers, clock));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
