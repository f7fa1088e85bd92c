//! A kernel as hardware, held against the elastic simulator: every channel of every cycle.
//!
//! The circuit is made with all channels as outputs. Both get the same calls, and a number for all that is to be seen of the channels in a
//! cycle is compared; only when two differ is it looked at which channel it was. The arrays of the kernel are played here: a read is answered a cycle after
//! it was asked, and sees what was there before a write in the same cycle.

use super::elastic::{arguments, check_call};
use super::{Call, Kernel, Wrong};
use base::{Bits, Diagnostics};
use dialects::hw;
use ir::symbols::symbol_name;
use lower::handshake_to_hw::{Argument, Ports, lower as to_circuit, ports};
use rustc_hash::FxHasher;
use sim::elastic::{Arg, ChannelId, Elastic, Options, View};
use sim::{Backend, Observe, SimOptions, Simulator};
use std::hash::{Hash, Hasher};

/// So many cycles are followed, of all calls together.
const MOST_CYCLES: u64 = 1_500;

/// The kind of what is wrong with a kernel that has units without hardware.
const NO_CIRCUIT: &str = "no circuit FR0856";

/// Runs the calls of a kernel in both simulators, as far as the cycles go. Gives what was said if there is no circuit for it.
pub(super) fn run(kernel: &Kernel) -> Result<Option<String>, Wrong> {
    let mut diags = Diagnostics::new();
    let Some(mut elastic) = Elastic::new(&kernel.ir, kernel.function(), &mut diags) else {
        return Err(Wrong::said("refused", &kernel.ir, diags.into_vec()));
    };
    let mut bench = match Bench::new(kernel, elastic.network().values) {
        Err(wrong) if wrong.kind == NO_CIRCUIT => return Ok(Some(wrong.words)),
        bench => bench?,
    };
    let mut rest = MOST_CYCLES;
    for (number, call) in kernel.calls_of_circuit().iter().enumerate() {
        let mut args = arguments(elastic.network(), call);
        let mut before = args.clone();
        let mut seen = Vec::new();
        let options = Options { max_cycles: rest, ..Options::default() };
        let outcome = elastic.run_traced(&mut args, &options, |view| seen.push(picture(&bench, view)));
        if outcome.cycles >= rest {
            return match bench.follow(&mut before, &seen) {
                Ok(_) => Ok(None),
                Err(cycle) => Err(disagreement(kernel, &mut bench, number, cycle)),
            };
        }
        rest -= outcome.cycles;
        check_call(&kernel.ir, &elastic, call, number, &args, &outcome)?;
        match bench.follow(&mut before, &seen) {
            Ok(Some(results)) if results == outcome.results => {}
            Ok(results) => {
                let words = format!("call {number} gives {results:?}, but should give {:?}", outcome.results);
                return Err(Wrong::new("results", words));
            }
            Err(cycle) => return Err(disagreement(kernel, &mut bench, number, cycle)),
        }
        if before != args {
            return Err(Wrong::new(
                "arrays",
                format!("call {number} leaves other arrays: {before:?}, but should leave {args:?}"),
            ));
        }
    }
    Ok(None)
}

