//! Queues of loads and stores against a sequential memory: random groups, ports, depths, waits and addresses of a small range. What loads get and what is left in memory are the
//! same as streams, unit by unit with random waits, and in the circuit, which agrees with the units in every cycle.

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
        let words = [2, 4, 8][rng.index(3)];
        Program { words, rounds: 4 + rng.index(12), groups, columns, depths }
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
                    let place =
                        |of: &Operand, loaded: &[u32]| (value(of, loaded) & (self.words - 1)) as usize;
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
            "%mask = arith.constant {} : i32\n  %w1 = arith.constant 1 : i32\n  %w0 = arith.constant 0 : i32",
            words - 1
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
                let (value, address) = (text.value(of), text.fresh());
                text.line(&format!("{address} = arith.andi {value}, %mask : i32"));
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

fn on_streams(ir: &Ir, function: Op, arrays: [&[u32]; 2]) -> Result<Result32, String> {
    let array = |numbers: &[u32]| Value::Memref {
        shape: vec![numbers.len() as u64],
        element: Type::I32,
        data: words(numbers).into_iter().map(Some).collect(),
    };
    let said = |diagnostics: Vec<base::Diagnostic>| format!("{diagnostics:?}");
    let mut network = Network::new(ir, function).map_err(said)?;
    let activation = network.call(arrays.map(array).into()).map_err(said)?;
    if !activation.left.is_empty() {
        return Err(format!("as streams: {:?}", activation.left));
    }
    match (&activation.results[0], &activation.arguments_after[0]) {
        (Value::Scalar(result, _), Value::Memref { data, .. }) => {
            Ok((result.clone(), data.iter().flatten().cloned().collect()))
        }
        _ => Err("as streams: no result".to_owned()),
    }
}

/// Of a channel in a cycle: valid, ready, and data where it is valid.
type Signal = (bool, bool, Option<Bits>);

type Trace = Vec<Vec<Signal>>;

fn on_units(
    ir: &Ir,
    function: Op,
    arrays: [&[u32]; 2],
    stalls: Stalls,
) -> Result<(Result32, Trace, Vec<u32>), String> {
    let mut diags = Diagnostics::new();
    let mut elastic = Elastic::new(ir, function, &mut diags).ok_or_else(|| messages(ir, &diags))?;
    let channels: Vec<ChannelId> = elastic.network().channels.keys().take(elastic.network().values).collect();
    let widths = channels.iter().map(|channel| elastic.network().channels[*channel].width).collect();
    let mut args: Vec<Arg> = arrays.map(|numbers| Arg::Memory(Memory::from_words(32, words(numbers)))).into();
    let mut trace = Trace::new();
    let options = Options { max_cycles: 20_000, stalls, count: false };
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
    Ok(((outcome.results[0].clone(), memory.iter().collect()), trace, widths))
}

/// What the circuit does in as many cycles, with the arrays played here.
fn on_circuit(
    ir: &Ir,
    root: Op,
    arrays: [&[u32]; 2],
    widths: &[u32],
    cycles: usize,
) -> Result<(Vec<Bits>, Trace), String> {
    let top = driver::circuit::find_top(ir, root, Some("k")).map_err(|diagnostic| diagnostic.message)?;
    let mut diags = Diagnostics::new();
    let made = simulator(ir, top, Backend::Interpreted, &mut diags);
    let mut simulator = made.ok_or_else(|| messages(ir, &diags))?;
    let set = |simulator: &mut Simulator, name: &str, value: &Bits| {
        if let Some(port) = simulator.input(name) {
            simulator.poke(port, value);
        }
    };
    let get = |simulator: &mut Simulator, name: &str| simulator.output(name).map(|port| simulator.peek(port));
    let is_set = |value: Option<Bits>| value.is_some_and(|value| !value.is_zero());
    let [no, yes] = [false, true].map(Bits::from_bool);
    set(&mut simulator, "rst", &yes);
    simulator.step();
    set(&mut simulator, "rst", &no);
    let mut arrays = arrays.map(words);
    let mut answers = [(); 2].map(|()| Bits::zero(32));
    let (mut trace, mut done) = (Trace::new(), false);
    for cycle in 0..cycles {
        set(&mut simulator, "done_ready", &Bits::from_bool(!done));
        set(&mut simulator, "start_valid", &Bits::from_bool(cycle == 0));
        for (name, answer) in ["h", "t"].into_iter().zip(&answers) {
            set(&mut simulator, &format!("{name}_rdata"), answer);
        }
        let mut signals = Vec::new();
        for (k, width) in widths.iter().enumerate() {
            let [valid, ready] =
                ["valid", "ready"].map(|end| is_set(get(&mut simulator, &format!("ch{k}_{end}"))));
            let data = if *width == 0 { Some(Bits::zero(0)) } else { get(&mut simulator, &format!("ch{k}")) };
            signals.push((valid, ready, data.filter(|_| valid)));
        }
        trace.push(signals);
        done |= is_set(get(&mut simulator, "done_valid"));
        for (index, name) in ["h", "t"].into_iter().enumerate() {
            let mut port = |end: &str| get(&mut simulator, &format!("{name}_{end}"));
            let at = |value: Option<Bits>| value.map_or(usize::MAX, |value| value.low_u64() as usize);
            // Whatever is there while nobody asked for anything.
            answers[index] = Bits::from_u64(32, cycle as u64 * 77);
            if is_set(port("ren")) {
                answers[index] = arrays[index].get(at(port("raddr"))).cloned().unwrap_or(Bits::zero(32));
            }
            if is_set(port("wen"))
                && let Some(place) = arrays[index].get_mut(at(port("waddr")))
            {
                *place = port("wdata").expect("it writes");
            }
        }
        simulator.step();
    }
    let [memory, _] = arrays;
    Ok((memory, trace))
}

