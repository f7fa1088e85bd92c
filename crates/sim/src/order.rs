//! The order in which nodes are computed, found once before the first cycle.
//!
//! The unit of the order is an item: a node of a template for all its instances at once, or a register's next contents. Items that
//! need each other only across instances (a chain of one module, a handshake between two) have no order as wholes; those
//! are taken apart and ordered instance by instance. What still has no order is a combinational cycle.
//!
//! Within these rules an item follows the one it became ready by, and stays with its template as long as possible: that
//! keeps values close to their uses and makes long runs over the same lanes.

use crate::design::{Design, NodeId, NodeKind, RegId, TemplateId};
use crate::lanes::{Lanes, Root, Wires};
use base::SideMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Something to compute in every instance of a template.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Item {
    /// A computed node.
    Node(NodeId),
    /// The next contents of a register.
    Next(RegId),
}

/// A step of the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// An item in all lanes.
    All(TemplateId, Item),
    /// Items in single lanes, in this order.
    Single(Vec<(TemplateId, Item, u32)>),
}

/// What drives the ports that live items use: for each port node the root of every lane.
pub type Roots = FxHashMap<(TemplateId, NodeId), Vec<Root>>;

/// An ordered design.
pub struct Order {
    /// What to compute, in order. What nothing observes is not in it.
    pub steps: Vec<Step>,
    /// The roots of the port nodes that are used.
    pub roots: Roots,
    /// Which registers matter.
    pub regs: FxHashSet<(TemplateId, RegId)>,
}

/// A combinational cycle: each node needs the one after it, and the last needs the first. The ports that values go through on the way
/// are among them.
#[derive(Debug)]
pub struct Cycle(pub Vec<Root>);

/// Orders what the outputs of the top, the memories and the named nodes depend on.
pub fn order(design: &Design, lanes: &Lanes) -> Result<Order, Cycle> {
    let mut live = Live {
        design,
        lanes,
        items: Vec::new(),
        number: FxHashMap::default(),
        regs: FxHashSet::default(),
        roots: Roots::default(),
        work: Vec::new(),
    };
    live.find()?;
    let graph = Graph::new(&live);
    let components = graph.components();
    let steps = schedule(&live, &graph, &components)?;
    Ok(Order { steps, roots: live.roots, regs: live.regs })
}

/// The items that something observes.
struct Live<'a> {
    design: &'a Design,
    lanes: &'a Lanes,
    items: Vec<(TemplateId, Item)>,
    number: FxHashMap<(TemplateId, Item), u32>,
    regs: FxHashSet<(TemplateId, RegId)>,
    roots: Roots,
    work: Vec<(TemplateId, NodeId)>,
}

