//! From an ordered design to its program: places for values, blocks of instructions.

use crate::design::{Design, MemId, Named, Node, NodeId, NodeKind, Op, RegId, TemplateId};
use crate::lanes::{Lanes, Root};
use crate::order::{Item, Order, Step};
use crate::program::*;
use base::{Bits, IdMap};
use rustc_hash::{FxHashMap, FxHashSet};

/// A block of single lanes is ended here: compilers take longer than linear for longer ones.
const LONGEST_BLOCK: usize = 1200;

/// Lanes are filled up to a multiple of this, so that they can be computed this many at a time. Of what the lanes
/// that are none compute, nothing is ever read.
const LANE_UNIT: u32 = 4;

/// Makes the program of a design in an order.
pub fn build(design: &Design, lanes: &Lanes, order: &Order) -> Program {
    let mut build = Build {
        design,
        lanes,
        order,
        program: Program::default(),
        places: FxHashMap::default(),
        registers: FxHashMap::default(),
        constants: FxHashMap::default(),
        gathered: FxHashMap::default(),
        memories: FxHashMap::default(),
        open: None,
    };
    build.ports();
    build.state();
    build.steps();
    build.edges();
    build.observed();
    build.finish()
}

struct Build<'a> {
    design: &'a Design,
    lanes: &'a Lanes,
    order: &'a Order,
    program: Program,
    /// Where computed nodes and inputs of the top are.
    places: FxHashMap<(TemplateId, NodeId), Slot>,
    registers: FxHashMap<(TemplateId, RegId), Slot>,
    constants: FxHashMap<Bits, u32>,
    /// Where ports are whose roots lie scattered.
    gathered: FxHashMap<(TemplateId, NodeId), Slot>,
    memories: FxHashMap<(TemplateId, MemId), MemId>,
    open: Option<Open>,
}

/// The block that instructions are added to.
struct Open {
    /// The template whose lanes it goes over; none for a block of single lanes.
    template: Option<TemplateId>,
    lanes: u32,
    start: usize,
    runs: Vec<Run>,
    /// What it computes in several lanes.
    computes: FxHashSet<(TemplateId, NodeId)>,
}

