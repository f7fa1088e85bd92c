//! Queues of loads and stores against a sequential memory: random groups, ports, depths, waits and addresses of a small range. What loads get and what is left in memory are the
//! same as streams, unit by unit with random waits, and in the circuit, which agrees with the units in every cycle. Between two calls somebody else writes to all of the memory.

mod common;

use base::{Bits, Diagnostics, Rng};
use common::{apply, count, for_all, messages, read};
use dialects::handshake;
use driver::cosim::simulator;
use interp::Value;
use interp::stream::Network;
use ir::{Ir, Op, Type};
use sim::elastic::{Arg, ChannelId, Elastic, Memory, Options, Stalls, Verdict};
use sim::{Backend, Simulator};
use std::fmt::Write;

/// What an access computes its address or its data of: a number of a table, with what a load before it has got.
#[derive(Clone, Copy)]
struct Operand {
    column: usize,
    load: Option<usize>,
}

enum Access {
    Load(Operand),
    Store(Operand, Operand),
}

/// Accesses that are let in together, in every round or if a number of the table is odd.
struct Group {
    flag: Option<usize>,
    accesses: Vec<Access>,
}

/// A loop over a memory of some words.
struct Program {
    words: u32,
    rounds: usize,
    groups: Vec<Group>,
    columns: usize,
    depths: [usize; 2],
}

impl Program {
    fn random(rng: &mut Rng) -> Program {
        let (mut columns, mut loads) = (0, 0);
        let mut column = || {
            columns += 1;
            columns - 1
        };
        let mut groups = Vec::new();
        for _ in 0..1 + rng.below(3) {
            let flag = rng.chance(1, 2).then(&mut column);
            let mut accesses = Vec::new();
            for _ in 0..1 + rng.below(3) {
                let mut operand = |rng: &mut Rng| {
                    let load = (loads > 0 && rng.chance(1, 2)).then(|| rng.index(loads));
                    Operand { column: column(), load }
                };
                if rng.chance(1, 2) {
                    accesses.push(Access::Load(operand(rng)));
                    loads += 1;
                } else {
                    accesses.push(Access::Store(operand(rng), operand(rng)));
                }
            }
            groups.push(Group { flag, accesses });
        }
        let most = |is_one: fn(&Access) -> bool| {
            let counts = groups.iter().map(|group| group.accesses.iter().filter(|a| is_one(a)).count());
            counts.max().unwrap_or(0).max(1)
        };
        let least = [most(|a| matches!(a, Access::Load(_))), most(|a| matches!(a, Access::Store(..)))];
        let depths = least.map(|least| least + rng.index(6));
        let words = 2 + rng.below(7) as u32;
        Program { words, rounds: 4 + rng.index(12), groups, columns, depths }
    }

    /// The words of a memory as large as the next power of two.
    fn mask(&self) -> u32 {
        self.words.next_power_of_two() - 1
    }

    /// The word that a number is an address of: as many of its bits as there may be, and what is too much taken away.
    fn place(&self, number: u32) -> u32 {
        let masked = number & self.mask();
        if masked < self.words { masked } else { masked - self.words }
    }

    fn table_size(&self) -> usize {
        self.rounds * self.columns
    }

    /// What a sequential memory does: the number that all loads are mixed into.
    fn run(&self, memory: &mut [u32], table: &[u32]) -> u32 {
        let mut mixed = 0u32;
        for round in 0..self.rounds {
            let row = &table[round * self.columns..][..self.columns];
            let mut loaded = Vec::new();
            for group in &self.groups {
                let is_on = group.flag.is_none_or(|flag| row[flag] & 1 == 1);
                for access in &group.accesses {
                    let value = |of: &Operand, loaded: &[u32]| {
                        row[of.column].wrapping_add(of.load.map_or(0, |load| loaded[load]))
                    };
                    let place = |of: &Operand, loaded: &[u32]| self.place(value(of, loaded)) as usize;
                    match access {
                        Access::Load(at) => {
                            let got = if is_on { memory[place(at, &loaded)] } else { 0 };
                            loaded.push(got);
                        }
                        Access::Store(at, data) if is_on => memory[place(at, &loaded)] = value(data, &loaded),
                        Access::Store(..) => {}
                    }
                }
            }
            for got in loaded {
                mixed = mixed.wrapping_add(got);
                mixed ^= mixed << 3;
            }
        }
        mixed
    }

