//! Kernels whose accesses to memory may meet, under every way to keep them in order: what each of them costs in cycles and in a device.

use super::{BenchRequest, Row, area_object, chosen, measured, optional};
use crate::Progress;
use crate::json::{Object, text};
use crate::kernel::{CompileOptions, Memory, QueueDepth};
use base::Diagnostic;
use lower::MemoryOrder;

/// The kernels that are looked at where none are named: places that data decide about, loops that read what they have written, and a kernel without either.
pub const KERNELS: [&str; 8] = [
    "gaussian",
    "get_tanh",
    "histogram",
    "hk_histogram",
    "insertion_sort",
    "kernel_2mm",
    "matrix_power",
    "triangular",
];

/// A kernel with its accesses kept in order in one way.
pub struct Way {
    /// What was asked for.
    pub memory: Memory,
    /// What was measured.
    pub row: Row,
}

impl Way {
    /// The way that was asked for, and the one that was taken where that was left open.
    pub fn words(&self) -> String {
        match (self.memory, self.row.order) {
            (Memory::Auto, Some(order)) => format!("auto: {}", order.name()),
            (memory, _) => memory.name().to_string(),
        }
    }

    pub(super) fn object(&self) -> String {
        let Row { name, verdict, cycles, area, .. } = &self.row;
        let order = self.row.order.map_or("null".to_string(), |order| text(order.name()));
        Object::new()
            .text("kernel", name)
            .text("memory", self.memory.name())
            .raw("order", order)
            .text("verdict", verdict.name())
            .raw("cycles", cycles.to_string())
            .raw("ratio", optional(self.row.ratio()))
            .raw("critical_ns", optional(self.row.critical))
            .raw("buffer_slots", self.row.size.slots.to_string())
            .raw("ecp5", area_object(area.as_ref()))
            .finish()
    }
}

/// Measures kernels in every way, those of one kernel behind each other. An error is a name that no kernel has.
pub fn ways(request: &BenchRequest, progress: Progress) -> Result<Vec<Way>, Diagnostic> {
    let is_all = request.kernels.is_empty();
    let names = if is_all { KERNELS.map(str::to_string).to_vec() } else { request.kernels.clone() };
    let sources = chosen(&names, &request.compile)?;
    let mut ways: Vec<Way> = Vec::new();
    for source in &sources {
        let first = ways.len();
        for memory in Memory::all() {
            let tell = |step: &str| progress(&format!("{}, memory {}: {step}", source.name, memory.name()));
            let asked = request.compile.clone();
            let queue_depth = if memory.may_have_queues() { asked.queue_depth } else { QueueDepth::Auto };
            let compile = CompileOptions { memory, queue_depth, ..asked };
            // What was chosen is a circuit that was synthesised before.
            let tools = request.synthesis.as_ref().filter(|_| memory != Memory::Auto);
            let mut row = measured(*source, &compile, tools, &tell);
            if memory == Memory::Auto {
                row.area =
                    ways[first..].iter().find(|way| is_same(&way.row, &row)).and_then(|way| way.row.area);
            }
            ways.push(Way { memory, row });
        }
    }
    Ok(ways)
}

/// Whether two rows are of one circuit.
fn is_same(one: &Row, other: &Row) -> bool {
    (one.order, one.cycles, one.size) == (other.order, other.cycles, other.size)
}

/// The kernels that take more cycles in the way that was chosen than ordered by tokens, or fail.
pub fn worse(ways: &[Way]) -> Vec<&'static str> {
    let is_ordered = |way: &&Way| way.memory == Memory::Only(MemoryOrder::Ordered) && way.row.is_fine();
    let ordered = |name: &str| ways.iter().filter(is_ordered).find(|way| way.row.name == name);
    let is_worse = |way: &&Way| {
        way.memory == Memory::Auto
            && (!way.row.is_fine()
                || ordered(way.row.name).is_some_and(|other| way.row.cycles > other.row.cycles))
    };
    ways.iter().filter(is_worse).map(|way| way.row.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::published::Published;
    use crate::kernel::Verdict;
    use std::collections::BTreeSet;

    fn way(memory: Memory, cycles: u64) -> Way {
        let row = Row::unmeasured("k", Published::default());
        Way { memory, row: Row { verdict: Verdict::Pass, cycles, ..row } }
    }

    #[test]
    fn what_was_chosen_is_held_against_tokens() {
        let ordered = Memory::Only(MemoryOrder::Ordered);
        let check = |chosen: u64, expected: &[&str]| {
            assert_eq!(worse(&[way(ordered, 100), way(Memory::Auto, chosen)]), expected);
        };
        check(100, &[]);
        check(101, &["k"]);
        let mut failed = way(Memory::Auto, 5);
        failed.row.verdict = Verdict::Deadlock;
        assert_eq!(worse(&[way(ordered, 100), failed]), ["k"]);
    }

    #[test]
    fn a_kernel_is_measured_in_every_way() {
        let request = BenchRequest {
            kernels: vec!["loop_array".to_string()],
            compile: CompileOptions { buffers: "on-merges".to_string(), ..CompileOptions::default() },
            synthesis: None,
        };
        let ways = ways(&request, &|_| {}).expect("it is there");
        assert!(ways.iter().all(|way| way.row.is_fine()));
        let words: Vec<String> = ways.iter().map(Way::words).collect();
        assert_eq!(words[..3], ["ordered", "guard", "lsq"]);
        // Three circuits, each of its own size.
        let sizes: BTreeSet<usize> = ways[..3].iter().map(|way| way.row.size.units).collect();
        assert_eq!(sizes.len(), 3, "{sizes:?}");
        assert!(words[3].starts_with("auto: "), "{words:?}");
        assert_eq!(worse(&ways), Vec::<&str>::new());
    }
}
