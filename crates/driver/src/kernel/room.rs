//! More room on channels, where the first call of a kernel shows that it saves time.
//!
//! A placement sizes buffers for loops that go on and on. A call has beginnings and ends: a run of a loop begins while the one before ends only where there is room for the tokens of both,
//! and of two ports that meet one waits less if what is behind the other can wait somewhere. No model of steady loops says how much that is worth, but the call does. It is carried
//! out with much room on all channels on which tokens had to wait; if that saves time, room is taken away again as long as most of the time stays saved. Slots change time only, so the
//! result is as correct as the placement; and those added here break no path, so that where they have no delay of their own the clock stays what it was.

use super::compile::Stage;
use super::elastic::numbers;
use super::profile::{FirstCall, carry_out};
use dialects::handshake::BufferType;
use ir::{Ir, Op, Value};
use place::add_buffers;
use place::graph::{Circuit, channels};
use sim::elastic::Outcome;

/// Slots on a channel with much room.
const MUCH: u32 = 8;
/// What a call has to come to, with much room everywhere, for any room to be added: its cycles in thousandths.
const WORTH: u64 = 995;
/// How much of the cycles that much room saves may be given up for less room, in thousandths.
const GIVEN_UP: u64 = 20;
/// How much of the call that may be at most, in thousandths: where room saves much, a small part of that is long.
const MOST_GIVEN_UP: u64 = 1;
/// Cycles times channels of all calls together: some seconds.
const MOST_WORK: u64 = 1_000_000_000;

/// A channel and the slots that are added to it.
type Room = (Value, u32);

/// Adds room to a kernel with buffers where a call of it takes fewer cycles then. Says whether it did.
pub fn widen(stage: &mut Stage, program: &Ir, call: &FirstCall) -> bool {
    let Some(func) = stage.func() else { return false };
    let mut trial = Trial { stage, func, program, call, work: 0 };
    let Some(room) = trial.search() else { return false };
    add(&mut stage.ir, func, &room);
    true
}

fn add(ir: &mut Ir, func: Op, room: &[Room]) {
    let circuit = Circuit::of(ir, func);
    add_buffers(ir, func, &circuit, |channel| {
        let added = room.iter().filter(|(value, _)| *value == circuit.channels[channel].value);
        added.map(|(_, slots)| (BufferType::FIFO_BREAK_NONE, *slots)).collect()
    });
}

/// A kernel that is tried with more and less room.
struct Trial<'a> {
    stage: &'a Stage,
    func: Op,
    program: &'a Ir,
    call: &'a FirstCall,
    work: u64,
}