impl Live<'_> {
    fn find(&mut self) -> Result<(), Cycle> {
        let design = self.design;
        for (id, template) in design.templates.iter() {
            if id == Design::TOP {
                self.work.extend(template.driven.iter().map(|node| (id, *node)));
            }
            self.work.extend(template.named.iter().map(|named| (id, named.node)));
            // The contents of memories can be looked at, whether the circuit reads them or not.
            for mem in template.mems.values() {
                for port in &mem.writes {
                    let nodes = [Some(port.addr), Some(port.data), port.enable, port.mask];
                    self.work.extend(nodes.into_iter().flatten().map(|node| (id, node)));
                }
            }
        }
        let mut wires = Wires::new(design, self.lanes);
        let mut seen: FxHashMap<TemplateId, SideMap<NodeId, bool>> = FxHashMap::default();
        while let Some((id, node)) = self.work.pop() {
            let seen = seen.entry(id).or_insert_with(|| SideMap::with_default(false));
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            let template = &design.templates[id];
            match &template.nodes[node].kind {
                NodeKind::Const(_) => {}
                NodeKind::Input(_) if id == Design::TOP => {}
                NodeKind::Input(_) | NodeKind::Output(..) => {
                    let count = self.lanes.count(id);
                    let mut roots = Vec::with_capacity(count as usize);
                    for lane in 0..count {
                        let root = wires.root(Root { template: id, node, lane });
                        roots.push(root.map_err(|at| self.ring(at))?);
                    }
                    let mut last = None;
                    for root in &roots {
                        if last != Some((root.template, root.node)) {
                            last = Some((root.template, root.node));
                            self.work.push((root.template, root.node));
                        }
                    }
                    self.roots.insert((id, node), roots);
                }
                NodeKind::Reg(reg) => self.reg(id, *reg),
                NodeKind::Op { .. } => {
                    self.item(id, Item::Node(node));
                    self.work.extend(template.args(node).iter().map(|arg| (id, *arg)));
                }
            }
        }
        Ok(())
    }

    /// Ports that drive each other, one of which is known.
    fn ring(&self, port: Root) -> Cycle {
        let mut ring = vec![port];
        ring.extend(self.ports(port).skip(1).take_while(|next| *next != port));
        Cycle(ring)
    }

    /// A node, if it is a port, and all ports on the way to its root.
    fn ports(&self, from: Root) -> impl Iterator<Item = Root> {
        let driver = |at: &Root| self.lanes.driver(self.design, *at);
        std::iter::successors(Some(from), driver).filter(move |at| driver(at).is_some())
    }

    fn item(&mut self, template: TemplateId, item: Item) {
        self.number.insert((template, item), self.items.len() as u32);
        self.items.push((template, item));
    }

    fn reg(&mut self, id: TemplateId, reg: RegId) {
        self.regs.insert((id, reg));
        let template = &self.design.templates[id];
        match template.regs[reg].next {
            Some(next) => {
                self.item(id, Item::Next(reg));
                self.work.push((id, next));
            }
            None => {
                let read = template.late.binary_search_by_key(&reg, |read| read.reg);
                let read = read.expect("a register without a next value is filled by a late read");
                let read = &template.late[read];
                self.work.extend(read.enable.iter().chain([&read.addr]).map(|node| (id, *node)));
            }
        }
    }

    /// What an item reads.
    fn args(&self, template: TemplateId, item: Item) -> &[NodeId] {
        let template = &self.design.templates[template];
        match item {
            Item::Node(node) => template.args(node),
            Item::Next(reg) => template.regs[reg].next.as_slice(),
        }
    }

    /// The cycle of items that need each other: each with its lane, and one past the operand that leads to the next.
    fn cycle(&self, items: &[(u32, u32, usize)]) -> Cycle {
        let mut cycle = Vec::new();
        for (item, lane, at) in items {
            let (template, item) = self.items[*item as usize];
            if let Item::Node(node) = item {
                cycle.push(Root { template, node, lane: *lane });
            }
            let node = self.args(template, item)[*at - 1];
            cycle.extend(self.ports(Root { template, node, lane: *lane }));
        }
        Cycle(cycle)
    }

    /// The item that computes a node, unless the node is there from the start.
    fn computes(&self, template: TemplateId, node: NodeId) -> Option<u32> {
        self.number.get(&(template, Item::Node(node))).copied()
    }
}

/// Which items need which.
struct Graph {
    /// For each item where its needs begin in `needs`, and one end more.
    starts: Vec<u32>,
    needs: Vec<u32>,
}

impl Graph {
    fn new(live: &Live<'_>) -> Graph {
        let (mut starts, mut needs) = (vec![0], Vec::new());
        for (template, item) in &live.items {
            let start = needs.len();
            for arg in live.args(*template, *item) {
                match live.roots.get(&(*template, *arg)) {
                    Some(roots) => {
                        let mut last = None;
                        for root in roots {
                            if last != Some((root.template, root.node)) {
                                last = Some((root.template, root.node));
                                needs.extend(live.computes(root.template, root.node));
                            }
                        }
                    }
                    None => needs.extend(live.computes(*template, *arg)),
                }
            }
            needs[start..].sort_unstable();
            let mut kept = start;
            for at in start..needs.len() {
                if at == start || needs[at] != needs[at - 1] {
                    needs[kept] = needs[at];
                    kept += 1;
                }
            }
            needs.truncate(kept);
            starts.push(needs.len() as u32);
        }
        Graph { starts, needs }
    }

