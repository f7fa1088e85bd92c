//! Instances as lanes: every instance of a template is a lane of it, and a port leads to whatever drives it.
//!
//! Ports compute nothing, so a use of a port is a use of its root: the constant, register, input of the top or computed
//! node at the other end of the wires, wherever in the hierarchy that is.

use crate::design::{ChildId, Design, NodeId, NodeKind, TemplateId};
use crate::program::words;
use base::IdMap;
use rustc_hash::FxHashMap;

/// A node of one instance: the node and the lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Root {
    /// The template.
    pub template: TemplateId,
    /// The node in it.
    pub node: NodeId,
    /// Which instance.
    pub lane: u32,
}

/// A design whose values need more words than this, counted over all instances, is refused.
pub const MAX_WORDS: u64 = 1 << 26;

/// The values of a design need more than [`MAX_WORDS`], these most of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// The template that needs most.
    pub template: TemplateId,
    /// How many instances it has.
    pub instances: u64,
    /// How many words each of them needs.
    pub words: u64,
}

/// How many instances each template has, if there is room for all of them.
fn counts(design: &Design) -> Result<IdMap<TemplateId, u64>, TooLarge> {
    let mut counts = IdMap::<TemplateId, u64>::default();
    for id in design.templates.keys() {
        counts.push(u64::from(id == Design::TOP));
    }
    let (mut total, mut most) = (0u64, TooLarge { template: Design::TOP, instances: 1, words: 0 });
    for (id, template) in design.templates.iter() {
        let values = template.nodes.values().map(|node| node.width);
        let values = values.chain(template.regs.values().map(|reg| reg.width));
        let memories = template.mems.values().map(|mem| mem.depth.saturating_mul(words(mem.width).into()));
        let words = values.map(|width| u64::from(words(width))).chain(memories);
        // An instance costs something even if it computes nothing.
        let words = words.fold(1 + template.children.len() as u64, u64::saturating_add);
        let instances = counts[id];
        let all = instances.saturating_mul(words);
        if all > most.instances.saturating_mul(most.words) {
            most = TooLarge { template: id, instances, words };
        }
        total = total.saturating_add(all);
        for child in template.children.values() {
            counts[child.template] = counts[child.template].saturating_add(instances);
        }
    }
    if total > MAX_WORDS { Err(most) } else { Ok(counts) }
}

/// Which instance is which lane.
pub struct Lanes {
    templates: IdMap<TemplateId, Lane>,
    /// Ports of all instances.
    ports: usize,
}

#[derive(Clone, Default)]
struct Lane {
    /// For each lane, the instance it is: the template around it, the lane of that and the child in it.
    parents: Vec<(TemplateId, u32, ChildId)>,
    /// For each child and each lane, the child's lane.
    children: IdMap<ChildId, Vec<u32>>,
}

impl Lanes {
    /// Numbers the instances of a design whose values need at most [`MAX_WORDS`] in all.
    pub fn new(design: &Design) -> Result<Lanes, TooLarge> {
        let counts = counts(design)?;
        let mut templates = IdMap::<TemplateId, Lane>::default();
        let mut ports = 0;
        for (id, template) in design.templates.iter() {
            let count = counts[id] as usize;
            ports += count * (template.inputs.len() + template.outputs.len());
            let mut children = IdMap::default();
            for _ in template.children.keys() {
                children.push(Vec::with_capacity(count));
            }
            templates.push(Lane { parents: Vec::with_capacity(count), children });
        }
        // The top is nobody's child: it stands for its own parent, which nobody looks at.
        templates[Design::TOP].parents.push((Design::TOP, 0, ChildId::at(0)));
        for (id, template) in design.templates.iter() {
            for lane in 0..counts[id] as u32 {
                for (child, instance) in template.children.iter() {
                    let parents = &mut templates[instance.template].parents;
                    let number = parents.len() as u32;
                    parents.push((id, lane, child));
                    templates[id].children[child].push(number);
                }
            }
        }
        Ok(Lanes { templates, ports })
    }

    /// How many instances a template has.
    pub fn count(&self, template: TemplateId) -> u32 {
        self.templates[template].parents.len() as u32
    }

    /// The instance around a lane, and which child of it the lane is. The top has none.
    pub fn parent(&self, template: TemplateId, lane: u32) -> Option<(TemplateId, u32, ChildId)> {
        (template != Design::TOP).then(|| self.templates[template].parents[lane as usize])
    }

    /// The lane that a child of an instance is.
    pub fn child(&self, template: TemplateId, lane: u32, child: ChildId) -> u32 {
        self.templates[template].children[child][lane as usize]
    }

    /// What drives a port, one wire further; `None` for what is no port of an instance.
    pub fn driver(&self, design: &Design, at: Root) -> Option<Root> {
        let here = &design.templates[at.template];
        match here.nodes[at.node].kind {
            NodeKind::Input(index) => {
                let (template, lane, child) = self.parent(at.template, at.lane)?;
                let node = design.templates[template].children[child].inputs[index as usize];
                Some(Root { template, node, lane })
            }
            NodeKind::Output(child, index) => {
                let template = here.children[child].template;
                let lane = self.child(at.template, at.lane, child);
                Some(Root { template, node: design.templates[template].driven[index as usize], lane })
            }
            _ => None,
        }
    }

    /// The names of the instances from the top down to a lane.
    pub fn path(&self, design: &Design, template: TemplateId, lane: u32) -> Vec<String> {
        let (mut path, mut at) = (Vec::new(), (template, lane));
        while let Some((template, lane, child)) = self.parent(at.0, at.1) {
            path.push(design.templates[template].children[child].name.clone());
            at = (template, lane);
        }
        path.reverse();
        path
    }
}

/// Finds the roots of ports.
pub struct Wires<'a> {
    design: &'a Design,
    lanes: &'a Lanes,
    /// The roots of ports on long ways, so that a chain of instances that hand a value on is gone through once.
    known: FxHashMap<Root, Root>,
    path: Vec<Root>,
}

/// Ways of at most so many wires are gone again rather than kept.
const SHORT_WAY: usize = 8;

impl<'a> Wires<'a> {
    /// No way has been gone yet.
    pub fn new(design: &'a Design, lanes: &'a Lanes) -> Wires<'a> {
        Wires { design, lanes, known: FxHashMap::default(), path: Vec::new() }
    }

    /// The node that drives a node: itself, unless it is a port.
    ///
    /// Ports that drive each other in a ring have no root: then the error is one of them.
    pub fn root(&mut self, from: Root) -> Result<Root, Root> {
        let mut at = from;
        self.path.clear();
        while let Some(driver) = self.lanes.driver(self.design, at) {
            if let Some(root) = self.known.get(&at) {
                at = *root;
                break;
            }
            // Each step goes through a port; more steps than there are ports is a ring.
            if self.path.len() > self.lanes.ports {
                return Err(at);
            }
            self.path.push(at);
            at = driver;
        }
        if self.path.len() > SHORT_WAY {
            self.known.extend(self.path.iter().map(|port| (*port, at)));
        }
        Ok(at)
    }
}