impl Trial<'_> {
    fn search(&mut self) -> Option<Vec<Room>> {
        let as_is = self.run(&[])?;
        let numbers = numbers(&self.stage.ir, self.func);
        let waits = |channel: &Value| numbers.get(channel).is_some_and(|number| as_is.stalls[*number] > 0);
        let circuit = Circuit::of(&self.stage.ir, self.func);
        let open = circuit.channels.iter().filter(|(id, _)| circuit.may_hold(*id));
        let open = open.map(|(_, channel)| channel.value).filter(waits);
        let mut room: Vec<Room> = open.map(|channel| (channel, MUCH)).collect();
        let most = self.run(&room)?.cycles;
        if most * 1000 > as_is.cycles * WORTH {
            return None;
        }
        let given_up = ((as_is.cycles - most) * GIVEN_UP).min(most * MOST_GIVEN_UP) / 1000;
        let goal = most + given_up;
        // Every room that is kept has been tried, so it does not matter how far the work lets the search come.
        self.shorten_all(&mut room, goal);
        self.leave_out(&mut room, goal);
        self.shorten(&mut room, goal);
        Some(room)
    }

    /// Takes slots away everywhere, as long as the rest is enough.
    fn shorten_all(&mut self, room: &mut Vec<Room>, goal: u64) {
        for slots in (0..MUCH.ilog2()).map(|halved| MUCH >> (halved + 1)) {
            let fewer: Vec<Room> = room.iter().map(|(channel, _)| (*channel, slots)).collect();
            match self.reaches(&fewer, goal) {
                true => *room = fewer,
                false => return,
            }
        }
    }

    /// Leaves out what is not needed, many channels at a time and then fewer.
    fn leave_out(&mut self, room: &mut Vec<Room>, goal: u64) {
        let mut step = room.len().div_ceil(2);
        while step > 0 {
            let mut at = 0;
            while at < room.len() {
                let end = room.len().min(at + step);
                let rest: Vec<Room> = room[..at].iter().chain(&room[end..]).copied().collect();
                match self.reaches(&rest, goal) {
                    true => *room = rest,
                    false => at = end,
                }
            }
            step /= 2;
        }
    }

    /// Takes slots away, as long as the rest is enough.
    fn shorten(&mut self, room: &mut [Room], goal: u64) {
        for at in 0..room.len() {
            while room[at].1 > 1 {
                let before = room[at].1;
                room[at].1 = before / 2;
                if !self.reaches(room, goal) {
                    room[at].1 = before;
                    break;
                }
            }
        }
    }

    fn reaches(&mut self, room: &[Room], goal: u64) -> bool {
        self.work < MOST_WORK && self.run(room).is_some_and(|outcome| outcome.cycles <= goal)
    }

    /// Carries the call out.
    fn run(&mut self, room: &[Room]) -> Option<Outcome> {
        let mut ir = self.stage.ir.clone();
        add(&mut ir, self.func, room);
        let outcome = carry_out(&ir, self.func, self.program, self.call, room.is_empty())?;
        self.work += outcome.cycles * channels(&ir, self.func).len() as u64;
        Some(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Input;
    use crate::kernel::CompileOptions;
    use crate::kernel::compile::{Kernel, compile};
    use crate::kernel::profile::first_calls;
    use crate::load::{Loaded, ReadOptions, read_module};
    use crate::run::{Program, choose};
    use std::path::Path;

    /// A kernel of the bench, its program and its first call. It has the tokens of the call, and no room yet.
    fn placed(name: &str) -> (Kernel, Loaded, FirstCall) {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/kernels").join(format!("{name}.c"));
        let input = Input::read(&path).unwrap_or_else(|_| panic!("there is {name}"));
        let mut read = ReadOptions::default();
        read.c.lower.top.push(name.to_string());
        let mut loaded = read_module(&input, &read).unwrap_or_else(|_| panic!("it can be read"));
        let (ir, module) = (&loaded.ir, loaded.module);
        let chosen = choose(ir, module, Some(name)).expect("there is a kernel");
        let options = CompileOptions::default();
        let calls = first_calls(Program { ir, module, limits: Default::default() }, &chosen, &options);
        let call = calls.take(chosen.kernels[0]).expect("it is called");
        let kernel = compile(ir, module, chosen.kernels[0], &options, None, &mut loaded.diagnostics, &|_| {});
        let mut kernel = kernel.expect("it compiles");
        let func = kernel.buffered.func().expect("it is there");
        let ran = carry_out(&kernel.buffered.ir, func, ir, &call, true).expect("it is carried out");
        let numbers = numbers(&kernel.buffered.ir, func);
        let tokens = numbers.into_iter().map(|(value, number)| (value, ran.transfers[number])).collect();
        place::graph::write_tokens(&mut kernel.buffered.ir, func, &tokens);
        (kernel, loaded, call)
    }

    #[test]
    fn room_is_added_where_it_saves_cycles() {
        let (kernel, loaded, call) = placed("iir");
        let mut wide = kernel.buffered.clone();
        let func = wide.func().expect("it is there");
        let cycles = |stage: &Stage| {
            let mut trial = Trial { stage, func, program: &loaded.ir, call: &call, work: 0 };
            trial.run(&[]).expect("it is carried out").cycles
        };
        let before = cycles(&wide);
        assert!(widen(&mut wide, &loaded.ir, &call));
        assert!(cycles(&wide) * 100 < before * 90, "{} of {before}", cycles(&wide));
        let circuit = Circuit::of(&wide.ir, func);
        let unknown = circuit.channels.values().filter(|channel| channel.tokens.is_none()).count();
        assert_eq!(unknown, 0, "of {} channels, what is known is kept", circuit.channels.len());
        // With it there is nothing more to gain.
        assert!(!widen(&mut wide, &loaded.ir, &call));
    }

    #[test]
    fn none_is_added_where_nothing_waits_for_it() {
        let (kernel, loaded, call) = placed("fir");
        assert!(!widen(&mut kernel.buffered.clone(), &loaded.ir, &call));
    }
}