    /// The same as streams, with buffers here and there.
    fn text(&self, rng: &mut Rng) -> String {
        let mut text =
            Text { body: String::new(), next: 0, loads: Vec::new(), inputs: Vec::new(), answers: 0 };
        let (words, size, columns) = (self.words, self.table_size(), self.columns);
        text.line("%zero = constant %start {value = 0 : index} : none, index");
        text.line("%one = constant %start {value = 1 : index} : none, index");
        text.line(&format!("%n = constant %start {{value = {} : index}} : none, index", self.rounds));
        text.line("%k, %c = dataflow.stream %zero, %one, %n");
        text.line("%i, %no = cond_br %c, %k : i1, index");
        text.line(&format!(
            "%width = arith.constant {columns} : index\n  %row = arith.muli %i, %width : index"
        ));
        let ports: Vec<String> = (0..columns).map(|k| format!("%ta{k}")).collect();
        let types = |ty: &str, count: usize| vec![ty; count].join(", ");
        let answers = if columns == 1 { "%tf".to_owned() } else { format!("%tf:{columns}") };
        text.line(&format!(
            "{answers}, %tend = mem_controller[%t : memref<{size}xi32>] %start ({}) %start {{connectedBlocks = []}} : ({}) -> ({})",
            ports.join(", "),
            types("index", columns),
            types("i32", columns),
        ));
        for k in 0..columns {
            let from = if columns == 1 { "%tf".to_owned() } else { format!("%tf#{k}") };
            text.line(&format!(
                "%o{k} = arith.constant {k} : index\n  %at{k} = arith.addi %row, %o{k} : index"
            ));
            text.line(&format!("%ta{k}, %v{k} = load[%at{k}] {from} : index, i32"));
        }
        text.line(&format!(
            "%mask = arith.constant {} : i32\n  %words = arith.constant {words} : i32\n  %w1 = arith.constant 1 : i32\n  %w0 = arith.constant 0 : i32",
            self.mask()
        ));
        let mut chain = "%token".to_owned();
        for (g, group) in self.groups.iter().enumerate() {
            chain = text.group(rng, g, group, chain);
        }
        text.line("%before = dataflow.carry %c, %start, %done : i1, none, none -> none");
        text.line("%token, %last = cond_br %c, %before : i1, none");
        text.line(&format!("%done = br {chain} : none"));
        let sizes: Vec<String> = self.groups.iter().map(|g| format!("{} : i32", g.accesses.len())).collect();
        let mut inputs = vec![("%start".to_owned(), "none")];
        inputs.extend(text.inputs.clone());
        inputs.push(("%last".to_owned(), "none"));
        let [loads, stores] = self.depths;
        let (names, tys): (Vec<String>, Vec<&str>) = inputs.into_iter().unzip();
        let answers = text.answers;
        text.line(&format!(
            "%q:{} = lsq[%h : memref<{words}xi32>] ({}) {{groupSizes = [{}], loadDepth = {loads} : ui32, storeDepth = {stores} : ui32}} : ({}) -> ({})",
            answers + 1,
            names.join(", "),
            sizes.join(", "),
            tys.join(", "),
            (0..answers).map(|_| "i32").chain(["none"]).collect::<Vec<_>>().join(", "),
        ));
        // All that was loaded is mixed into one number.
        text.line("%first = constant %start {value = 0 : i32} : none, i32");
        text.line("%sum = dataflow.carry %c, %first, %next : i1, i32, i32 -> i32");
        text.line("%in, %out = cond_br %c, %sum : i1, i32");
        let (mut mixed, three) = ("%in".to_owned(), "%three");
        text.line("%three = arith.constant 3 : i32");
        for load in text.loads.clone() {
            let [sum, shifted, next] = [(); 3].map(|()| text.fresh());
            text.line(&format!(
                "{sum} = arith.addi {mixed}, {load} : i32\n  {shifted} = arith.shli {sum}, {three} : i32"
            ));
            text.line(&format!("{next} = arith.xori {sum}, {shifted} : i32"));
            mixed = next;
        }
        text.line(&format!("%next = arith.ori {mixed}, {mixed} : i32"));
        text.line(&format!("%all = join %tend, %q#{answers} : none\n  end %out, %all : i32, none"));
        format!(
            "handshake.func @k(%h: memref<{words}xi32>, %t: memref<{size}xi32>, %start: none, ...) -> (i32, none) {{\n{}}}\n",
            text.body
        )
    }
}

