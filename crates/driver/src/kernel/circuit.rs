//! The test bench of a kernel's circuit: it plays the memories, starts the kernel and waits until it is done.
//!
//! The ports are those of `docs/rationale/streams.md`. A memory answers a read one cycle after it was asked, and a read in the cycle of a write
//! sees the old word. Cycles are counted as the elastic simulator counts them: from the one in which the start is accepted to the one in which
//! the end is, both included.

use super::calls::{Answer, Given, Parameter};
use super::loops::{Loop, Loops, Meter, Watch};
use super::{Stop, Verdict, unwritable, waves_lost};
use crate::stimulus::Rows;
use base::text::counted;
use base::{Bits, Diagnostic, Diagnostics, codes};
use ir::{Ir, Op};
use sim::waves::WaveFormat;
use sim::{Backend, Observe, Recorder, SimOptions, Simulator};
use std::path::Path;

/// A circuit with memories around it.
pub struct Bench {
    simulator: Simulator,
    ports: Ports,
    memories: Vec<Option<Memory>>,
    max_cycles: u64,
    was_reset: bool,
    recording: Option<Recording>,
    waves: Option<Recorder>,
    loops: Vec<Watched>,
}

/// A loop that is watched.
struct Watched {
    meter: Meter,
    watch: Watch<Wires>,
}

/// The wires of a channel, by the numbers of the signals.
struct Wires {
    valid: usize,
    ready: usize,
    data: Option<usize>,
}

impl Wires {
    /// The wires of this name, unless there are several like it.
    fn new(simulator: &Simulator, name: &str) -> Option<Wires> {
        // The first scope is the module itself; the others are what it contains.
        let own = || simulator.signals().iter().enumerate().filter(|(_, signal)| signal.scope.index() == 0);
        let find = |name: &str| {
            let mut found = own().filter(|(_, signal)| signal.name == name).map(|(at, _)| at);
            found.next().filter(|_| found.next().is_none())
        };
        let [valid, ready] = ["valid", "ready"].map(|part| find(&format!("{name}_{part}")));
        Some(Wires { valid: valid?, ready: ready?, data: find(name) })
    }
}

/// What was done to a circuit and what it did, cycle by cycle.
#[derive(Clone, Default, Debug)]
pub struct Recording {
    /// The inputs that are no clocks.
    pub inputs: Rows,
    /// The outputs.
    pub outputs: Rows,
}

/// So many bits are kept of the values of all ports in all cycles...
const MAX_BITS: u64 = 1 << 33;

/// ...with so many for a value besides its own.
const BITS_A_VALUE: u64 = 256;

/// Where the ports are.
struct Ports {
    reset: usize,
    start_valid: usize,
    start_ready: usize,
    done_valid: usize,
    done_ready: usize,
    error: Option<(usize, usize)>,
    /// For each argument that is a scalar; one that the circuit does not use may have none.
    scalars: Vec<Option<usize>>,
    results: Vec<usize>,
}

/// An array and the ports to it.
struct Memory {
    /// `raddr`, `ren`, `rdata`.
    read: Option<(usize, usize, usize)>,
    /// `waddr`, `wen`, `wdata`.
    write: Option<(usize, usize, usize)>,
    words: Vec<Bits>,
    answer: Bits,
}

impl Ports {
    fn new(simulator: &Simulator, parameters: &[Parameter], results: &[String]) -> Option<Ports> {
        let (input, output) = (|name: &str| simulator.input(name), |name: &str| simulator.output(name));
        let scalar = |parameter: &Parameter| if parameter.is_array { None } else { input(&parameter.port) };
        Some(Ports {
            reset: input("rst")?,
            start_valid: input("start_valid")?,
            start_ready: output("start_ready")?,
            done_valid: output("done_valid")?,
            done_ready: input("done_ready")?,
            error: output("error_valid").zip(output("error_code")),
            scalars: parameters.iter().map(scalar).collect(),
            results: results.iter().map(|name| output(name)).collect::<Option<_>>()?,
        })
    }
}

