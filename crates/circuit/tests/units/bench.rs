//! A unit between sources and sinks that stall at random.
//!
//! Every cycle, whatever the unit: a token that was offered stays as it is until it is taken, and no valid and no data depends on a ready.

use base::{Bits, Diagnostics, Rng};
use circuit::builder::design;
use circuit::units::{Library, Literals};
use dialects::handshake::unit::{Kind, Unit};
use driver::sim::Backend;
use ir::{Context, Ir};
use sim::Simulator;

/// A unit in simulation.
pub struct Bench {
    pub simulator: Simulator,
    pub unit: Unit,
}

impl Bench {
    /// A unit that has been reset.
    pub fn new(unit: &Unit) -> Bench {
        Bench::of_literals(unit, Literals::new())
    }

    /// The same where the data of some inputs are literals.
    pub fn of_literals(unit: &Unit, literals: Literals) -> Bench {
        let mut ir = Ir::new(Context::new(dialects::all()));
        let design = design(&mut ir);
        let mut library = Library::new(&ir, design);
        let module = library.module_for(&mut ir, unit, literals);
        let mut diagnostics = Diagnostics::new();
        assert!(ir::verify(&mut ir, design, &mut diagnostics), "{unit:?}: {diagnostics:?}");
        let simulator = driver::cosim::simulator(&ir, module, Backend::Interpreted, &mut diagnostics);
        let simulator = simulator.unwrap_or_else(|| panic!("{unit:?}: {diagnostics:?}"));
        let mut bench = Bench { simulator, unit: unit.clone() };
        bench.set("rst", 1);
        bench.simulator.step();
        bench.set("rst", 0);
        bench
    }

    pub fn set(&mut self, port: &str, value: u64) {
        let port = self.simulator.input(port).unwrap_or_else(|| panic!("there is an input {port}"));
        self.simulator.poke_u64(port, value);
    }

    pub fn get(&mut self, port: &str) -> bool {
        self.word(port).low_u64() == 1
    }

    pub fn word(&mut self, port: &str) -> Bits {
        let port = self.simulator.output(port).unwrap_or_else(|| panic!("there is an output {port}"));
        self.simulator.peek(port)
    }

    /// Offers a token, or none: then the data are whatever they are.
    pub fn offer(&mut self, input: usize, token: Option<&Bits>, otherwise: &mut Rng) {
        let width = self.unit.inputs[input];
        self.set(&format!("in{input}_valid"), token.is_some().into());
        if width > 0 {
            let data = token.cloned().unwrap_or_else(|| otherwise.bits(width));
            // Literals have no port.
            if let Some(port) = self.simulator.input(&format!("in{input}")) {
                self.simulator.poke(port, &data);
            }
        }
    }

    pub fn accept(&mut self, output: usize, ready: bool) {
        self.set(&format!("out{output}_ready"), ready.into());
    }

    pub fn is_ready(&mut self, input: usize) -> bool {
        self.get(&format!("in{input}_ready"))
    }

    /// The token that an output offers.
    pub fn offered(&mut self, output: usize) -> Option<Bits> {
        self.get(&format!("out{output}_valid")).then(|| match self.unit.outputs[output] {
            0 => Bits::zero(0),
            _ => self.word(&format!("out{output}")),
        })
    }
}

/// How often sources offer and sinks accept, out of 8.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    pub offer: u64,
    pub accept: u64,
}

impl Rates {
    pub const FULL: Rates = Rates { offer: 8, accept: 8 };
    pub const ALL: [Rates; 4] = [
        Rates::FULL,
        Rates { offer: 8, accept: 2 },
        Rates { offer: 2, accept: 8 },
        Rates { offer: 4, accept: 4 },
    ];
}

/// What went through the channels.
pub struct Run {
    /// Tokens of the outputs.
    pub outputs: Vec<Vec<Bits>>,
    /// How many tokens of the inputs were taken.
    pub consumed: Vec<usize>,
    /// The cycle of every transfer, by output.
    pub cycles: Vec<Vec<u64>>,
}

/// Cycles without a transfer after which nothing comes any more: longer than any pipeline and any stall of these tests.
const QUIET: u64 = 160;

/// Sends tokens through a unit until nothing moves.
pub fn run(unit: &Unit, feeds: &[Vec<Bits>], rates: Rates, seed: u64) -> Run {
    run_in(Bench::new(unit), feeds, rates, seed)
}

/// The same in a bench of it.
pub fn run_in(mut bench: Bench, feeds: &[Vec<Bits>], rates: Rates, seed: u64) -> Run {
    let unit = &bench.unit.clone();
    let mut rng = Rng::new(seed);
    let lazy = unit.kind == Kind::LazyFork;
    let mut run = Run {
        outputs: vec![Vec::new(); unit.outputs.len()],
        consumed: vec![0; unit.inputs.len()],
        cycles: vec![Vec::new(); unit.outputs.len()],
    };
    let mut offering = vec![false; unit.inputs.len()];
    let mut before: Vec<Option<Bits>> = vec![None; unit.outputs.len()];
    let mut ready = vec![false; unit.outputs.len()];
    let (mut cycle, mut quiet) = (0, 0);
    while quiet < QUIET {
        for input in 0..unit.inputs.len() {
            let next = feeds[input].get(run.consumed[input]);
            offering[input] = next.is_some() && (offering[input] || rng.chance(rates.offer, 8));
            bench.offer(input, next.filter(|_| offering[input]), &mut rng);
        }
        let outputs = unit.outputs.len();
        let offers = |bench: &mut Bench| (0..outputs).map(|output| bench.offered(output)).collect::<Vec<_>>();
        (0..outputs).for_each(|output| bench.accept(output, rng.bool()));
        let blind = offers(&mut bench);
        // Outputs that are to be ready together wait for each other.
        let accept = |was: &bool| (lazy && *was) || rng.chance(rates.accept, 8);
        let accepts: Vec<bool> = ready.iter().map(accept).collect();
        accepts.iter().enumerate().for_each(|(output, ready)| bench.accept(output, *ready));
        let offered = offers(&mut bench);
        if !lazy {
            assert_eq!(blind, offered, "{unit:?}: a valid or data depends on a ready in cycle {cycle}");
            for (output, before) in before.iter().enumerate().filter(|(_, before)| before.is_some()) {
                assert_eq!(
                    *before, offered[output],
                    "{unit:?}: output {output} takes a token back in cycle {cycle}"
                );
            }
        }
        quiet += 1;
        for output in 0..outputs {
            ready[output] = accepts[output] && offered[output].is_none();
            before[output] = offered[output].clone().filter(|_| !accepts[output]);
            if let Some(token) = offered[output].clone().filter(|_| accepts[output]) {
                run.outputs[output].push(token);
                run.cycles[output].push(cycle);
                quiet = 0;
            }
        }
        for (input, offering) in offering.iter_mut().enumerate() {
            if *offering && bench.is_ready(input) {
                run.consumed[input] += 1;
                *offering = false;
                quiet = 0;
            }
        }
        bench.simulator.step();
        cycle += 1;
    }
    run
}
