//! Queues of loads and stores as nodes of a network.
//!
//! Groups follow each other in the order in which their control tokens were produced: a value is put to all its users at once, so that a token made of another
//! one, however long the way, comes after it under every schedule. Accesses happen one after the other, those of a group in
//! its order, and each waits for its own address and data. So what a load gives is what a sequential memory gives, and neither depths
//! nor the order in which addresses come mean anything here.

use super::fire::{State, inside};
use super::graph::Node;
use super::memory::Memory;
use super::schedule::Queues;
use base::Diagnostic;
use dialects::handshake::{MemoryPort, group_places};
use ir::{Ir, Op};

/// A queue, by the numbers of inputs and outputs.
pub struct LsqNode {
    /// The number of the memory.
    pub memory: u32,
    /// The groups.
    pub groups: Vec<Group>,
    /// The tokens of the beginning and the end of an activation.
    pub start: u32,
    /// As `start`.
    pub end: u32,
    /// The output that says that all is done.
    pub done: u32,
}

/// A group of a queue.
pub struct Group {
    /// Its control token.
    pub control: u32,
    /// Its accesses, in their order.
    pub accesses: Vec<Access>,
}

/// An access of a group.
pub enum Access {
    /// Reads.
    Load {
        /// The input of the address.
        address: u32,
        /// The output of the data.
        data: u32,
    },
    /// Writes.
    Store {
        /// The input of the address.
        address: u32,
        /// The input of the data.
        data: u32,
    },
}

impl LsqNode {
    /// The node of a queue that owns the memory of this number; or why it is none.
    pub fn new(ir: &Ir, op: Op, memory: u32) -> Result<LsqNode, String> {
        let groups = dialects::handshake::lsq_groups(ir, op)?;
        let places = group_places(&groups);
        // The first operand is the memory.
        let input = |place: usize| place as u32 + 1;
        let groups = places.iter().map(|group| {
            let accesses = group.ports.iter().map(|port| {
                let address = input(port.input);
                match port.port {
                    MemoryPort::Store => Access::Store { address, data: address + 1 },
                    _ => Access::Load { address, data: port.number as u32 },
                }
            });
            Group { control: input(group.control), accesses: accesses.collect() }
        });
        let (end, done) = (ir.operand_count(op) as u32 - 1, ir.result_count(op) as u32 - 1);
        Ok(LsqNode { memory, groups: groups.collect(), start: 1, end, done })
    }

    /// The group whose control token an input is.
    pub fn group_of(&self, input: u32) -> Option<&Group> {
        self.groups.iter().find(|group| group.control == input)
    }

    /// The inputs without which there is no token at an output.
    pub fn wanted(&self, state: &State, next: Option<u32>, output: u32) -> Vec<u32> {
        if let Some(group) = next.and_then(|control| self.group_of(control)) {
            return group.accesses[state.at as usize].inputs();
        }
        let asks = |access: &Access| matches!(access, Access::Load { data, .. } if *data == output);
        match self.groups.iter().find(|group| group.accesses.iter().any(asks)) {
            Some(group) => vec![group.control],
            None => vec![self.start, self.end],
        }
    }
}

impl Access {
    fn inputs(&self) -> Vec<u32> {
        match self {
            Access::Load { address, .. } => vec![*address],
            Access::Store { address, data } => vec![*address, *data],
        }
    }
}

/// Makes the next access, or ends the activation.
pub fn fire(
    ir: &Ir,
    node: &Node,
    number: u32,
    queue: &LsqNode,
    state: &mut State,
    queues: &mut Queues,
    memories: &mut [Memory],
) -> Result<bool, Box<Diagnostic>> {
    let input = |number: u32| &node.inputs[number as usize];
    let next = queues.arrivals[number as usize].front().copied();
    let Some(group) = next.and_then(|control| queue.group_of(control)) else {
        let ends = queues.has(input(queue.start)) && queues.has(input(queue.end));
        if ends {
            queues.take(input(queue.start));
            queues.take(input(queue.end));
            queues.put(&node.outputs[queue.done as usize], &[0]);
        }
        return Ok(ends);
    };
    let access = &group.accesses[state.at as usize];
    if !access.inputs().into_iter().all(|wanted| queues.has(input(wanted))) {
        return Ok(false);
    }
    let memory = &mut memories[queue.memory as usize];
    match access {
        Access::Load { address, data } => {
            let at = inside(ir, node, *address, &queues.take(input(*address)), memory)?;
            queues.put(&node.outputs[*data as usize], memory.load(at));
        }
        Access::Store { address, data } => {
            let at = inside(ir, node, *address, &queues.take(input(*address)), memory)?;
            memory.store(at, &queues.take(input(*data)));
        }
    }
    state.at += 1;
    if state.at as usize == group.accesses.len() {
        state.at = 0;
        queues.take(input(group.control));
        queues.arrivals[number as usize].pop_front();
    }
    Ok(true)
}
