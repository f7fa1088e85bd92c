//! Who runs next.
//!
//! A node that was given a token waits in a line and then fires until it lacks something, or often enough that others should have
//! their turn. So that a producer does not run ahead of its consumers without end, a node whose queues are long is put
//! aside; when nobody else can go on, those with room go on, and if none has room there is more room for all: the bound
//! changes the order only, never the result (Parks' scheduling of Kahn networks).

use super::fire::{Fired, State, fire};
use super::graph::{Graph, Input, Kind};
use super::memory::Memory;
use super::{Token, report};
use crate::fault::{self, Fault};
use crate::interpreter::Limits;
use base::text::counted;
use base::{Diagnostic, codes};
use ir::Ir;
use std::collections::VecDeque;

/// How often a node fires in a row.
const TURN: u32 = 256;

/// Tokens in a queue after which its producer pauses, in the beginning.
const ROOM: usize = 1024;

/// Tokens on their way, and the nodes that have something to look at.
pub struct Queues {
    tokens: Vec<VecDeque<u64>>,
    /// What a queue is: node, input, words of a token, whether arrivals are noted.
    what: Vec<(u32, u32, u32, bool)>,
    /// For nodes that want to know it, the inputs in the order in which tokens came.
    pub arrivals: Vec<VecDeque<u32>>,
    ready: VecDeque<u32>,
    is_ready: Vec<bool>,
}

impl Queues {
    /// Gives a token to every one of some queues.
    #[inline]
    pub fn put(&mut self, to: &[u32], token: &[u64]) {
        for queue in to {
            let (node, port, words, ordered) = self.what[*queue as usize];
            let tokens = &mut self.tokens[*queue as usize];
            match words {
                1 => tokens.push_back(token[0]),
                _ => tokens.extend(&token[..words as usize]),
            }
            if ordered {
                self.arrivals[node as usize].push_back(port);
            }
            self.wake(node);
        }
    }

    fn wake(&mut self, node: u32) {
        if !std::mem::replace(&mut self.is_ready[node as usize], true) {
            self.ready.push_back(node);
        }
    }

    /// How many tokens a queue has.
    pub fn len(&self, queue: u32) -> usize {
        self.tokens[queue as usize].len() / self.what[queue as usize].2 as usize
    }

    /// Whether an input has a token.
    #[inline]
    pub fn has(&self, input: &Input) -> bool {
        match input {
            Input::Queue(queue) => !self.tokens[*queue as usize].is_empty(),
            Input::Standing(_) => true,
            Input::Array => false,
        }
    }

    /// The first word of an input's next token, if it has one.
    #[inline]
    pub fn peek(&self, input: &Input) -> Option<u64> {
        match input {
            Input::Queue(queue) => self.tokens[*queue as usize].front().copied(),
            Input::Standing(token) => Some(token[0]),
            Input::Array => None,
        }
    }

    /// An input's next token, if it has one.
    pub fn next(&self, input: &Input) -> Option<Token> {
        match input {
            Input::Queue(queue) => {
                let words = self.what[*queue as usize].2 as usize;
                let tokens = &self.tokens[*queue as usize];
                (!tokens.is_empty()).then(|| tokens.iter().take(words).copied().collect())
            }
            Input::Standing(token) => Some(token.clone()),
            Input::Array => None,
        }
    }

    /// Takes an input's next token; it must have one.
    #[inline]
    pub fn take(&mut self, input: &Input) -> Token {
        match input {
            Input::Queue(queue) => {
                let words = self.what[*queue as usize].2 as usize;
                let tokens = &mut self.tokens[*queue as usize];
                match words {
                    1 => smallvec::smallvec![tokens.pop_front().expect("the input was seen to have a token")],
                    _ => tokens.drain(..words).collect(),
                }
            }
            Input::Standing(token) => token.clone(),
            Input::Array => Token::new(),
        }
    }

    /// Takes the only word of an input's next token; it must have one.
    #[inline]
    pub fn take_word(&mut self, input: &Input) -> u64 {
        match input {
            Input::Queue(queue) => {
                self.tokens[*queue as usize].pop_front().expect("the input was seen to have a token")
            }
            Input::Standing(token) => token[0],
            Input::Array => 0,
        }
    }

    /// Drops what a queue holds.
    pub fn clear(&mut self, queue: u32) {
        self.tokens[queue as usize].clear();
    }

    /// The tokens of a queue.
    fn list(&self, queue: u32) -> Vec<Token> {
        let words = self.what[queue as usize].2 as usize;
        let all: Vec<u64> = self.tokens[queue as usize].iter().copied().collect();
        all.chunks_exact(words).map(Token::from_slice).collect()
    }
}

/// The state of a network.
pub struct Machine {
    /// Tokens.
    pub queues: Queues,
    /// The state of every node.
    pub states: Vec<State>,
    /// The memories.
    pub memories: Vec<Memory>,
    /// How often a node has fired in this run.
    pub steps: u64,
    /// Whether something of the last run may still be there.
    stale: bool,
}