    fn needs(&self, item: u32) -> &[u32] {
        &self.needs[self.starts[item as usize] as usize..self.starts[item as usize + 1] as usize]
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The strongly connected components (Tarjan's algorithm with a stack of our own): a number for each item.
    fn components(&self) -> Vec<u32> {
        const NEW: u32 = u32::MAX;
        let count = self.len();
        let (mut index, mut low) = (vec![NEW; count], vec![0u32; count]);
        let mut component = vec![NEW; count];
        let (mut open, mut path): (Vec<u32>, Vec<(u32, u32)>) = (Vec::new(), Vec::new());
        let (mut next_index, mut next_component) = (0, 0);
        for start in 0..count as u32 {
            if index[start as usize] != NEW {
                continue;
            }
            path.push((start, 0));
            while let Some((item, at)) = path.last_mut() {
                let v = *item as usize;
                if *at == 0 {
                    index[v] = next_index;
                    low[v] = next_index;
                    next_index += 1;
                    open.push(*item);
                }
                let needs = self.needs(*item);
                if let Some(need) = needs.get(*at as usize) {
                    *at += 1;
                    let w = *need as usize;
                    if index[w] == NEW {
                        path.push((*need, 0));
                    } else if component[w] == NEW {
                        low[v] = low[v].min(index[w]);
                    }
                    continue;
                }
                path.pop();
                if let Some((parent, _)) = path.last() {
                    let parent = *parent as usize;
                    low[parent] = low[parent].min(low[v]);
                }
                if low[v] == index[v] {
                    while let Some(member) = open.pop() {
                        component[member as usize] = next_component;
                        if member as usize == v {
                            break;
                        }
                    }
                    next_component += 1;
                }
            }
        }
        component
    }
}

/// Puts the components in order, ready ones of the current template first.
fn schedule(live: &Live<'_>, graph: &Graph, component: &[u32]) -> Result<Vec<Step>, Cycle> {
    let components = component.iter().max().map_or(0, |last| last + 1) as usize;
    let mut members = vec![Vec::new(); components];
    for (item, number) in component.iter().enumerate() {
        members[*number as usize].push(item as u32);
    }
    let (mut missing, mut users) = (vec![0u32; components], vec![Vec::new(); components]);
    let mut alone = vec![true; components];
    for item in 0..graph.len() as u32 {
        let mine = component[item as usize];
        for need in graph.needs(item) {
            let theirs = component[*need as usize];
            if theirs == mine {
                alone[mine as usize] = false;
            } else {
                missing[mine as usize] += 1;
                users[theirs as usize].push(mine);
            }
        }
    }
    let home = |number: usize| live.items[members[number][0] as usize].0;
    let mut ready = Ready { of: FxHashMap::default(), waiting: BTreeSet::new(), current: Design::TOP };
    // Last in, first out: in reverse, so that the order of the text breaks ties.
    for number in (0..components).rev().filter(|number| missing[*number] == 0) {
        ready.add(home(number), number);
    }
    let mut steps = Vec::with_capacity(components);
    while let Some(number) = ready.take() {
        if alone[number] {
            let (template, item) = live.items[members[number][0] as usize];
            steps.push(Step::All(template, item));
        } else {
            steps.push(Step::Single(take_apart(live, &members[number])?));
        }
        for user in std::mem::take(&mut users[number]) {
            missing[user as usize] -= 1;
            if missing[user as usize] == 0 {
                ready.add(home(user as usize), user as usize);
            }
        }
    }
    Ok(steps)
}

/// The components that nothing is missing for.
struct Ready {
    of: FxHashMap<TemplateId, Vec<usize>>,
    /// The templates that have some.
    waiting: BTreeSet<TemplateId>,
    /// The template of the last one that was taken.
    current: TemplateId,
}

impl Ready {
    fn add(&mut self, template: TemplateId, component: usize) {
        let own = self.of.entry(template).or_default();
        if own.is_empty() {
            self.waiting.insert(template);
        }
        own.push(component);
    }

    /// One of the same template as the last, if there is one; else of the innermost template.
    fn take(&mut self) -> Option<usize> {
        if !self.waiting.contains(&self.current) {
            self.current = *self.waiting.last()?;
        }
        let own = self.of.get_mut(&self.current)?;
        let component = own.pop();
        if own.is_empty() {
            self.waiting.remove(&self.current);
        }
        component
    }
}

/// Orders the lanes of items that need each other.
fn take_apart(live: &Live<'_>, members: &[u32]) -> Result<Vec<(TemplateId, Item, u32)>, Cycle> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states: FxHashMap<u32, Vec<State>> = FxHashMap::default();
    for member in members {
        let count = live.lanes.count(live.items[*member as usize].0);
        states.insert(*member, vec![State::New; count as usize]);
    }
    let mut ordered = Vec::new();
    let mut path: Vec<(u32, u32, usize)> = Vec::new();
    for member in members {
        for lane in 0..states[member].len() as u32 {
            if states[member][lane as usize] != State::New {
                continue;
            }
            path.push((*member, lane, 0));
            while let Some((item, lane, at)) = path.last_mut() {
                let (template, what) = live.items[*item as usize];
                let (number, lane_now) = (*item, *lane);
                if *at == 0 {
                    states.get_mut(&number).expect("a member")[lane_now as usize] = State::Open;
                }
                let Some(arg) = live.args(template, what).get(*at) else {
                    states.get_mut(&number).expect("a member")[lane_now as usize] = State::Done;
                    ordered.push((template, what, lane_now));
                    path.pop();
                    continue;
                };
                *at += 1;
                let root = match live.roots.get(&(template, *arg)) {
                    Some(roots) => roots[lane_now as usize],
                    None => Root { template, node: *arg, lane: lane_now },
                };
                let Some(need) = live.computes(root.template, root.node) else { continue };
                match states.get(&need).map(|lanes| lanes[root.lane as usize]) {
                    None | Some(State::Done) => {}
                    Some(State::New) => path.push((need, root.lane, 0)),
                    Some(State::Open) => {
                        let from =
                            path.iter().position(|(item, lane, _)| (*item, *lane) == (need, root.lane));
                        return Err(live.cycle(&path[from.unwrap_or(0)..]));
                    }
                }
            }
        }
    }
    Ok(ordered)
}
