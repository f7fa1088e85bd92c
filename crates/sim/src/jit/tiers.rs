//! Compiled quickly first, and once more with care when a simulation turns out to be long.
//!
//! The first code is there within milliseconds, so that short runs are over before a careful compiler would have begun. A run
//! that has executed many instructions gets better code, compiled beside it on another thread.

use super::{Compiled, Effort};
use crate::interpret::Buffers;
use crate::program::Program;
use std::sync::Arc;
use std::thread::JoinHandle;

/// Instructions, counted over lanes, after which careful compiling pays: a run of some tens of milliseconds.
const LONG_RUN: u64 = 50_000_000;

/// Evaluations between two looks at how far things are.
const PERIOD: u32 = 256;

/// Code in its first or its better form.
pub struct Tiers {
    code: Compiled,
    better: Better,
    /// Evaluations until the next look.
    wait: u32,
}

enum Better {
    /// So many instructions have been executed.
    NotYet(u64),
    Pending(JoinHandle<Option<Compiled>>),
    Done,
}

impl Tiers {
    /// The better code at once; `None` where there is none for this machine.
    pub fn thorough(program: &Program) -> Option<Tiers> {
        let code = Compiled::new(program, Effort::Thorough)?;
        Some(Tiers { code, better: Better::Done, wait: PERIOD })
    }

    /// Quick code for a program; `None` where there is none for this machine.
    pub fn quick(program: &Program) -> Option<Tiers> {
        let code = Compiled::new(program, Effort::Quick)?;
        Some(Tiers { code, better: Better::NotYet(0), wait: PERIOD })
    }

    /// Computes all values of a cycle.
    #[inline]
    pub fn evaluate(&mut self, program: &Arc<Program>, buffers: &mut Buffers) {
        self.code.evaluate(program, buffers);
        self.wait -= 1;
        if self.wait == 0 {
            self.wait = PERIOD;
            self.improve(program);
        }
    }

    #[cold]
    fn improve(&mut self, program: &Arc<Program>) {
        self.better = match std::mem::replace(&mut self.better, Better::Done) {
            Better::NotYet(executed) => {
                let executed = executed + program.operations() * u64::from(PERIOD);
                if executed < LONG_RUN {
                    Better::NotYet(executed)
                } else {
                    let program = Arc::clone(program);
                    Better::Pending(std::thread::spawn(move || Compiled::new(&program, Effort::Thorough)))
                }
            }
            Better::Pending(thread) if !thread.is_finished() => Better::Pending(thread),
            Better::Pending(thread) => {
                // The first code is as right as the better one would have been.
                if let Ok(Some(code)) = thread.join() {
                    self.code = code;
                }
                Better::Done
            }
            Better::Done => Better::Done,
        };
    }
}