fn check(seed: u64) -> Result<(), String> {
    let mut rng = Rng::new(seed);
    let program = Program::random(&mut rng);
    let text = program.text(&mut rng);
    let fail = |why: String| format!("{why}\n{text}");
    let mut memory: Vec<u32> = (0..program.words).map(|_| rng.bits(32).low_u64() as u32).collect();
    let table: Vec<u32> = (0..program.table_size()).map(|_| rng.bits(32).low_u64() as u32).collect();
    let first = memory.clone();
    let mixed = program.run(&mut memory, &table);
    let expected: Result32 = (Bits::from_u64(32, u64::from(mixed)), words(&memory));
    let arrays = [&first[..], &table[..]];
    let same = |what: &str, got: &Result32| match *got == expected {
        true => Ok(()),
        false => Err(fail(format!("{what}: {got:?} and not {expected:?}"))),
    };
    let (mut ir, root) = read(&text).map_err(fail)?;
    same("as streams", &on_streams(&ir, kernel(&ir, root), arrays).map_err(fail)?)?;
    apply("simplify-streams,narrow-streams,simplify-streams", &mut ir, root).map_err(fail)?;
    same("as simpler streams", &on_streams(&ir, kernel(&ir, root), arrays).map_err(fail)?)?;
    // The others look for the best, which takes longer.
    let placer = ["flowright", "fpga20", "fpl22"].get((seed % 36) as usize);
    let placed =
        format!("dataflow-to-handshake,place-buffers{{algorithm={}}}", placer.unwrap_or(&"on-merges"));
    apply(&placed, &mut ir, root).map_err(fail)?;
    same("channels as streams", &on_streams(&ir, kernel(&ir, root), arrays).map_err(fail)?)?;
    for stalls in [Stalls::Random(seed), Stalls::Random(seed + 1)] {
        let (got, ..) = on_units(&ir, kernel(&ir, root), arrays, stalls).map_err(fail)?;
        same("unit by unit, with waits", &got)?;
    }
    let (got, units, widths) = on_units(&ir, kernel(&ir, root), arrays, Stalls::None).map_err(fail)?;
    same("unit by unit", &got)?;
    apply("handshake-to-hw{observe=true}", &mut ir, root).map_err(fail)?;
    let (left, circuit) = on_circuit(&ir, root, arrays, &widths, units.len()).map_err(fail)?;
    for (cycle, (ours, theirs)) in units.iter().zip(&circuit).enumerate() {
        if let Some(channel) = (0..ours.len()).find(|channel| ours[*channel] != theirs[*channel]) {
            let difference = format!("{:?} and, in the circuit, {:?}", ours[channel], theirs[channel]);
            return Err(fail(format!("cycle {cycle}, channel {channel}: {difference}")));
        }
    }
    if left != expected.1 {
        return Err(fail(format!("the circuit leaves {left:?} and not {:?}", expected.1)));
    }
    Ok(())
}

#[test]
fn queues_are_sequential_memories() {
    for_all(count(100, 2_000), check);
}