/// One number for all that is to be seen of the channels in a cycle of the elastic simulator.
fn picture(bench: &Bench, view: &View<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    for (number, channel) in bench.channels.iter().enumerate() {
        let id = ChannelId::at(number as u32);
        let (valid, ready) = (view.valid(id), view.ready(id));
        (valid, ready).hash(&mut hasher);
        if valid && channel.data.is_some() {
            view.words(id).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// The outputs that show a channel.
struct Channel {
    valid: usize,
    ready: usize,
    data: Option<usize>,
}

/// An array and its ports: address, enable and data of reads, and of writes.
struct Array {
    read: Option<(usize, usize, usize)>,
    write: Option<(usize, usize, usize)>,
}

/// A circuit with its arrays.
struct Bench {
    simulator: Simulator,
    ports: Ports,
    /// For each argument that is an array.
    arrays: Vec<Option<Array>>,
    channels: Vec<Channel>,
}

impl Bench {
    fn new(kernel: &Kernel, channels: usize) -> Result<Bench, Wrong> {
        let mut hardware = kernel.clone();
        let ports = ports(&kernel.ir, kernel.function());
        let mut diags = Diagnostics::new();
        let ir = &mut hardware.ir;
        if to_circuit(ir, hardware.module, true, &mut diags).is_err() {
            return Err(Wrong::said("no circuit", ir, diags.into_vec()));
        }
        let verified = ir::verify(ir, hardware.module, &mut diags);
        let is_it = |op: &ir::Op| hw::is_module(ir, *op) && symbol_name(ir, *op) == Some(&kernel.name);
        let top = ir.walk(hardware.module).into_iter().find(is_it).filter(|_| verified);
        let options = SimOptions { backend: Backend::Interpreted, observe: Observe::Ports };
        let simulator = top.and_then(|top| Simulator::new(ir, top, &options, &mut diags));
        let Some(mut simulator) = simulator else {
            return Err(Wrong::said("refused", ir, diags.into_vec()));
        };
        let arrays = ports.arguments.iter().map(|argument| array(&simulator, argument)).collect();
        let output = |name: String| simulator.output(&name);
        let channel = |k: usize| {
            Some(Channel {
                valid: output(format!("ch{k}_valid"))?,
                ready: output(format!("ch{k}_ready"))?,
                data: output(format!("ch{k}")),
            })
        };
        let channels = (0..channels).map(channel).collect::<Option<Vec<Channel>>>();
        let channels = channels.ok_or_else(|| Wrong::new("ports", "a channel is not to be seen"))?;
        let reset = simulator.input("rst").ok_or_else(|| Wrong::new("ports", "there is no reset"))?;
        simulator.poke_u64(reset, 1);
        simulator.step();
        simulator.poke_u64(reset, 0);
        Ok(Bench { simulator, ports, arrays, channels })
    }

    fn output(&self, name: &str) -> usize {
        self.simulator.output(name).expect("a kernel has this port")
    }

    /// Carries out a call, for as many cycles as the other simulator took; gives the results, and says in which cycle the channels differ. The arrays among
    /// the arguments are changed.
    fn follow(&mut self, args: &mut [Arg], seen: &[u64]) -> Result<Option<Vec<Bits>>, usize> {
        let input =
            |simulator: &Simulator, name: &str| simulator.input(name).expect("a kernel has this port");
        let (start, take) = (input(&self.simulator, "start_valid"), input(&self.simulator, "done_ready"));
        let (accepted, done) = (self.output("start_ready"), self.output("done_valid"));
        let given = self.ports.arguments.iter().filter(|argument| !matches!(argument, Argument::Token));
        for (argument, arg) in given.zip(args.iter()) {
            if let (Argument::Scalar { name, .. }, Arg::Scalar(bits)) = (argument, arg)
                && let Some(port) = self.simulator.input(name)
            {
                self.simulator.poke(port, bits);
            }
        }
        self.simulator.poke_u64(start, 1);
        self.simulator.poke_u64(take, 1);
        let mut results = None;
        for (cycle, expected) in seen.iter().enumerate() {
            if self.picture() != *expected {
                return Err(cycle);
            }
            if results.is_none() && self.simulator.peek_u64(done) == 1 {
                let ports: Vec<String> =
                    self.ports.results.iter().flatten().map(|(name, _)| name.clone()).collect();
                results = Some(ports.iter().map(|name| self.simulator.peek(self.output(name))).collect());
            }
            let starts = self.simulator.peek_u64(accepted) == 1;
            self.cycle(args);
            if starts {
                self.simulator.poke_u64(start, 0);
            }
        }
        Ok(results)
    }

    /// The end of a cycle, and what the arrays do in it.
    fn cycle(&mut self, args: &mut [Arg]) {
        let mut answers = Vec::new();
        let given = self.ports.arguments.iter().zip(&self.arrays);
        let given = given.filter(|(argument, _)| !matches!(argument, Argument::Token));
        for ((_, array), arg) in given.zip(args) {
            let (Some(array), Arg::Memory(memory)) = (array, arg) else { continue };
            let simulator = &mut self.simulator;
            if let Some((address, enable, data)) = array.read
                && simulator.peek_u64(enable) == 1
            {
                let at = usize::try_from(simulator.peek_u64(address)).unwrap_or(usize::MAX);
                let word = if at < memory.len() { memory.get(at) } else { Bits::zero(memory.width()) };
                answers.push((data, word));
            }
            if let Some((address, enable, data)) = array.write
                && simulator.peek_u64(enable) == 1
            {
                let at = usize::try_from(simulator.peek_u64(address)).unwrap_or(usize::MAX);
                if at < memory.len() {
                    memory.set(at, &simulator.peek(data));
                }
            }
        }
        self.simulator.step();
        for (port, word) in answers {
            self.simulator.poke(port, &word);
        }
    }

    /// One number for all that is to be seen of the channels in this cycle.
    fn picture(&mut self) -> u64 {
        let mut hasher = FxHasher::default();
        for channel in &self.channels {
            let valid = self.simulator.peek_u64(channel.valid) == 1;
            let ready = self.simulator.peek_u64(channel.ready) == 1;
            (valid, ready).hash(&mut hasher);
            if let (true, Some(data)) = (valid, channel.data) {
                self.simulator.peek(data).words().hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

fn array(simulator: &Simulator, argument: &Argument) -> Option<Array> {
    let Argument::Array { name, .. } = argument else { return None };
    let input = |part: &str| simulator.input(&format!("{name}_{part}"));
    let output = |part: &str| simulator.output(&format!("{name}_{part}"));
    let read = output("raddr").zip(output("ren")).zip(input("rdata"));
    let write = output("waddr").zip(output("wen")).zip(output("wdata"));
    Some(Array {
        read: read.map(|((address, enable), data)| (address, enable, data)),
        write: write.map(|((address, enable), data)| (address, enable, data)),
    })
}

/// Says which channel differs in a cycle of a call that the circuit has come to.
fn disagreement(kernel: &Kernel, bench: &mut Bench, number: usize, cycle: usize) -> Wrong {
    let mut diags = Diagnostics::new();
    let mut elastic = Elastic::new(&kernel.ir, kernel.function(), &mut diags).expect("it was made before");
    let calls: Vec<Call> = kernel.calls_of_circuit();
    let options = Options { max_cycles: MOST_CYCLES, ..Options::default() };
    let mut found = None;
    for (at, call) in calls.iter().take(number + 1).enumerate() {
        let mut args = arguments(elastic.network(), call);
        let channels: Vec<(u32, String)> = (0..bench.channels.len() as u32)
            .map(|k| (k, elastic.network().channels[ChannelId::at(k)].label.clone()))
            .collect();
        let mut now = 0;
        elastic.run_traced(&mut args, &options, |view| {
            if (at, now) == (number, cycle) {
                found = channels.iter().find_map(|(k, label)| differing(bench, view, *k, label));
            }
            now += 1;
        });
    }
    let words = found.unwrap_or_else(|| "a channel".to_string());
    Wrong::new(
        "channel",
        format!("call {number}, cycle {cycle}: {words}\ninputs: {:?}", calls[number].inputs),
    )
}

fn differing(bench: &mut Bench, view: &View<'_>, k: u32, label: &str) -> Option<String> {
    let channel = &bench.channels[k as usize];
    let simulator = &mut bench.simulator;
    let state = (simulator.peek_u64(channel.valid) == 1, simulator.peek_u64(channel.ready) == 1);
    let data = channel.data.map(|data| simulator.peek(data));
    let id = ChannelId::at(k);
    let expected = (view.valid(id), view.ready(id));
    let same_data = !expected.0 || data.as_ref().is_none_or(|data| *data == view.data(id));
    if state == expected && same_data {
        return None;
    }
    Some(format!(
        "{label} (ch{k}) has valid {}, ready {}, {:?} in the elastic simulator, and valid {}, ready {}, {data:?} in the circuit",
        expected.0,
        expected.1,
        view.data(id),
        state.0,
        state.1
    ))
}
