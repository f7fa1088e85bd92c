//! Elastic graphs at random, as text: every kind of unit, wired in any way that a verifier takes.
//!
//! Such a graph computes nothing sensible, and many of them stop at some point. They are for comparing those who execute graphs cycle by cycle, who
//! have to agree on the cycle in which that happens, too.

use base::Rng;
use std::fmt::Write;

/// Widths of data; 0 is a token without any. The last is the widest, which some graphs go without: past 64 bits there is no machine code.
const WIDTHS: [u32; 6] = [0, 0, 1, 7, 32, 70];

const COMPARISONS: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

const BUFFERS: [(&str, bool); 6] = [
    ("ONE_SLOT_BREAK_DV", false),
    ("ONE_SLOT_BREAK_R", false),
    ("ONE_SLOT_BREAK_DVR", false),
    ("FIFO_BREAK_DV", true),
    ("FIFO_BREAK_NONE", true),
    ("SHIFT_REG_BREAK_DV", true),
];

/// Words of the arrays of a graph.
pub const WORDS: u32 = 6;

/// The widths of the scalar arguments of a graph.
pub fn scalars(seed: u64) -> [u32; 6] {
    [1, 7, 7, 32, 32, if is_wide(seed) { 70 } else { 7 }]
}

fn is_wide(seed: u64) -> bool {
    seed.is_multiple_of(4)
}

/// Whether the cycles of a graph, and what a lazy fork feeds, have slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slots {
    /// Those that make it free of combinational cycles.
    There,
    /// None: they are to be placed.
    Missing,
}

/// A graph of about so many operations. Its function is `@k`, with an array `%x` and one of its own, and scalars of several widths.
pub fn generate(seed: u64, size: usize, slots: Slots) -> String {
    let mut graph = Graph {
        rng: Rng::new(seed),
        text: String::new(),
        open: Vec::new(),
        loops: Vec::new(),
        next: 0,
        widths: &WIDTHS[..if is_wide(seed) { 6 } else { 5 }],
        slots,
    };
    graph.text.push_str("handshake.func @k(%x: memref<6xi32>");
    for (k, width) in scalars(seed).into_iter().enumerate() {
        let _ = write!(graph.text, ", %a{k}: {}", long(width));
        graph.open.push((format!("%a{k}"), width));
    }
    graph.text.push_str(
        ", %start: !handshake.control<>, ...) -> (!handshake.channel<i32>, !handshake.control<>) {\n",
    );
    graph.open.push(("%start".to_owned(), 0));
    for _ in 0..graph.rng.below(3) {
        graph.counter();
    }
    for memory in ["%x", "%m"] {
        if graph.rng.chance(2, 3) {
            graph.memory(memory);
        }
    }
    for _ in 0..size {
        graph.operation();
    }
    graph.close()
}

struct Graph {
    rng: Rng,
    text: String,
    /// Channels without a user.
    open: Vec<(String, u32)>,
    /// Channels with a user that have no producer yet.
    loops: Vec<(String, u32)>,
    next: u32,
    /// Widths to choose from.
    widths: &'static [u32],
    slots: Slots,
}

/// A channel's type where an operation of this dialect writes it.
fn short(width: u32) -> String {
    if width == 0 { "<>".to_owned() } else { format!("<i{width}>") }
}

fn long(width: u32) -> String {
    if width == 0 { "!handshake.control<>".to_owned() } else { format!("!handshake.channel<i{width}>") }
}

impl Graph {
    fn name(&mut self) -> String {
        self.next += 1;
        format!("%{}", self.next - 1)
    }