/// A text that is being made.
struct Text {
    body: String,
    next: usize,
    /// What every load has got, in every round.
    loads: Vec<String>,
    /// The inputs of the queue.
    inputs: Vec<(String, &'static str)>,
    answers: usize,
}

impl Text {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.body, "  {line}");
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%x{}", self.next)
    }

    /// The accesses of a group; gives the token for what comes behind it.
    fn group(&mut self, rng: &mut Rng, g: usize, group: &Group, chain: String) -> String {
        let mut behind = chain.clone();
        let (mut control, mut on) = (chain.clone(), None);
        if let Some(flag) = group.flag {
            self.line(&format!("%f{g} = arith.trunci %v{flag} : i32 to i1"));
            self.line(&format!("%in{g}, %out{g} = cond_br %f{g}, {chain} : i1, none"));
            self.line(&format!("%both{g} = mux %f{g} [%out{g}, %in{g}] : i1, [none, none] to none"));
            (control, behind, on) = (format!("%in{g}"), format!("%both{g}"), Some(format!("%f{g}")));
        }
        self.inputs.push((control, "none"));
        for access in &group.accesses {
            let at = |text: &mut Text, rng: &mut Rng, of: &Operand| {
                let value = text.value(of);
                let address = text.address(&value);
                text.given(rng, address, on.as_deref())
            };
            match access {
                Access::Load(of) => {
                    let (address, port, got) = (at(self, rng, of), self.fresh(), self.fresh());
                    let answer = self.answers;
                    self.answers += 1;
                    self.line(&format!("{port}, {got} = load[{address}] %q#{answer} : i32, i32"));
                    self.inputs.push((port, "i32"));
                    let got = self.slow(rng, got);
                    let value = self.fresh();
                    match &on {
                        Some(on) => {
                            self.line(&format!("{value} = mux {on} [%w0, {got}] : i1, [i32, i32] to i32"))
                        }
                        None => self.line(&format!("{value} = arith.ori {got}, {got} : i32")),
                    }
                    self.loads.push(value);
                }
                Access::Store(of, data) => {
                    let address = at(self, rng, of);
                    let value = self.value(data);
                    let data = self.given(rng, value, on.as_deref());
                    let [to, word] = [(); 2].map(|()| self.fresh());
                    self.line(&format!("{to}, {word} = store[{address}] {data} : i32, i32"));
                    self.inputs.extend([(to, "i32"), (word, "i32")]);
                }
            }
        }
        behind
    }

    fn address(&mut self, value: &str) -> String {
        let [masked, fits, less, address] = [(); 4].map(|()| self.fresh());
        self.line(&format!(
            "{masked} = arith.andi {value}, %mask : i32\n  {fits} = arith.cmpi ult, {masked}, %words : i32"
        ));
        self.line(&format!("{less} = arith.subi {masked}, %words : i32"));
        self.line(&format!("{address} = arith.select {fits}, {masked}, {less} : i32"));
        address
    }

    fn value(&mut self, of: &Operand) -> String {
        let Some(load) = of.load else { return format!("%v{}", of.column) };
        let (value, load) = (self.fresh(), self.loads[load].clone());
        self.line(&format!("{value} = arith.addi %v{}, {load} : i32", of.column));
        value
    }

    /// A value where the group is on, late by some cycles.
    fn given(&mut self, rng: &mut Rng, value: String, on: Option<&str>) -> String {
        let mut value = value;
        if let Some(on) = on {
            let [yes, no] = [(); 2].map(|()| self.fresh());
            self.line(&format!("{yes}, {no} = cond_br {on}, {value} : i1, i32"));
            value = yes;
        }
        self.slow(rng, value)
    }

    fn slow(&mut self, rng: &mut Rng, mut value: String) -> String {
        for _ in 0..rng.below(3) {
            let made = self.fresh();
            if rng.chance(1, 4) {
                self.line(&format!("{made} = arith.muli {value}, %w1 : i32"));
            } else {
                let types = [
                    "ONE_SLOT_BREAK_DV",
                    "ONE_SLOT_BREAK_R",
                    "FIFO_BREAK_DV",
                    "FIFO_BREAK_NONE",
                    "SHIFT_REG_BREAK_DV",
                ];
                let ty = types[rng.index(types.len())];
                let slots = if ty.starts_with("ONE") { 1 } else { 1 + rng.below(4) };
                self.line(&format!(
                    "{made} = buffer {value} {{hw.parameters = {{BUFFER_TYPE = \"{ty}\", NUM_SLOTS = {slots} : ui32}}}} : i32"
                ));
            }
            value = made;
        }
        value
    }
}

