//! Sets of subpatterns that match at an entry, each with a number.

use rustc_hash::FxHashMap;

/// No state is known: of an entry that was not looked at, or of one of which there would be too many.
pub const NO_STATE: u32 = u32::MAX;
/// The state in which nothing matches.
pub const NOTHING: u32 = 0;

/// More states than this are not made: each takes memory in every plane, and only a program that was written for it has so many.
const MOST_STATES: usize = 1 << 16;

/// The states that have occurred.
pub struct States {
    /// The subpatterns of each, in order.
    members: Vec<Box<[u32]>>,
    numbers: FxHashMap<Box<[u32]>, u32>,
}

impl Default for States {
    fn default() -> States {
        States { members: vec![Box::new([])], numbers: FxHashMap::from_iter([(Box::default(), NOTHING)]) }
    }
}

impl States {
    /// The subpatterns that match in a state.
    pub fn members(&self, state: u32) -> &[u32] {
        &self.members[state as usize]
    }

    /// The state in which these match, which are in order.
    pub fn number_of(&mut self, members: Box<[u32]>) -> u32 {
        let next = self.members.len();
        match self.numbers.get(&members) {
            Some(known) => *known,
            None if next == MOST_STATES => NO_STATE,
            None => {
                self.numbers.insert(members.clone(), next as u32);
                self.members.push(members);
                next as u32
            }
        }
    }
}