impl Memory {
    fn new(simulator: &Simulator, array: &Parameter) -> Memory {
        let input = |part: &str| simulator.input(&format!("{}_{part}", array.port));
        let output = |part: &str| simulator.output(&format!("{}_{part}", array.port));
        let read = output("raddr").zip(output("ren")).zip(input("rdata"));
        let write = output("waddr").zip(output("wen")).zip(output("wdata"));
        Memory {
            read: read.map(|((address, enable), data)| (address, enable, data)),
            write: write.map(|((address, enable), data)| (address, enable, data)),
            words: Vec::new(),
            answer: Bits::zero(array.width),
        }
    }

    /// What the memory does at the end of a cycle.
    fn step(&mut self, simulator: &mut Simulator) {
        let zero = Bits::zero(self.answer.width());
        if let Some((address, enable, _)) = self.read
            && simulator.peek_u64(enable) != 0
        {
            let at = simulator.peek_u64(address) as usize;
            self.answer = self.words.get(at).cloned().unwrap_or(zero);
        }
        if let Some((address, enable, data)) = self.write
            && simulator.peek_u64(enable) != 0
        {
            let at = simulator.peek_u64(address) as usize;
            if let Some(word) = self.words.get_mut(at) {
                *word = simulator.peek(data);
            }
        }
    }
}

/// What a bench is made with.
#[derive(Clone, Copy, Default)]
pub struct BenchOptions<'a> {
    /// Cycles that a call may take.
    pub max_cycles: u64,
    /// Whether what happens at the ports is kept.
    pub record: bool,
    /// Where to write waves to.
    pub waves: Option<(&'a Path, WaveFormat)>,
    /// The loops to watch, by the names of the channels.
    pub loops: &'a [(Loop, Watch<String>)],
}