fn words(numbers: &[u32]) -> Vec<Bits> {
    numbers.iter().map(|number| Bits::from_u64(32, u64::from(*number))).collect()
}

fn kernel(ir: &Ir, root: Op) -> Op {
    ir.walk(root).into_iter().find(|op| ir.code(*op) == handshake::FUNC).expect("there is one")
}

/// What loads got and what is left in memory.
type Result32 = (Bits, Vec<Bits>);

/// What a call is given: the memory, and the table.
struct Call {
    arrays: [Vec<u32>; 2],
    expected: Result32,
}

impl Call {
    fn random(program: &Program, rng: &mut Rng) -> Call {
        let mut numbers =
            |count: usize| -> Vec<u32> { (0..count).map(|_| rng.bits(32).low_u64() as u32).collect() };
        let arrays = [numbers(program.words as usize), numbers(program.table_size())];
        let mut memory = arrays[0].clone();
        let mixed = program.run(&mut memory, &arrays[1]);
        Call { arrays, expected: (Bits::from_u64(32, u64::from(mixed)), words(&memory)) }
    }

    fn check(&self, what: &str, got: &Result32) -> Result<(), String> {
        match *got == self.expected {
            true => Ok(()),
            false => Err(format!("{what}: {got:?} and not {:?}", self.expected)),
        }
    }
}

fn on_streams(ir: &Ir, function: Op, calls: &[Call]) -> Result<(), String> {
    let array = |numbers: &Vec<u32>| Value::Memref {
        shape: vec![numbers.len() as u64],
        element: Type::I32,
        data: words(numbers).into_iter().map(Some).collect(),
    };
    let said = |diagnostics: Vec<base::Diagnostic>| format!("{diagnostics:?}");
    let mut network = Network::new(ir, function).map_err(said)?;
    for call in calls {
        let activation = network.call(call.arrays.iter().map(array).collect()).map_err(said)?;
        if !activation.left.is_empty() {
            return Err(format!("as streams: {:?}", activation.left));
        }
        match (&activation.results[0], &activation.arguments_after[0]) {
            (Value::Scalar(result, _), Value::Memref { data, .. }) => {
                call.check("as streams", &(result.clone(), data.iter().flatten().cloned().collect()))?
            }
            _ => return Err("as streams: no result".to_owned()),
        }
    }
    Ok(())
}

/// Of a channel in a cycle: valid, ready, and data where it is valid.
type Signal = (bool, bool, Option<Bits>);

type Trace = Vec<Vec<Signal>>;