impl Machine {
    /// A network before its first run.
    pub fn new(graph: &Graph) -> Machine {
        let what = graph.queues.iter().map(|q| (q.to, q.port, q.words, q.ordered)).collect();
        let nodes = graph.nodes.len();
        let queues = Queues {
            tokens: vec![VecDeque::new(); graph.queues.len()],
            what,
            arrivals: vec![VecDeque::new(); nodes],
            ready: VecDeque::new(),
            is_ready: vec![false; nodes],
        };
        let states = vec![State::default(); nodes];
        Machine { queues, states, memories: graph.memories.clone(), steps: 0, stale: true }
    }

    /// Makes the network ready for a run; what an unfinished one left behind is dropped.
    pub fn begin(&mut self, graph: &Graph) {
        self.steps = 0;
        if !std::mem::replace(&mut self.stale, true) {
            return;
        }
        self.queues.tokens.iter_mut().for_each(VecDeque::clear);
        self.queues.arrivals.iter_mut().for_each(VecDeque::clear);
        self.queues.ready.clear();
        self.queues.is_ready.fill(false);
        self.states.fill(State::default());
        for node in &graph.nodes {
            if let Kind::Init(token) = &node.kind {
                self.queues.put(&node.outputs[0], token);
            }
        }
    }

    /// Ends a run: what came out is dropped. If nothing else was left, the next run goes on from here.
    pub fn settle(&mut self, graph: &Graph, is_clean: bool) {
        for input in &graph.nodes[graph.end_node as usize].inputs {
            if let Input::Queue(queue) = input {
                self.queues.clear(*queue);
            }
        }
        self.stale = !is_clean;
    }

    /// The tokens of every operand of the terminator.
    pub fn collected(&self, graph: &Graph) -> Vec<Vec<Token>> {
        let inputs = graph.nodes[graph.end_node as usize].inputs.iter();
        let tokens = |input: &Input| match input {
            Input::Queue(queue) => self.queues.list(*queue),
            Input::Standing(token) => vec![token.clone()],
            Input::Array => Vec::new(),
        };
        inputs.map(tokens).collect()
    }

    /// Runs until no node can fire.
    pub fn run(&mut self, ir: &Ir, graph: &Graph, limits: Limits) -> Result<(), Fault> {
        let mut room = ROOM;
        let mut aside: Vec<u32> = Vec::new();
        let mut is_aside = vec![false; graph.nodes.len()];
        loop {
            while let Some(number) = self.queues.ready.pop_front() {
                self.queues.is_ready[number as usize] = false;
                if !is_aside[number as usize] && self.is_full(graph, number, room) {
                    is_aside[number as usize] = true;
                    aside.push(number);
                } else if !is_aside[number as usize] {
                    self.turn(ir, graph, number, limits)?;
                }
            }
            if aside.is_empty() {
                return Ok(());
            }
            if aside.iter().all(|number| self.is_full(graph, *number, room)) {
                room *= 2;
                self.check_room(ir, graph, limits)?;
            }
            for number in aside.drain(..) {
                is_aside[number as usize] = false;
                self.queues.wake(number);
            }
        }
    }

    /// Lets a node fire as often as it can, within a turn.
    fn turn(&mut self, ir: &Ir, graph: &Graph, number: u32, limits: Limits) -> Result<(), Fault> {
        let node = &graph.nodes[number as usize];
        let mut fired = 0;
        let result = loop {
            if fired == TURN {
                self.queues.wake(number);
                break Fired::Nothing;
            }
            match fire(
                ir,
                node,
                number,
                &mut self.states[number as usize],
                &mut self.queues,
                &mut self.memories,
            ) {
                Fired::Once => fired += 1,
                other => break other,
            }
        };
        self.steps += u64::from(fired);
        if self.steps > limits.steps {
            let what = format!("stopped after {}", counted(limits.steps, "step"));
            return Err(vec![fault::at(ir, node.op, codes::STEP_LIMIT, what)]);
        }
        match result {
            Fired::Fault(diagnostic) => Err(vec![*diagnostic]),
            _ => Ok(()),
        }
    }

    fn is_full(&self, graph: &Graph, number: u32, room: usize) -> bool {
        graph.nodes[number as usize].outputs.iter().flatten().any(|queue| self.queues.len(*queue) >= room)
    }

    fn check_room(&self, ir: &Ir, graph: &Graph, limits: Limits) -> Result<(), Fault> {
        let words: usize = self.queues.tokens.iter().map(VecDeque::len).sum();
        if words as u64 * 8 <= limits.memory_bytes {
            return Ok(());
        }
        let longest = (0..graph.queues.len()).max_by_key(|queue| self.queues.len(*queue as u32));
        let what = format!(
            "stopped with {} waiting, more than {} bytes of them",
            counted(words as u64, "token"),
            limits.memory_bytes
        );
        let diagnostic: Diagnostic = fault::at(ir, graph.end, codes::MEMORY_LIMIT, what);
        Err(vec![match longest {
            Some(queue) => {
                diagnostic.note(format!("most wait at {}", report::place(ir, graph, queue as u32)))
            }
            None => diagnostic,
        }])
    }
}
