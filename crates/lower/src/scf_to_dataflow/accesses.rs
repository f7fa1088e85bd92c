//! Accesses to memory as ports, each with its address and behind what it has to wait for.

use super::build::Build;
use super::guards::Guard;
use super::regions::{Area, Stream, TOP};
use crate::streams::memory::{Address, Term, hold, ui32};
use dialects::{arith, handshake};
use ir::{Builder, InsertPoint, Loc, Op, OpState, Type, Value};

impl Build<'_> {
    pub(super) fn access(&mut self, op: Op, area: Area) {
        let access = self.memories.access(self.graph.ir, op).expect("accesses are direct");
        let address = self.address(&access.address, area, self.graph.ir.loc(op));
        let stored = access.stored.map(|value| self.get(value, area));
        let (block, loc, depth) = (self.graph.block, self.graph.ir.loc(op), self.depth);
        if self.queues.has(access.memory) {
            self.join_group(access.memory, loc);
            let b = &mut Builder::new(self.graph.ir, InsertPoint::End(block), loc);
            let given = self.ports.queued(b, access.memory, address, stored);
            return self.read_gives(op, given, area);
        }
        let id = self.deps.of(op);
        let order = &self.orders[access.memory];
        let waits = id.map(|id| order.waits(self.deps, id, depth));
        let mut tokens = waits.as_ref().map(|waits| order.tokens(waits)).unwrap_or_default();
        // What it is computed of need not be waited for.
        let needs = id.map_or(&[][..], |id| self.deps.needs(id));
        tokens.retain(|token| needs.iter().all(|read| self.done.get(read) != Some(token)));
        let tokens = self.tokens(loc, tokens);
        let b = &mut Builder::new(self.graph.ir, InsertPoint::End(block), loc);
        let held = hold(b, address, &tokens);
        let held = self.guard(op, held, area, loc);
        let b = &mut Builder::new(self.graph.ir, InsertPoint::End(block), loc);
        let done = match stored {
            Some(data) => self.ports.store(b, access.memory, held, data),
            None => self.ports.load(b, access.memory, held),
        };
        self.settle_guards(op, address, done, area, loc);
        self.read_gives(op, Some(done), area);
        if let (Some(id), Some(waits)) = (id, waits) {
            self.done.insert(id, done);
            self.orders[access.memory].note(&mut self.graph, loc, self.deps, waits, done);
        }
    }

    /// What a read gives is its result.
    fn read_gives(&mut self, op: Op, given: Option<Value>, area: Area) {
        if let (Some(result), Some(given)) = (self.graph.ir.results(op).next(), given) {
            self.define(result, given, area);
        }
    }

    /// Accesses to a memory with a queue that follow each other in a region are one group. What orders groups is one token that goes from each to the next.
    fn join_group(&mut self, memory: usize, loc: Loc) {
        if !std::mem::replace(&mut self.grouped[memory], true) {
            let token = self.orders[memory].end(&mut self.graph, loc).settled;
            self.ports.group(memory, token.expect("the order of a queue's accesses begins with the kernel"));
        }
    }

    /// The address of a read behind its guards, which are told of their stores when these are made.
    fn guard(&mut self, read: Op, address: Value, area: Area, loc: Loc) -> Value {
        let mut address = address;
        for Guard { write, window } in self.guards.of(read) {
            let stand_in = self.graph.control(TOP);
            let window = ui32(&mut self.graph.ir.ctx, *window);
            let state = OpState::new(handshake::GUARD, loc).operands(&[address, address, stand_in]);
            let state = state.results(&[Type::INDEX]).prop(self.graph.ir, "window", window);
            let guard = self.graph.build(state);
            self.guarded.entry(*write).or_default().push((guard, area));
            address = self.graph.ir.result(guard, 0);
        }
        address
    }

    /// Tells the guards that look out for a write where it goes and that it is complete, and in which rounds there is none.
    fn settle_guards(&mut self, write: Op, address: Value, done: Value, area: Area, loc: Loc) {
        for (guard, home) in self.guarded.remove(&write).unwrap_or_default() {
            let reached = self.graph.reaches(home, area, loc);
            let read = self.graph.ir.operand(guard, 0);
            let operands: Vec<Value> = [read, address, done].into_iter().chain(reached).collect();
            self.graph.ir.set_operands(guard, &operands);
        }
    }

    /// Computes an address. Its parts are added from the outside in, each where its value is at home: what is the same in all rounds of a loop is
    /// computed before the loop, and one sum goes into it instead of every part.
    fn address(&mut self, address: &Address, area: Area, loc: Loc) -> Value {
        let stream =
            |term: &Term| (*self.values.get(&term.value).expect("a value is made before it is used"), *term);
        let mut terms: Vec<(Stream, Term)> = address.terms.iter().map(stream).collect();
        terms.sort_by_key(|(stream, _)| self.graph.depth(stream.home));
        let mut sum: Option<Stream> = None;
        for (Stream { value, home }, term) in terms {
            let before = sum.map(|sum| self.graph.import(sum, home));
            let control = self.graph.control(if term.is_plain() { TOP } else { home });
            let b = &mut Builder::new(self.graph.ir, InsertPoint::End(self.graph.block), loc);
            let term = term.emit(b, control, value);
            let value = before.map_or(term, |before| b.value(arith::ADDI, &[before, term], Type::INDEX));
            sum = Some(Stream { value, home });
        }
        let sum = sum.map(|sum| self.graph.import(sum, area));
        if let Some(sum) = sum
            && address.constant == 0
        {
            return sum;
        }
        let constant = self.graph.ir.ctx.int_attr(address.constant, Type::INDEX);
        let constant = self.graph.constant(area, loc, constant, Type::INDEX);
        sum.map_or(constant, |sum| self.graph.value(loc, arith::ADDI, &[sum, constant], Type::INDEX))
    }

    /// Tokens without data, for completions that may be data.
    fn tokens(&mut self, loc: Loc, values: Vec<Value>) -> Vec<Value> {
        let (mut tokens, data): (Vec<Value>, Vec<Value>) =
            values.into_iter().partition(|value| self.graph.ir.ty(*value) == Type::NONE);
        if !data.is_empty() {
            tokens.push(self.graph.join(loc, &data));
        }
        tokens
    }
}