/// Unit by unit: every cycle of every call, of channels of so many bits.
fn on_units(ir: &Ir, function: Op, calls: &[Call], stalls: Stalls) -> Result<(Vec<Trace>, Vec<u32>), String> {
    let mut diags = Diagnostics::new();
    let mut elastic = Elastic::new(ir, function, &mut diags).ok_or_else(|| messages(ir, &diags))?;
    let channels: Vec<ChannelId> = elastic.network().channels.keys().take(elastic.network().values).collect();
    let widths = channels.iter().map(|channel| elastic.network().channels[*channel].width).collect();
    let options = Options { max_cycles: 20_000, stalls, count: false };
    let mut traces = Vec::new();
    for call in calls {
        let array = |numbers: &Vec<u32>| Arg::Memory(Memory::from_words(32, words(numbers)));
        let mut args: Vec<Arg> = call.arrays.iter().map(array).collect();
        let mut trace = Trace::new();
        let outcome = elastic.run_traced(&mut args, &options, |view| {
            let signal = |channel: &ChannelId| {
                let valid = view.valid(*channel);
                (valid, view.ready(*channel), valid.then(|| view.data(*channel)))
            };
            trace.push(channels.iter().map(signal).collect());
        });
        if !matches!(outcome.verdict, Verdict::Finished) {
            let said = elastic.diagnostic(&outcome).map(|diagnostic| (diagnostic.message, diagnostic.notes));
            return Err(format!("{stalls:?}: {:?} {said:?}", outcome.verdict));
        }
        let Arg::Memory(memory) = &args[0] else { return Err("no memory".to_owned()) };
        let got = (outcome.results[0].clone(), memory.iter().collect());
        call.check(&format!("unit by unit, {stalls:?}"), &got)?;
        traces.push(trace);
    }
    Ok((traces, widths))
}

fn set(simulator: &mut Simulator, name: &str, value: &Bits) {
    if let Some(port) = simulator.input(name) {
        simulator.poke(port, value);
    }
}

fn get(simulator: &mut Simulator, name: &str) -> Option<Bits> {
    simulator.output(name).map(|port| simulator.peek(port))
}

fn is_set(simulator: &mut Simulator, name: &str) -> bool {
    get(simulator, name).is_some_and(|value| !value.is_zero())
}

/// A circuit with the two arrays beside it.
struct Bench {
    simulator: Simulator,
    arrays: [Vec<Bits>; 2],
    answers: [Bits; 2],
}

const ARRAYS: [&str; 2] = ["h", "t"];

impl Bench {
    fn new(ir: &Ir, root: Op) -> Result<Bench, String> {
        let top = driver::circuit::find_top(ir, root, Some("k")).map_err(|diagnostic| diagnostic.message)?;
        let mut diags = Diagnostics::new();
        let made = simulator(ir, top, Backend::Interpreted, &mut diags);
        let mut simulator = made.ok_or_else(|| messages(ir, &diags))?;
        let [no, yes] = [false, true].map(Bits::from_bool);
        set(&mut simulator, "rst", &yes);
        simulator.step();
        set(&mut simulator, "rst", &no);
        let answers = [(); 2].map(|()| Bits::zero(32));
        Ok(Bench { simulator, arrays: Default::default(), answers })
    }

    /// What the circuit does with a call in as many cycles.
    fn call(&mut self, call: &Call, widths: &[u32], cycles: usize) -> Trace {
        for (array, numbers) in self.arrays.iter_mut().zip(&call.arrays) {
            *array = words(numbers);
        }
        let (mut trace, mut done) = (Trace::new(), false);
        for cycle in 0..cycles {
            set(&mut self.simulator, "done_ready", &Bits::from_bool(!done));
            set(&mut self.simulator, "start_valid", &Bits::from_bool(cycle == 0));
            for (name, answer) in ARRAYS.into_iter().zip(&self.answers) {
                set(&mut self.simulator, &format!("{name}_rdata"), answer);
            }
            trace.push(widths.iter().enumerate().map(|(k, width)| self.signal(k, *width)).collect());
            done |= is_set(&mut self.simulator, "done_valid");
            for index in 0..ARRAYS.len() {
                self.access(index, cycle);
            }
            self.simulator.step();
        }
        trace
    }

