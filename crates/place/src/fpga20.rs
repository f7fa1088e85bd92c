//! The placement `fpga20`: one model of the whole circuit that follows data (Josipović, Sheikhha, Guerrieri, Ienne, Cortadella: Buffer Placement and Sizing for High-Performance Dataflow
//! Circuits, FPGA 2020).
//!
//! It maximises the throughputs of the choice-free parts, weighted by how often each is executed, and takes fewer and smaller buffers where that makes no difference, such that every path of
//! data meets the clock. Its buffers break data and valid only, so a rule puts breaks of readies behind merges; readies are not timed, and a circuit may miss its clock on them.

use crate::cfdfc::{Cfdfc, extract};
use crate::graph::ChannelId;
use crate::mapping::{self, Buffers};
use crate::placement::{Buffering, Placement, Problem};
use crate::placer::{Placer, Task};
use crate::published::{Decided, Follows, Rows, State, check_clock};
use crate::rules;
use base::IdMap;

/// The placement `fpga20`.
pub struct Fpga20;

impl Placer for Fpga20 {
    fn name(&self) -> &'static str {
        "fpga20"
    }

    fn doc(&self) -> &'static str {
        "solves the published model (FPGA 2020) that maximises the throughput of the cycles that are executed most, while paths of data meet the clock; valids and readies are not timed."
    }

    fn may_miss(&self) -> &'static str {
        "`fpga20` looks at data alone"
    }

    fn place(&self, task: &Task<'_>) -> Result<Placement, Problem> {
        let mut solver = task.solver()?;
        let circuit = task.circuit;
        let place = task.place();
        let needs = rules::needs(&place);
        check_clock(task, &needs)?;
        let parts = extract(circuit);
        let states: IdMap<ChannelId, State> = circuit.channels.values().map(|_| State::Free).collect();
        let mut rows = Rows::new(task, Follows::Data, &states, &needs)?;
        rows.flow(&parts.iter().collect::<Vec<&Cfdfc>>());
        let Decided { channels, status, gap } = rows.solve(&mut *solver, task.goal.time)?;
        let mut buffered: IdMap<ChannelId, Buffering> =
            circuit.channels.values().map(|_| Buffering::default()).collect();
        channels.into_iter().for_each(|(channel, of)| buffered[channel] = of);
        rules::mend(&place, false, &mut buffered)?;
        Ok(Placement { channels: buffered, status, gap, has_times: true })
    }

    fn buffers(&self, of: Buffering) -> Buffers {
        mapping::fpga20(of)
    }
}
