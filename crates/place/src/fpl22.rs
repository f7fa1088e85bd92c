//! The placement `fpl22`: models that follow data, valids, readies and the ways between them, part by part (Rizzi, Guerrieri, Ienne, Josipović: A Comprehensive Timing Model for Accurate
//! Frequency Tuning in Dataflow Circuits, FPL 2022).
//!
//! Choice-free parts that share a unit make a union. Each union has a model of its own, which maximises throughput as `fpga20` does; channels outside of it are taken to be
//! broken. When all unions are placed, one last model finds the fewest breaks that make the rest of the circuit meet the clock.

use crate::cfdfc::{Cfdfc, extract};
use crate::graph::ChannelId;
use crate::mapping::{self, Buffers};
use crate::placement::{Buffering, Placement, Problem};
use crate::placer::{Placer, Task};
use crate::published::{Decided, Follows, Rows, State, check_clock};
use crate::rules;
use base::IdMap;
use milp::Status;
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// The placement `fpl22`.
pub struct Fpl22;

impl Placer for Fpl22 {
    fn name(&self) -> &'static str {
        "fpl22"
    }

    fn doc(&self) -> &'static str {
        "solves the published models (FPL 2022) that do the same with data, valids, readies and the ways between them: one for every set of cycles that share units, and one for the rest."
    }

    fn may_miss(&self) -> &'static str {
        "`fpl22` does not see what buffers take themselves"
    }

    fn place(&self, task: &Task<'_>) -> Result<Placement, Problem> {
        let mut solver = task.solver()?;
        let circuit = task.circuit;
        let place = task.place();
        let needs = rules::needs(&place);
        check_clock(task, &needs)?;
        let parts = extract(circuit);
        let unions = unions(&parts);
        let end = Instant::now() + task.goal.time;
        let mut states: IdMap<ChannelId, State> = circuit.channels.values().map(|_| State::Broken).collect();
        let mut worst = (Status::Optimal, 0.0);
        for (number, union) in unions.iter().enumerate() {
            let own: FxHashSet<ChannelId> =
                union.iter().flat_map(|part| part.channels.iter().copied()).collect();
            let mut within = states.clone();
            own.iter()
                .filter(|channel| states[**channel] == State::Broken)
                .for_each(|channel| within[*channel] = State::Free);
            let mut rows = Rows::new(task, Follows::All, &within, &needs)?;
            rows.flow(union);
            let decided = rows.solve(&mut *solver, share(end, unions.len() - number))?;
            worst = worse(worst, &decided);
            decided.channels.into_iter().for_each(|(channel, of)| states[channel] = State::Fixed(of));
        }
        states
            .iter_mut()
            .filter(|(_, state)| **state == State::Broken)
            .for_each(|(_, state)| *state = State::Free);
        let mut rows = Rows::new(task, Follows::All, &states, &needs)?;
        rows.least_breaks();
        let decided = rows.solve(&mut *solver, share(end, 0))?;
        let (status, gap) = worse(worst, &decided);
        let of_state = |state: &State| if let State::Fixed(of) = state { *of } else { Buffering::default() };
        let mut buffered: IdMap<ChannelId, Buffering> = states.values().map(of_state).collect();
        decided.channels.into_iter().for_each(|(channel, of)| buffered[channel] = of);
        rules::mend(&place, true, &mut buffered)?;
        Ok(Placement { channels: buffered, status, gap, has_times: true })
    }

    fn buffers(&self, of: Buffering) -> Buffers {
        mapping::fpl22(of)
    }
}

/// How the searches so far ended, and one more.
fn worse((status, gap): (Status, f64), decided: &Decided) -> (Status, f64) {
    let status = if decided.status == Status::Optimal { status } else { decided.status };
    (status, gap.max(decided.gap))
}

/// Parts that share units, directly or by others, in the order of their first one.
fn unions(parts: &[Cfdfc]) -> Vec<Vec<&Cfdfc>> {
    let mut unions: Vec<Vec<&Cfdfc>> = Vec::new();
    for part in parts {
        let shares = |other: &&Cfdfc| other.units.iter().any(|unit| part.units.binary_search(unit).is_ok());
        let (mut joined, others): (Vec<Vec<&Cfdfc>>, _) =
            unions.into_iter().partition(|union| union.iter().any(&shares));
        unions = others;
        joined.push(vec![part]);
        unions.push(joined.into_iter().flatten().collect());
    }
    unions
}

/// A fair share of what is left of the time, with so many models to come after this one.
fn share(end: Instant, others: usize) -> Duration {
    let left = end.saturating_duration_since(Instant::now());
    (left / (others as u32 + 1)).max(Duration::from_millis(100))
}
