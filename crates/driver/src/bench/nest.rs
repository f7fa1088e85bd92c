//! Which loops of a program stand inside of which others.
//!
//! A circuit knows a loop by a channel, and a report by its place in the source; that a loop is inside of another is seen in the streams, whatever the
//! circuit that is measured is made from.

use crate::files::Input;
use crate::kernel::compile::compile;
use crate::kernel::loops::{LoopRate, Watch, loops};
use crate::kernel::{CompileOptions, Lowering};
use crate::load::{Loaded, ReadOptions, read_module};
use crate::run::choose_kernels;
use place::graph::Circuit;
use place::levels::Levels;
use std::collections::BTreeMap;

/// Where a loop begins: line and column.
pub type At = (u32, u32);

/// The loops of a kernel, each with the one around it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Nest(BTreeMap<At, Option<At>>);

impl Nest {
    /// The loops of the only kernel of a program; none if it cannot be compiled, which measuring it tells better.
    pub fn of(input: &Input, read: &ReadOptions) -> Nest {
        nest(input, read).unwrap_or_default()
    }

    /// Whether a loop was run that has no other inside of it that was.
    pub fn is_innermost(&self, rate: &LoopRate, among: &[LoopRate]) -> bool {
        let is_inside = |other: &LoopRate| {
            other.entries > 0 && self.0.get(&at(other)) == Some(&Some(at(rate))) && at(other) != at(rate)
        };
        rate.entries > 0 && !among.iter().any(is_inside)
    }
}

fn at(rate: &LoopRate) -> At {
    (rate.line, rate.column)
}

fn nest(input: &Input, read: &ReadOptions) -> Option<Nest> {
    let mut read = read.clone();
    read.c.lower.needs_kernel = true;
    let Loaded { ir, module, mut diagnostics } = read_module(input, &read).ok()?;
    let function = *choose_kernels(&ir, module, None).ok()?.first()?;
    // Where loops are has nothing to do with buffers, so the placement that costs least will do.
    let options = CompileOptions {
        lowering: Lowering::Streams,
        buffers: place::placer::UNSOLVED.to_string(),
        ..CompileOptions::default()
    };
    let kernel = compile(&ir, module, function, &options, None, &mut diagnostics, &|_| {})?;
    let (ir, func) = (&kernel.elastic.ir, kernel.elastic.func()?);
    let circuit = Circuit::of(ir, func);
    let levels = Levels::of(&circuit);
    let mut places = BTreeMap::new();
    for one in loops(ir, func) {
        let Watch::Condition(condition, _) = one.watch else { continue };
        let channel = circuit.channels.iter().find(|(_, channel)| channel.value == condition);
        let known = channel.and_then(|(channel, _)| levels.counted_by(&circuit, channel));
        places.extend(known.map(|known| (known, (one.line, one.column))));
    }
    let around = |id| levels.loops[id].parent.and_then(|parent| places.get(&parent).copied());
    Some(Nest(places.iter().map(|(id, at)| (*at, around(*id))).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_are_found_inside_of_others() {
        let text = "#include \"dynamatic/Integration.h\"
void k(int a[8], int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++)
      a[j] += i;
    int m = a[i];
    while (m > 0)
      m -= 3;
    a[i] = m;
  }
}
int main(void) {
  int a[8] = {0};
  CALL_KERNEL(k, a, 8);
  return 0;
}
";
        let Nest(nest) = Nest::of(&Input::new("k.c", text), &ReadOptions::default());
        let lines: Vec<(u32, Option<u32>)> =
            nest.iter().map(|(at, around)| (at.0, around.map(|around| around.0))).collect();
        assert_eq!(lines, [(3, None), (4, Some(3)), (7, Some(3))]);
        let rate = |line, entries| {
            let (column, _) = nest.keys().find(|at| at.0 == line).map(|at| (at.1, ())).expect("it is there");
            LoopRate { line, column, entries, iterations: 0, rounds: None, distances: None }
        };
        let nest = Nest(nest.clone());
        let all = [rate(3, 1), rate(4, 8), rate(7, 8)];
        let found: Vec<bool> = all.iter().map(|one| nest.is_innermost(one, &all)).collect();
        assert_eq!(found, [false, true, true]);
        let idle = [rate(3, 1), rate(4, 0), rate(7, 0)];
        let found: Vec<bool> = idle.iter().map(|one| nest.is_innermost(one, &idle)).collect();
        assert_eq!(found, [true, false, false], "what is never entered is not there");
    }
}
