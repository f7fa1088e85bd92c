//! A chip in the simulator, with what is offered to it in a cycle and what it says.

use super::{Chip, port_name};
use crate::stream::file::pack;
use crate::stream::layout::Layout;
use crate::stream::{Record, Stream};
use base::{Bits, Diagnostics};
use ir::Ir;
use sim::{SimOptions, Simulator};
use smallvec::SmallVec;

/// A chip and its ports.
pub struct Bench<'a> {
    /// The chip. Who looks at more than its ports asks here.
    pub sim: Simulator,
    layout: &'a Layout,
    lanes: Vec<Lane>,
    rst: usize,
    complete: usize,
    idle: usize,
    count: usize,
}

/// What a chip says in a cycle.
pub struct Said {
    /// For each stream whether its record is taken.
    pub taken: SmallVec<[bool; 4]>,
    /// The matches that it lists: numbers of a stream, of a root in it and of a pattern.
    pub matches: Vec<(usize, u64, u32)>,
    /// Whether nothing is under way.
    pub is_idle: bool,
    /// How many matches it has counted.
    pub count: u64,
}

impl<'a> Bench<'a> {
    /// A chip for so many streams, whose records have this layout, put back; `None` if it cannot be simulated, which `diagnostics` says.
    pub fn new(
        ir: &Ir,
        chip: &Chip,
        layout: &'a Layout,
        streams: usize,
        options: &SimOptions,
        diagnostics: &mut Diagnostics,
    ) -> Option<Bench<'a>> {
        let sim = Simulator::new(ir, chip.top, options, diagnostics)?;
        let lanes = (0..streams).map(|stream| Lane::of(&sim, stream, streams)).collect();
        let [rst, complete] = ["rst", "complete"].map(|name| sim.input(name).expect("a chip has it"));
        let [idle, count] = ["idle", "count"].map(|name| sim.output(name).expect("a chip has it"));
        let mut bench = Bench { sim, layout, lanes, rst, complete, idle, count };
        bench.reset();
        Some(bench)
    }

    /// Has the chip forget all that it has taken and counted.
    pub fn reset(&mut self) {
        self.sim.poke_u64(self.rst, 1);
        self.sim.step();
        self.sim.poke_u64(self.rst, 0);
    }

    /// Goes through a cycle, in which the next records of streams are offered but for those that pause, and says whether there was none left.
    pub fn feed(
        &mut self,
        streams: &[Stream],
        next: &mut [usize],
        mut pauses: impl FnMut() -> bool,
    ) -> (bool, Said) {
        let offered: Vec<Option<&Record>> =
            streams.iter().zip(&*next).map(|(stream, next)| stream.records.get(*next)).collect();
        let has_ended = offered.iter().all(Option::is_none);
        let offered: Vec<Option<&Record>> =
            offered.into_iter().map(|record| record.filter(|_| !pauses())).collect();
        let said = self.cycle(&offered, has_ended);
        next.iter_mut().zip(&said.taken).for_each(|(next, taken)| *next += usize::from(*taken));
        (has_ended, said)
    }

    /// Goes through a cycle, in which there is a record of some streams, and none follows if so it is said. What the chip says is what it says before the edge.
    pub fn cycle(&mut self, offered: &[Option<&Record>], complete: bool) -> Said {
        self.sim.poke_u64(self.complete, u64::from(complete));
        for (lane, record) in self.lanes.iter().zip(offered) {
            self.sim.poke_u64(lane.valid, u64::from(record.is_some()));
            if let Some(record) = record {
                let bytes = pack(self.layout, record);
                self.sim.poke(lane.record, &Bits::from_le_bytes(self.layout.record_bits(), &bytes));
            }
        }
        self.sim.settle();
        let mut said = Said {
            taken: SmallVec::new(),
            matches: Vec::new(),
            is_idle: self.sim.peek_u64(self.idle) == 1,
            count: self.sim.peek_u64(self.count),
        };
        for (number, (lane, record)) in self.lanes.iter().zip(offered).enumerate() {
            said.taken.push(record.is_some() && self.sim.peek_u64(lane.ready) == 1);
            if let Some((root, bits)) = lane.listed(&mut self.sim) {
                let set = (0..bits.width()).filter(|bit| bits.bit(*bit));
                said.matches.extend(set.map(|pattern| (number, root, pattern)));
            }
        }
        self.sim.step();
        said
    }
}

/// The ports of a stream.
struct Lane {
    valid: usize,
    record: usize,
    ready: usize,
    /// `match_valid`, `match_root` and `match_patterns`, if the chip has them.
    lists: Option<[usize; 3]>,
}

impl Lane {
    fn of(sim: &Simulator, stream: usize, streams: usize) -> Lane {
        let named = |name| port_name(name, stream, streams);
        let input = |name| sim.input(&named(name)).expect("a chip has it");
        let lists = ["match_valid", "match_root", "match_patterns"].map(|name| sim.output(&named(name)));
        Lane {
            valid: input("valid"),
            record: input("record"),
            ready: sim.output(&named("ready")).expect("a chip has it"),
            lists: lists.into_iter().collect::<Option<Vec<usize>>>().and_then(|all| all.try_into().ok()),
        }
    }

    /// A root, and the patterns that match there, if the chip lists one.
    fn listed(&self, sim: &mut Simulator) -> Option<(u64, Bits)> {
        let [valid, root, matches] = self.lists?;
        (sim.peek_u64(valid) == 1).then(|| (sim.peek_u64(root), sim.peek(matches)))
    }
}