impl Bench {
    /// A bench around the module of a kernel with these arguments and the ports of these results. Nothing if it has not the ports of one, or cannot be simulated.
    pub fn new(
        ir: &Ir,
        top: Op,
        (parameters, results): (&[Parameter], &[String]),
        options: BenchOptions<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Bench> {
        let is_observed = options.waves.is_some() || !options.loops.is_empty();
        let observe = if is_observed { Observe::Names } else { Observe::Ports };
        let backend = Backend::Compiled;
        let simulator = Simulator::new(ir, top, &SimOptions { backend, observe }, diagnostics)?;
        let Some(ports) = Ports::new(&simulator, parameters, results) else {
            let message = "the module does not have the ports of a kernel: `rst`, `start_valid`, `start_ready`, `done_valid`, `done_ready`";
            diagnostics.push(Diagnostic::error(codes::NOT_A_KERNEL, ir.ctx.span(ir.loc(top)), message));
            return None;
        };
        let waves = options.waves.map(|(path, format)| {
            Recorder::create(path, format, &simulator).map_err(|error| unwritable(path, &error))
        });
        let waves = waves.transpose().map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
        let memory = |parameter: &Parameter| parameter.is_array.then(|| Memory::new(&simulator, parameter));
        let watched = |(one, watch): &(Loop, Watch<String>)| {
            let watch = watch.map(|name| Wires::new(&simulator, name))?;
            Some(Watched { meter: Meter::new(one), watch })
        };
        Some(Bench {
            ports,
            loops: options.loops.iter().filter_map(watched).collect(),
            memories: parameters.iter().map(memory).collect(),
            simulator,
            max_cycles: options.max_cycles,
            was_reset: false,
            recording: options.record.then(Recording::default),
            waves,
        })
    }

    /// Carries out a call.
    pub fn call(&mut self, given: &[Given]) -> Result<Answer, Stop> {
        let zero = Bits::zero(1);
        if !self.was_reset {
            self.simulator.poke(self.ports.reset, &Bits::from_bool(true));
            self.cycle()?;
            self.simulator.poke(self.ports.reset, &zero);
            self.was_reset = true;
        }
        for (at, given) in given.iter().enumerate() {
            match (given, self.ports.scalars[at], &mut self.memories[at]) {
                (Given::Scalar(bits), Some(port), _) => self.simulator.poke(port, bits),
                (Given::Array { words, .. }, _, Some(memory)) => memory.words.clone_from(words),
                _ => {}
            }
        }
        self.simulator.poke(self.ports.start_valid, &Bits::from_bool(true));
        self.simulator.poke(self.ports.done_ready, &Bits::from_bool(true));
        // What the call before left behind may be in the way for some cycles; they are of no call.
        let (mut cycles, mut waited) = (0, 0);
        self.loops.iter_mut().for_each(|one| one.meter.begin());
        loop {
            let accepted = cycles == 0 && self.simulator.peek_u64(self.ports.start_ready) != 0;
            if cycles > 0 || accepted {
                self.watch(cycles);
                cycles += 1;
            } else {
                waited += 1;
            }
            let done = cycles > 0 && self.simulator.peek_u64(self.ports.done_valid) != 0;
            let results = if done { self.results() } else { Vec::new() };
            let error = self.error();
            self.cycle()?;
            if let Some(stop) = error {
                return Err(stop);
            }
            if accepted {
                self.simulator.poke(self.ports.start_valid, &zero);
            }
            if done {
                let arrays =
                    self.memories.iter().map(|memory| Some(memory.as_ref()?.words.clone())).collect();
                return Ok(Answer { results, arrays, cycles: Some(cycles) });
            }
            if cycles.max(waited) >= self.max_cycles {
                let message = format!("the circuit is not done after {} cycles", self.max_cycles);
                let limit = Diagnostic::error(codes::CIRCUIT_NOT_DONE, None, message);
                return Err(Stop::new(Verdict::Limit, limit));
            }
        }
    }

    /// Looks what loops do in a cycle.
    fn watch(&mut self, now: u64) {
        let Bench { simulator, loops, .. } = self;
        for one in loops {
            let mut bit = |signal: usize| simulator.signal(signal).bit(0);
            let event = one.watch.event(|wires| {
                (bit(wires.valid) && bit(wires.ready)).then(|| wires.data.is_some_and(&mut bit))
            });
            if let Some(event) = event {
                one.meter.see(event, now);
            }
        }
    }

    /// How fast the loops were that are watched.
    pub fn loops(&self) -> Loops {
        Loops { rates: self.loops.iter().map(|one| one.meter.rate()).collect(), watched: None }
    }

    /// Lets the circuit be for some cycles.
    pub fn rest(&mut self, cycles: u64) -> Result<(), Stop> {
        self.simulator.poke(self.ports.done_ready, &Bits::zero(1));
        (0..cycles).try_for_each(|_| self.cycle())
    }

    /// What the circuit did so far, if that was asked for.
    pub fn recording(&self) -> Option<&Recording> {
        self.recording.as_ref()
    }

    /// The simulator, for those who want to know its ports.
    pub fn simulator(&self) -> &Simulator {
        &self.simulator
    }

    /// Ends the waves.
    pub fn finish(self) -> Result<(), Diagnostic> {
        self.waves.map_or(Ok(()), Recorder::finish).map_err(|error| waves_lost(&error))
    }

    fn results(&mut self) -> Vec<Bits> {
        self.ports.results.iter().map(|port| self.simulator.peek(*port)).collect()
    }

    fn error(&mut self) -> Option<Stop> {
        let (valid, code) = self.ports.error?;
        (self.simulator.peek_u64(valid) != 0).then(|| {
            let message = format!("the circuit reports error {}", self.simulator.peek_u64(code));
            Stop::new(Verdict::Error, Diagnostic::error(codes::CIRCUIT_ERROR, None, message))
        })
    }

    /// Ends a cycle.
    fn cycle(&mut self) -> Result<(), Stop> {
        let Bench { simulator, memories, recording, waves, .. } = self;
        if let Some(recording) = recording {
            let ports = simulator.inputs().iter().chain(simulator.outputs());
            let bits: u64 = ports.map(|port| u64::from(port.width) + BITS_A_VALUE).sum();
            if recording.inputs.len() as u64 >= MAX_BITS / bits.max(1) {
                let message = format!(
                    "{} are too many to keep for a comparison",
                    counted(recording.inputs.len(), "cycle")
                );
                let limit = Diagnostic::error(codes::CIRCUIT_NOT_DONE, None, message);
                return Err(Stop::new(Verdict::Error, limit.hint("give the kernel less to do")));
            }
            let inputs = (0..simulator.inputs().len()).filter(|at| !simulator.inputs()[*at].clock);
            let inputs: Vec<usize> = inputs.collect();
            recording.inputs.push(inputs.into_iter().map(|at| simulator.poked(at)).collect());
            recording.outputs.push((0..simulator.outputs().len()).map(|at| simulator.peek(at)).collect());
        }
        if let Some(waves) = waves {
            waves.cycle(simulator).map_err(|error| Stop::new(Verdict::Error, waves_lost(&error)))?;
        }
        memories.iter_mut().flatten().for_each(|memory| memory.step(simulator));
        simulator.step();
        for memory in memories.iter().flatten() {
            if let Some((_, _, data)) = memory.read {
                simulator.poke(data, &memory.answer);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Input, ReadOptions, read_module};

    /// Reads word 1, adds `x`, writes the sum to word 2, and returns it.
    const ADDER: &str = "
hw.module @k(in %clk : !seq.clock, in %rst : i1, in %start_valid : i1, out start_ready : i1, in %x : i8, out done_valid : i1,
    in %done_ready : i1, out result : i8, out a_raddr : i2, out a_ren : i1, in %a_rdata : i8, out a_waddr : i2, out a_wen : i1,
    out a_wdata : i8) {
  %true = hw.constant true
  %false = hw.constant false
  %one = hw.constant 1 : i2
  %two = hw.constant 2 : i2
  %zero = hw.constant 0 : i8
  %busy = comb.or %read, %done : i1
  %ready = comb.xor %busy, %true : i1
  %fire = comb.and %start_valid, %ready : i1
  %read = seq.compreg %fire, %clk reset %rst, %false : i1
  %not_taken = comb.xor %done_ready, %true : i1
  %waits = comb.and %done, %not_taken : i1
  %next = comb.or %read, %waits : i1
  %done = seq.compreg %next, %clk reset %rst, %false : i1
  %kept = comb.mux %fire, %x, %x_kept : i8
  %x_kept = seq.compreg %kept, %clk : i8
  %sum = comb.add %a_rdata, %x_kept : i8
  %sum_next = comb.mux %read, %sum, %sum_kept : i8
  %sum_kept = seq.compreg %sum_next, %clk : i8
  hw.output %ready, %done, %sum_kept, %one, %fire, %two, %read, %sum : i1, i1, i8, i2, i1, i2, i1, i8
}";

    fn bench(max_cycles: u64) -> Bench {
        let loaded = read_module(&Input::new("k.mlir", ADDER), &ReadOptions::default());
        let Ok(crate::Loaded { ir, module, mut diagnostics }) = loaded else { panic!("it is well formed") };
        let top = ir.walk(module).into_iter().find(|op| dialects::hw::is_module(&ir, *op));
        let parameter = |name: &str, is_array| Parameter {
            name: name.into(),
            port: name.into(),
            global: None,
            part: None,
            width: 8,
            is_array,
        };
        let parameters = [parameter("a", true), parameter("x", false)];
        let options = BenchOptions { max_cycles, record: true, waves: None, loops: &[] };
        Bench::new(
            &ir,
            top.expect("there is one"),
            (&parameters, &["result".to_string()]),
            options,
            &mut diagnostics,
        )
        .expect("it has the ports")
    }

    fn call(bench: &mut Bench, words: [u64; 3], x: u64) -> Result<Answer, Stop> {
        let byte = |value: u64| Bits::from_u64(8, value);
        let array = Given::Array { width: 8, words: words.map(byte).to_vec() };
        bench.call(&[array, Given::Scalar(byte(x))])
    }

    #[test]
    fn memories_answer_and_cycles_are_counted() {
        let mut bench = bench(10);
        for (words, x, sum) in [([1, 2, 3], 40, 42), ([9, 250, 0], 8, 2)] {
            let answer = call(&mut bench, words, x).expect("it is done");
            assert_eq!((answer.cycles, answer.results[0].low_u64()), (Some(3), sum));
            let array: Vec<u64> = answer.arrays[0].iter().flatten().map(Bits::low_u64).collect();
            assert_eq!(array, [words[0], words[1], sum]);
        }
        // A cycle of reset, then both calls without a pause.
        let recording = bench.recording().expect("it was asked for");
        assert_eq!((recording.inputs.len(), recording.outputs.len()), (7, 7));
    }

    #[test]
    fn a_call_that_takes_too_long_is_given_up() {
        let stop = call(&mut bench(2), [0; 3], 0).expect_err("it takes three cycles");
        assert_eq!((stop.verdict, stop.diagnostics[0].code), (Verdict::Limit, codes::CIRCUIT_NOT_DONE));
    }
}