impl Build<'_> {
    /// Room in temp for so many lanes of a value.
    fn temp(&mut self, width: u32, lanes: u32) -> Slot {
        let stride = words(width);
        // Values of 64 bits begin at even words, so that they can be read as one.
        if stride > 1 && self.program.temp.len() % 2 == 1 {
            self.program.temp.push(0);
        }
        let offset = self.program.temp.len() as u32;
        let padded = if lanes == 1 { 1 } else { lanes.next_multiple_of(LANE_UNIT) };
        self.program.temp.resize((offset + padded * stride) as usize, 0);
        Slot { space: Space::Temp, offset, stride: if lanes == 1 { 0 } else { stride } }
    }

    fn ports(&mut self) {
        let top = &self.design.templates[Design::TOP];
        for port in &top.inputs {
            let slot = self.temp(port.width.max(1), 1);
            self.program.inputs.push(Arg { slot, width: port.width });
        }
        for (id, node) in top.nodes.iter() {
            if let NodeKind::Input(index) = node.kind {
                self.places.insert((Design::TOP, id), self.program.inputs[index as usize].slot);
            }
        }
    }

    /// Room for registers and memories, with what they begin with.
    fn state(&mut self) {
        for (id, template) in self.design.templates.iter() {
            let lanes = self.lanes.count(id);
            let padded = if lanes == 1 { 1 } else { lanes.next_multiple_of(LANE_UNIT) };
            for (number, reg) in template.regs.iter() {
                if !self.order.regs.contains(&(id, number)) {
                    continue;
                }
                let state = &mut self.program.state;
                let size = words(reg.width);
                if size > 1 && state.len() % 2 == 1 {
                    state.push(0);
                }
                let offset = state.len() as u32;
                state.resize((offset + padded * size) as usize, 0);
                for lane in 0..lanes {
                    let at = (offset + lane * size) as usize;
                    store_bits(&mut state[at..at + size as usize], &reg.init);
                }
                let stride = if lanes == 1 { 0 } else { size };
                self.registers.insert((id, number), Slot { space: Space::State, offset, stride });
            }
            for (number, mem) in template.mems.iter() {
                let size = words(mem.width);
                let memory = &mut self.program.memory;
                if memory.len() % 2 == 1 {
                    memory.push(0);
                }
                let base = memory.len() as u32;
                let lane_words = (mem.depth as u32 * size).next_multiple_of(2);
                memory.resize((base + lanes * lane_words) as usize, 0);
                for lane in 0..lanes {
                    for (index, value) in mem.init.iter().enumerate() {
                        let at = (base + lane * lane_words + index as u32 * size) as usize;
                        store_bits(&mut memory[at..at + size as usize], value);
                    }
                }
                let made = Memory { base, lane_words, depth: mem.depth, width: mem.width };
                let made = self.program.memories.push(made);
                self.memories.insert((id, number), made);
            }
        }
    }

    // ----- instructions -----

    fn steps(&mut self) {
        let order = self.order;
        for step in &order.steps {
            match step {
                Step::All(template, item) => {
                    let lanes = self.lanes.count(*template);
                    if lanes == 1 {
                        self.single(*template, *item, 0);
                    } else {
                        self.all(*template, *item, lanes);
                    }
                }
                Step::Single(items) => {
                    for (template, item, lane) in items {
                        self.single(*template, *item, *lane);
                    }
                }
            }
        }
        self.close();
    }

    /// An item in one lane.
    fn single(&mut self, id: TemplateId, item: Item, lane: u32) {
        let fits = |open: &Open, end: usize| open.template.is_none() && end - open.start < LONGEST_BLOCK;
        self.open_block(None, 1, fits);
        let design = self.design;
        let template = &design.templates[id];
        let lanes = self.lanes.count(id);
        let first = self.program.args.len() as u32;
        let (op, width, dst) = match item {
            Item::Node(node) => {
                for arg in template.args(node) {
                    let root = self.root(id, *arg, lane);
                    let arg = self.of_root(root);
                    self.program.args.push(arg);
                }
                let slot = self.place(id, node, lanes);
                (self.operation(id, node), template.nodes[node].width, one_lane(slot, lane))
            }
            Item::Next(reg) => {
                let next = template.regs[reg].next.expect("only registers with a next value are ordered");
                let root = self.root(id, next, lane);
                let arg = self.of_root(root);
                self.program.args.push(arg);
                let slot = one_lane(self.registers[&(id, reg)], lane);
                (Op::Copy, template.regs[reg].width, Slot { space: Space::Next, ..slot })
            }
        };
        self.push(op, width, dst, first, lane);
    }

    /// An item in all lanes of a template that has several.
    fn all(&mut self, id: TemplateId, item: Item, lanes: u32) {
        let (design, order) = (self.design, self.order);
        let template = &design.templates[id];
        let (op, width, args) = match item {
            Item::Node(node) => (self.operation(id, node), template.nodes[node].width, template.args(node)),
            Item::Next(reg) => (Op::Copy, template.regs[reg].width, template.regs[reg].next.as_slice()),
        };
        // Ports lead to other lanes, whose values are there only when a block has come to its end.
        let elsewhere = |open: &Open| {
            let roots = args.iter().filter_map(|arg| order.roots.get(&(id, *arg))).flatten();
            roots.into_iter().any(|root| open.computes.contains(&(root.template, root.node)))
        };
        self.open_block(Some(id), lanes, |open, _| open.template == Some(id) && !elsewhere(open));
        let args: Vec<Arg> = args.iter().map(|arg| self.of_all(id, *arg, lanes)).collect();
        let first = self.program.args.len() as u32;
        self.program.args.extend(args);
        let dst = match item {
            Item::Node(node) => {
                let open = self.open.as_mut().expect("a block was opened");
                open.computes.insert((id, node));
                self.place(id, node, lanes)
            }
            Item::Next(reg) => Slot { space: Space::Next, ..self.registers[&(id, reg)] },
        };
        self.push(op, width, dst, first, 0);
    }

    fn push(&mut self, op: Op, width: u32, dst: Slot, first: u32, lane: u32) {
        let args = &self.program.args[first as usize..];
        let wide = width > 64 || args.iter().any(|arg| arg.width > 64);
        let count = args.len() as u32;
        self.program.instrs.push(Instr { op, width, dst, first, count, lane, live: false, wide });
    }

    fn open_block(&mut self, template: Option<TemplateId>, lanes: u32, fits: impl Fn(&Open, usize) -> bool) {
        let start = self.program.instrs.len();
        if !self.open.as_ref().is_some_and(|open| fits(open, start)) {
            self.close();
            self.open =
                Some(Open { template, lanes, start, runs: Vec::new(), computes: FxHashSet::default() });
        }
    }

    fn close(&mut self) {
        if let Some(Open { lanes, start, runs, .. }) = self.open.take() {
            let end = self.program.instrs.len() as u32;
            self.program.blocks.push(Block { lanes, runs, start: start as u32, end });
        }
    }

    /// A node's operation, with the memory by its number in the program.
    fn operation(&self, id: TemplateId, node: NodeId) -> Op {
        match self.design.templates[id].nodes[node].kind {
            NodeKind::Op { op: Op::Read(mem), .. } => Op::Read(self.memories[&(id, mem)]),
            NodeKind::Op { op, .. } => op,
            _ => unreachable!("only computed nodes are ordered"),
        }
    }

    // ----- where values are -----

    fn place(&mut self, id: TemplateId, node: NodeId, lanes: u32) -> Slot {
        if let Some(slot) = self.places.get(&(id, node)) {
            return *slot;
        }
        let slot = self.temp(self.design.templates[id].nodes[node].width, lanes);
        self.places.insert((id, node), slot);
        slot
    }

    fn root(&self, template: TemplateId, node: NodeId, lane: u32) -> Root {
        match self.order.roots.get(&(template, node)) {
            Some(roots) => roots[lane as usize],
            None => Root { template, node, lane },
        }
    }

    fn constant(&mut self, value: &Bits) -> Slot {
        if let Some(offset) = self.constants.get(value) {
            return Slot { space: Space::Temp, offset: *offset, stride: 0 };
        }
        let slot = self.temp(value.width(), 1);
        let range = slot.offset as usize..(slot.offset + words(value.width())) as usize;
        store_bits(&mut self.program.temp[range], value);
        self.constants.insert(value.clone(), slot.offset);
        self.program.constants.push((slot.offset, value.clone()));
        slot
    }

    /// One lane of a node that is no port of an instance.
    fn of_root(&mut self, root: Root) -> Arg {
        let design = self.design;
        let Node { kind, width, .. } = &design.templates[root.template].nodes[root.node];
        let slot = match kind {
            NodeKind::Const(value) => self.constant(value),
            NodeKind::Reg(reg) => one_lane(self.registers[&(root.template, *reg)], root.lane),
            _ => one_lane(self.places[&(root.template, root.node)], root.lane),
        };
        Arg { slot, width: *width }
    }

    /// All lanes of a node of a template that has several.
    fn of_all(&mut self, id: TemplateId, node: NodeId, lanes: u32) -> Arg {
        let design = self.design;
        let Node { kind, width, .. } = &design.templates[id].nodes[node];
        let slot = match kind {
            NodeKind::Const(value) => self.constant(value),
            NodeKind::Reg(reg) => self.registers[&(id, *reg)],
            NodeKind::Op { .. } => self.places[&(id, node)],
            NodeKind::Input(_) | NodeKind::Output(..) => self.port(id, node, *width, lanes),
        };
        Arg { slot, width: *width }
    }

    /// A port in all lanes: where its roots are if they are evenly spaced, else a copy.
    fn port(&mut self, id: TemplateId, node: NodeId, width: u32, lanes: u32) -> Slot {
        if let Some(slot) = self.gathered.get(&(id, node)) {
            return *slot;
        }
        let order = self.order;
        let roots = &order.roots[&(id, node)];
        let slots: Vec<Slot> = roots.iter().map(|root| self.of_root(*root).slot).collect();
        let (first, size) = (slots[0], words(width));
        if slots.iter().all(|slot| *slot == first) {
            return first;
        }
        let follows = |(lane, slot): (usize, &Slot)| {
            slot.space == first.space && slot.offset == first.offset + lane as u32 * size
        };
        if slots.iter().enumerate().all(follows) {
            return Slot { stride: size, ..first };
        }
        let copy = self.temp(width, lanes);
        let open = self.open.as_mut().expect("a port is read by an instruction of a block");
        for (lane, slot) in slots.iter().enumerate() {
            let to = copy.offset + lane as u32 * size;
            match open.runs.last_mut() {
                Some(run)
                    if run.space == slot.space
                        && run.from + run.words == slot.offset
                        && run.to + run.words == to =>
                {
                    run.words += size;
                }
                _ => open.runs.push(Run { space: slot.space, from: slot.offset, to, words: size }),
            }
        }
        self.gathered.insert((id, node), copy);
        copy
    }

    // ----- what is outside of blocks -----

    /// The ports of memories that act at the edge.
    fn edges(&mut self) {
        let design = self.design;
        for (id, template) in design.templates.iter() {
            let lanes = self.lanes.count(id);
            for (number, mem) in template.mems.iter() {
                let made = self.memories[&(id, number)];
                for lane in 0..lanes {
                    for port in &mem.writes {
                        let addr = self.computed(id, port.addr, lane);
                        let data = self.computed(id, port.data, lane);
                        let enable = port.enable.map(|node| self.computed(id, node, lane));
                        let mask = port.mask.map(|node| self.computed(id, node, lane));
                        let write = Write { mem: made, lane, enable, addr, data, mask };
                        self.program.writes.push(write);
                    }
                }
            }
            for read in &template.late {
                if !self.order.regs.contains(&(id, read.reg)) {
                    continue;
                }
                for lane in 0..lanes {
                    let addr = self.computed(id, read.addr, lane);
                    let enable = read.enable.map(|node| self.computed(id, node, lane));
                    let slot = one_lane(self.registers[&(id, read.reg)], lane);
                    let reg = Arg { slot, width: template.regs[read.reg].width };
                    let mem = self.memories[&(id, read.mem)];
                    self.program.late.push(Late { mem, lane, enable, addr, reg });
                }
            }
        }
    }

    /// One lane of any node that the order found to be live.
    fn computed(&mut self, template: TemplateId, node: NodeId, lane: u32) -> Arg {
        let root = self.root(template, node, lane);
        self.of_root(root)
    }

    /// Outputs of the top, and whatever else has a name.
    fn observed(&mut self) {
        let design = self.design;
        let top = &design.templates[Design::TOP];
        for node in &top.driven {
            let arg = self.computed(Design::TOP, *node, 0);
            self.program.outputs.push(arg);
        }
        let shown = self.shown();
        let scope = self.scope(None, &top.name, Design::TOP, 0);
        // Instances that are gone into, each with its children that are not gone into yet.
        let mut path = vec![(Design::TOP, 0, scope, top.children.iter())];
        while let Some((around, lane, parent, children)) = path.last_mut() {
            let Some((child, instance)) = children.next() else {
                path.pop();
                continue;
            };
            let (id, lane) = (instance.template, self.lanes.child(*around, *lane, child));
            if shown[id][lane as usize] {
                let scope = self.scope(Some(*parent), &instance.name, id, lane);
                path.push((id, lane, scope, design.templates[id].children.iter()));
            }
        }
    }

    /// For each template and lane, whether there is anything to look at, there or further inside.
    fn shown(&self) -> IdMap<TemplateId, Vec<bool>> {
        let design = self.design;
        let mut shown = IdMap::<TemplateId, Vec<bool>>::default();
        for (id, template) in design.templates.iter() {
            let own = !template.mems.is_empty() || !template.named.is_empty();
            shown.push(vec![own; self.lanes.count(id) as usize]);
        }
        // Modules come before those they have instances of.
        for id in design.templates.keys().rev() {
            for lane in 0..self.lanes.count(id) {
                let parent = self.lanes.parent(id, lane).filter(|_| shown[id][lane as usize]);
                if let Some((template, lane, _)) = parent {
                    shown[template][lane as usize] = true;
                }
            }
        }
        shown
    }

    /// An instance with what can be looked at in it.
    fn scope(&mut self, parent: Option<ScopeId>, name: &str, id: TemplateId, lane: u32) -> ScopeId {
        let template = &self.design.templates[id];
        let first = self.program.signals.len();
        let (name, module) = (name.to_string(), template.name.clone());
        let signals = first..first + template.named.len();
        let scope = self.program.scopes.push(Scope { parent, name, module, signals });
        for (number, mem) in template.mems.iter() {
            let (name, mem) = (mem.name.clone(), self.memories[&(id, number)]);
            self.program.memory_names.push(MemoryName { scope, name, mem, lane });
        }
        for Named { name, role, ty, node } in &template.named {
            let arg = self.computed(id, *node, lane);
            let (name, ty) = (name.clone(), ty.clone());
            self.program.signals.push(Signal { scope, name, role: *role, ty, arg });
        }
        scope
    }

    /// Marks the instructions whose results are read outside of their block.
    fn finish(mut self) -> Program {
        const NONE: u32 = u32::MAX;
        let program = &mut self.program;
        let mut makers = vec![NONE; program.temp.len()];
        let mut block_of = vec![0u32; program.instrs.len()];
        for (number, block) in program.blocks.iter().enumerate() {
            for at in block.start..block.end {
                block_of[at as usize] = number as u32;
                let instr = &program.instrs[at as usize];
                if instr.dst.space == Space::Temp {
                    let span = words(instr.width) as usize
                        * if instr.dst.stride == 0 { 1 } else { block.lanes as usize };
                    makers[instr.dst.offset as usize..][..span].fill(at);
                }
            }
        }
        let mut live = vec![false; program.instrs.len()];
        let mut mark = |slot: Slot| {
            if slot.space == Space::Temp && makers[slot.offset as usize] != NONE {
                live[makers[slot.offset as usize] as usize] = true;
            }
        };
        for (number, block) in program.blocks.iter().enumerate() {
            for run in &block.runs {
                for word in run.from..run.from + run.words {
                    mark(Slot { space: run.space, offset: word, stride: 0 });
                }
            }
            for instr in program.code(block) {
                for arg in program.args(instr) {
                    let maker = makers.get(arg.slot.offset as usize).copied().unwrap_or(NONE);
                    // What makes one lane need not make the others: ports of instances may lie side by side by chance.
                    let own = maker != NONE
                        && block_of[maker as usize] == number as u32
                        && program.instrs[maker as usize].dst == arg.slot;
                    if arg.slot.space == Space::Temp && !own {
                        for lane in 0..if arg.slot.stride == 0 { 1 } else { block.lanes } {
                            mark(Slot { offset: arg.slot.at(lane) as u32, ..arg.slot });
                        }
                    }
                }
            }
        }
        let edges = program.writes.iter().flat_map(|w| [Some(w.addr), Some(w.data), w.enable, w.mask]);
        let late = program.late.iter().flat_map(|read| [Some(read.addr), read.enable]);
        edges.chain(late).flatten().for_each(|arg| mark(arg.slot));
        program.outputs.iter().for_each(|arg| mark(arg.slot));
        program.signals.iter().for_each(|signal| mark(signal.arg.slot));
        for (instr, live) in program.instrs.iter_mut().zip(live) {
            instr.live = live;
        }
        self.program
    }
}

/// One lane of a value.
fn one_lane(slot: Slot, lane: u32) -> Slot {
    Slot { offset: slot.offset + lane * slot.stride, stride: 0, ..slot }
}
