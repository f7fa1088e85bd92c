//! Which test can be made when.

use super::Walk;
use crate::lowering::predicate::{Place, Position, Predicate, Question};

impl Walk<'_> {
    /// Finds out which tests come before which. Looking at something that is not there must not happen to an operation or a range: whoever looks at what may be missing, or
    /// at something beyond it, comes after the question whether it is there. Loops stand in each other in the order in which they were found. A function of the host
    /// is asked about what matches otherwise: after all tests that were found before it.
    pub(super) fn order(&mut self) {
        let (mut last_loop, mut last_native) = (None, 0);
        for number in 0..self.tests.len() as u32 {
            let predicate = self.tests[number as usize].predicate;
            let looks_at: Vec<Position> = self.vocabulary.looks_at(predicate).collect();
            let mut needs: Vec<u32> = looks_at.iter().filter_map(|at| self.guard(*at, predicate)).collect();
            match self.vocabulary.question(predicate).1 {
                Question::Each => needs.extend(last_loop.replace(number)),
                Question::Native { .. } => {
                    needs.extend(last_native..number);
                    last_native = number;
                }
                _ => {}
            }
            needs.sort_unstable();
            needs.dedup();
            self.tests[number as usize].needs = needs.len() as u32;
            for need in needs {
                self.tests[need as usize].unlocks.push(number);
            }
        }
    }

    /// The test that says that something is at a position: at itself, or the nearest before it that needs one. That one needs those before it.
    fn guard(&self, position: Position, asking: Predicate) -> Option<u32> {
        let mut next = Some(position);
        while let Some(position) = next {
            let place = self.vocabulary.place(position);
            let guard = match place {
                Place::Given { by, .. } => Some(by),
                Place::User { .. } => self.vocabulary.find(position, Question::Each),
                _ => self.vocabulary.find(position, Question::NotNull),
            };
            let guard = guard.filter(|guard| *guard != asking).and_then(|guard| self.known.get(&guard));
            if guard.is_some() {
                return guard.copied();
            }
            next = place.parent();
        }
        None
    }
}