    /// A new channel that somebody is to use.
    fn make(&mut self, width: u32) -> String {
        let name = self.name();
        self.open.push((name.clone(), width));
        name
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    fn width(&mut self) -> u32 {
        *self.rng.pick(self.widths)
    }

    fn data_width(&mut self) -> u32 {
        *self.rng.pick(&self.widths[2..])
    }

    /// A channel of a width to use: one that is open, or a literal from a source.
    fn take(&mut self, width: u32) -> String {
        let fitting: Vec<usize> = (0..self.open.len()).filter(|at| self.open[*at].1 == width).collect();
        if !fitting.is_empty() && self.rng.chance(9, 10) {
            let at = *self.rng.pick(&fitting);
            return self.open.swap_remove(at).0;
        }
        let token = self.name();
        self.line(&format!("{token} = source : <>"));
        if width == 0 { token } else { self.literal(&token, width) }
    }

    fn literal(&mut self, token: &str, width: u32) -> String {
        let name = self.name();
        let value = if width == 1 { i64::from(self.rng.bool()) } else { self.rng.between(-9, 9) };
        let value = if width == 1 { (value == 1).to_string() } else { format!("{value} : i{width}") };
        self.line(&format!("{name} = constant {token} {{value = {value}}} : <>, {}", short(width)));
        name
    }

    /// A channel that comes from further down, through a slot that breaks every path.
    fn back(&mut self, width: u32) -> String {
        let (later, name) = (self.name(), self.name());
        if self.slots == Slots::Missing {
            self.loops.push((later.clone(), width));
            return later;
        }
        self.buffer(&name, &later, width, "ONE_SLOT_BREAK_DVR", 1);
        self.loops.push((later, width));
        name
    }

    fn buffer(&mut self, to: &str, from: &str, width: u32, ty: &str, slots: u64) {
        self.line(&format!(
            "{to} = buffer {from} {{hw.parameters = {{BUFFER_TYPE = \"{ty}\", NUM_SLOTS = {slots} : ui32}}}} : {}",
            short(width)
        ));
    }

    /// An input of a merge: sometimes it closes a cycle.
    fn merged(&mut self, width: u32) -> String {
        if self.rng.chance(1, 4) { self.back(width) } else { self.take(width) }
    }

    fn operation(&mut self) {
        match self.rng.below(21) {
            0 | 1 => self.fork(),
            2 => {
                let width = self.width();
                let from = self.take(width);
                let to = self.make(width);
                let (ty, many) = *self.rng.pick(&BUFFERS);
                let slots = if many { 1 + self.rng.below(4) } else { 1 };
                self.buffer(&to, &from, width, ty, slots);
            }
            3..=6 => self.arithmetic(),
            7 => self.mux(),
            8 => self.merge(),
            9 | 10 => {
                let width = self.width();
                let (condition, data) = (self.take(1), self.take(width));
                let (yes, no) = (self.make(width), self.make(width));
                self.line(&format!("{yes}, {no} = cond_br {condition}, {data} : <i1>, {}", short(width)));
            }
            11 => self.join(),
            12 | 13 => {
                let width = self.width();
                let (d, first, next) = (self.take(1), self.take(width), self.merged(width));
                let to = self.make(width);
                let (bit, ty) = (long(1), long(width));
                self.line(&format!("{to} = dataflow.carry {d}, {first}, {next} : {bit}, {ty}, {ty} -> {ty}"));
            }
            14 => {
                let width = self.width();
                let (d, first) = (self.take(1), self.take(width));
                let to = self.make(width);
                let (bit, ty) = (long(1), long(width));
                self.line(&format!("{to} = dataflow.invariant {d}, {first} : {bit}, {ty} -> {ty}"));
            }
            15 | 16 => {
                let width = self.width();
                let (value, condition) = (self.take(width), self.take(1));
                let (after, rest) = (self.make(width), self.make(1));
                let (bit, ty) = (long(1), long(width));
                self.line(&format!(
                    "{after}, {rest} = dataflow.gate {value}, {condition} : {ty}, {bit} -> {ty}, {bit}"
                ));
            }
            17 | 18 => self.stream(),
            19 => self.guard(),
            _ => self.token(),
        }
    }

    fn fork(&mut self) {
        let width = self.width();
        let from = self.take(width);
        let count = 2 + self.rng.index(2);
        let names: Vec<String> = (0..count).map(|_| self.make(width)).collect();
        // What a lazy fork feeds must not come together again before a slot.
        if self.rng.chance(1, 4) {
            let (inner, ty) = (self.name(), short(width));
            self.line(&format!("{inner}:{count} = lazy_fork [{count}] {from} : {ty}"));
            for (k, name) in names.iter().enumerate() {
                let from = format!("{inner}#{k}");
                match self.slots {
                    Slots::There => self.buffer(name, &from, width, "ONE_SLOT_BREAK_DVR", 1),
                    Slots::Missing => self.line(&format!("{name} = br {from} : {}", short(width))),
                }
            }
        } else {
            self.line(&format!("{} = fork [{count}] {from} : {}", names.join(", "), short(width)));
        }
    }

    fn arithmetic(&mut self) {
        const BINARY: [&str; 18] = [
            "addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "andi", "ori", "xori", "shli",
            "shrsi", "shrui", "maxsi", "maxui", "minsi", "minui", "addi",
        ];
        let width = self.data_width();
        let ty = short(width);
        match self.rng.below(8) {
            0 => {
                let (a, b) = (self.take(width), self.take(width));
                let test = *self.rng.pick(&COMPARISONS);
                let to = self.make(1);
                self.line(&format!("{to} = cmpi {test}, {a}, {b} : {ty}"));
            }
            1 => {
                let (c, a, b) = (self.take(1), self.take(width), self.take(width));
                let to = self.make(width);
                self.line(&format!("{to} = select {c} [{a}, {b}] : <i1>, {ty}"));
            }
            2 => {
                let from = self.take(7);
                let to = self.make(32);
                let op = *self.rng.pick(&["extsi", "extui"]);
                self.line(&format!("{to} = {op} {from} : <i7> to <i32>"));
            }
            3 => {
                let from = self.take(32);
                let to = self.make(7);
                self.line(&format!("{to} = trunci {from} : <i32> to <i7>"));
            }
            _ => {
                let (a, b) = (self.take(width), self.take(width));
                let op = *self.rng.pick(&BINARY);
                let to = self.make(width);
                self.line(&format!("{to} = {op} {a}, {b} : {ty}"));
            }
        }
    }

    fn mux(&mut self) {
        let width = self.width();
        // Seven bits can name inputs that there are none of.
        let (select, count) = *self.rng.pick(&[(1, 2), (7, 3)]);
        let chosen = self.take(select);
        let inputs: Vec<String> = (0..count).map(|_| self.merged(width)).collect();
        let to = self.make(width);
        let (ty, types) = (short(width), vec![short(width); count].join(", "));
        self.line(&format!(
            "{to} = mux {chosen} [{}] : {}, [{types}] to {ty}",
            inputs.join(", "),
            short(select)
        ));
    }

    fn merge(&mut self) {
        let width = self.width();
        let count = 1 + self.rng.index(3);
        let inputs: Vec<String> = (0..count).map(|_| self.merged(width)).collect();
        let to = self.make(width);
        let (ty, types) = (short(width), vec![short(width); count].join(", "));
        let inputs = inputs.join(", ");
        if self.rng.bool() {
            self.line(&format!("{to} = merge {inputs} : {ty}"));
        } else {
            let index = self.make(7);
            self.line(&format!("{to}, {index} = control_merge [{inputs}] : [{types}] to {ty}, <i7>"));
        }
    }

    fn join(&mut self) {
        let count = 1 + self.rng.index(3);
        let widths: Vec<u32> = (0..count).map(|_| self.width()).collect();
        let inputs: Vec<String> = widths.iter().map(|width| self.take(*width)).collect();
        let types: Vec<String> = widths.iter().map(|width| short(*width)).collect();
        let (op, width) = *self.rng.pick(&[("join", 0), ("blocker", widths[0])]);
        let to = self.make(width);
        let (inputs, types) = (inputs.join(", "), types.join(", "));
        self.line(&format!("{to} = {op} {inputs} : [{types}] to {}", short(width)));
    }

    fn stream(&mut self) {
        const STEPS: [&str; 6] = ["add", "sub", "mul", "shl", "ashr", "lshr"];
        let width = *self.rng.pick(&[7, 32]);
        let inputs: Vec<String> = (0..3).map(|_| self.take(width)).collect();
        let (index, goes_on) = (self.make(width), self.make(1));
        let rule = if self.rng.bool() {
            let (step, test) = (*self.rng.pick(&STEPS), *self.rng.pick(&COMPARISONS));
            format!(" {{step_op = \"{step}\", cont_cond = \"{test}\"}}")
        } else {
            String::new()
        };
        self.line(&format!(
            "{index}, {goes_on} = dataflow.stream {}{rule} : {}",
            inputs.join(", "),
            long(width)
        ));
    }

    /// A guard: addresses that meet now and then, and completions that have nothing to do with them.
    fn guard(&mut self) {
        let (load, store) = *self.rng.pick(&[(1, 1), (7, 7), (7, 7), (7, 32), (32, 7), (32, 32)]);
        // Past 64 bits there is another rule.
        let wide = *self.widths.last().unwrap_or(&0);
        let (load, store) = if self.rng.chance(1, 8) { (wide, store) } else { (load, store) };
        let inputs = [self.take(load), self.take(store), self.take(0)];
        let (mut inputs, mut types) = (inputs.to_vec(), vec![short(load), short(store), short(0)]);
        if self.rng.chance(1, 3) {
            inputs.push(self.take(1));
            types.push(short(1));
        }
        let (window, to) = (1 + self.rng.below(4), self.make(load));
        self.line(&format!(
            "{to} = guard {} {{window = {window} : ui32}} : {}",
            inputs.join(", "),
            types.join(", ")
        ));
    }

    /// A `stream` that counts, once: most channels would have no token for long otherwise.
    fn counter(&mut self) {
        let bound = self.rng.between(1, 60);
        let token = self.take(0);
        let all = self.name();
        self.line(&format!("{all}:4 = fork [4] {token} : <>"));
        let mut numbers = Vec::new();
        for (k, value) in [0, 1, bound].into_iter().enumerate() {
            let name = self.name();
            self.line(&format!("{name} = constant {all}#{k} {{value = {value} : i7}} : <>, <i7>"));
            numbers.push(name);
        }
        self.open.push((format!("{all}#3"), 0));
        let (index, goes_on) = (self.make(7), self.make(1));
        self.line(&format!("{index}, {goes_on} = dataflow.stream {} : {}", numbers.join(", "), long(7)));
    }

    /// Units of one channel, and literals.
    fn token(&mut self) {
        let width = self.width();
        match self.rng.below(3) {
            0 => {
                let from = self.take(width);
                let to = self.make(width);
                self.line(&format!("{to} = br {from} : {}", short(width)));
            }
            1 => {
                let token = self.take(0);
                let width = self.data_width();
                let to = self.literal(&token, width);
                self.open.push((to, width));
            }
            _ => {
                let from = self.take(width);
                let to = self.make(width);
                self.line(&format!("{to} = init {from} : {}", short(width)));
            }
        }
    }

    /// Addresses, some of which may come from what was loaded there.
    fn addresses(&mut self) -> String {
        let (first, later, to) = (self.take(7), self.back(7), self.name());
        self.line(&format!("{to} = merge {first}, {later} : <i7>"));
        to
    }

    /// Loads and stores of an array.
    fn memory(&mut self, memory: &str) {
        if memory == "%m" {
            self.line("%m = ram {initialValue = dense<[3, 1, 4, 1, 5, 9]> : tensor<6xi32>} : memref<6xi32>");
        }
        let (loads, stores) = *self.rng.pick(&[(1, 0), (0, 1), (1, 1), (2, 1), (2, 2), (3, 2)]);
        let done = self.rng.bool();
        let (mut inputs, mut types, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
        let mut after = Vec::new();
        for _ in 0..loads {
            let (from, to) = (self.name(), self.name());
            let address = self.addresses();
            let data = self.make(32);
            after.push(format!("{to}, {data} = load[{address}] {from} : <i7>, <i32>, <i7>, <i32>"));
            inputs.push(to);
            types.push(long(7));
            outputs.push((from, 32));
        }
        for _ in 0..stores {
            let (to, word) = (self.name(), self.name());
            let (address, data) = (self.addresses(), self.take(32));
            after.push(format!("{to}, {word} = store[{address}] {data} : <i7>, <i32>, <i7>, <i32>"));
            inputs.extend([to, word]);
            types.extend([long(7), long(32)]);
        }
        let (start, end) = (self.take(0), self.take(0));
        for _ in 0..if done { stores } else { 0 } {
            outputs.push((self.make(0), 0));
        }
        let mut names: Vec<String> = outputs.iter().map(|(name, _)| name.clone()).collect();
        names.push(self.make(0));
        let results: Vec<String> = outputs.iter().map(|(_, width)| long(*width)).collect();
        let (inputs, attributes) = (
            inputs.join(", "),
            if done { "connectedBlocks = [], storeDone" } else { "connectedBlocks = []" },
        );
        self.line(&format!(
            "{} = mem_controller[{memory} : memref<6xi32>] {start} ({inputs}) {end} {{{attributes}}} : ({}) -> ({})",
            names.join(", "),
            types.join(", "),
            results.join(", ")
        ));
        after.iter().for_each(|line| self.line(line));
    }

    /// Ends cycles, results and all other channels.
    fn close(mut self) -> String {
        for (name, width) in std::mem::take(&mut self.loops) {
            let from = self.take(width);
            self.line(&format!("{name} = br {from} : {}", short(width)));
        }
        let (result, done) = (self.take(32), self.take(0));
        for (name, width) in std::mem::take(&mut self.open) {
            self.line(&format!("sink {name} : {}", short(width)));
        }
        self.line(&format!("end {result}, {done} : <i32>, <>"));
        self.text + "}\n"
    }
}