    fn signal(&mut self, channel: usize, width: u32) -> Signal {
        let [valid, ready] =
            ["valid", "ready"].map(|end| is_set(&mut self.simulator, &format!("ch{channel}_{end}")));
        let data = match width {
            0 => Some(Bits::zero(0)),
            _ => get(&mut self.simulator, &format!("ch{channel}")),
        };
        (valid, ready, data.filter(|_| valid))
    }

    /// What an array does at the end of a cycle.
    fn access(&mut self, index: usize, cycle: usize) {
        let (simulator, array) = (&mut self.simulator, &mut self.arrays[index]);
        let mut port = |end: &str| get(simulator, &format!("{}_{end}", ARRAYS[index]));
        let mut is_on = |end: &str| port(end).is_some_and(|value| !value.is_zero());
        let [reads, writes] = ["ren", "wen"].map(&mut is_on);
        let at = |value: Option<Bits>| value.map_or(usize::MAX, |value| value.low_u64() as usize);
        self.answers[index] = match reads {
            true => array.get(at(port("raddr"))).cloned().unwrap_or(Bits::zero(32)),
            // Whatever is there while nobody asked for anything.
            false => Bits::from_u64(32, cycle as u64 * 77),
        };
        if writes && let Some(place) = array.get_mut(at(port("waddr"))) {
            *place = port("wdata").expect("it writes");
        }
    }
}

/// That the circuit does in every cycle what the units do, and leaves the same in memory.
fn same_as_units(ir: &Ir, root: Op, calls: &[Call], traces: &[Trace], widths: &[u32]) -> Result<(), String> {
    let mut bench = Bench::new(ir, root)?;
    for (number, (call, units)) in calls.iter().zip(traces).enumerate() {
        let circuit = bench.call(call, widths, units.len());
        for (cycle, (ours, theirs)) in units.iter().zip(&circuit).enumerate() {
            if let Some(channel) = (0..ours.len()).find(|channel| ours[*channel] != theirs[*channel]) {
                let difference = format!("{:?} and, in the circuit, {:?}", ours[channel], theirs[channel]);
                return Err(format!("call {number}, cycle {cycle}, channel {channel}: {difference}"));
            }
        }
        let (left, expected) = (&bench.arrays[0], &call.expected.1);
        if left != expected {
            return Err(format!("call {number}: the circuit leaves {left:?} and not {expected:?}"));
        }
    }
    Ok(())
}

fn check(seed: u64) -> Result<(), String> {
    let mut rng = Rng::new(seed);
    let program = Program::random(&mut rng);
    let text = program.text(&mut rng);
    let calls = [(); 2].map(|()| Call::random(&program, &mut rng));
    check_program(seed, &text, &calls).map_err(|why| format!("{why}\n{text}"))
}

fn check_program(seed: u64, text: &str, calls: &[Call]) -> Result<(), String> {
    let (mut ir, root) = read(text)?;
    on_streams(&ir, kernel(&ir, root), calls)?;
    apply("simplify-streams,narrow-streams,simplify-streams", &mut ir, root)?;
    on_streams(&ir, kernel(&ir, root), calls).map_err(|why| format!("simpler, {why}"))?;
    // The others look for the best, which takes longer.
    let placer = ["flowright", "fpga20", "fpl22"].get((seed % 36) as usize);
    let placed =
        format!("dataflow-to-handshake,place-buffers{{algorithm={}}}", placer.unwrap_or(&"on-merges"));
    apply(&placed, &mut ir, root)?;
    on_streams(&ir, kernel(&ir, root), calls).map_err(|why| format!("with buffers, {why}"))?;
    for stalls in [Stalls::Random(seed), Stalls::Random(seed + 1)] {
        on_units(&ir, kernel(&ir, root), calls, stalls)?;
    }
    let (traces, widths) = on_units(&ir, kernel(&ir, root), calls, Stalls::None)?;
    apply("handshake-to-hw{observe=true}", &mut ir, root)?;
    same_as_units(&ir, root, calls, &traces, &widths)
}

#[test]
fn queues_are_sequential_memories() {
    for_all(count(100, 2_000), check);
}
