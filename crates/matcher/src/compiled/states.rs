//! Sets of subpatterns that match at an entry, each with a number.

use rustc_hash::FxHashMap;

/// No state is known: of an entry that was not looked at, or of one of which there would be too many.
pub const NO_STATE: u32 = u32::MAX;
/// The state in which nothing matches.
pub const NOTHING: u32 = 0;

/// More states than this are not made: only a program that was written for it has so many.
const MOST_STATES: usize = 1 << 16;

/// States and their rows in all planes take no more words than this.
const ROOM: usize = 1 << 25;

/// The states that have occurred.
pub struct States {
    /// The subpatterns of each, in order.
    members: Vec<Box<[u32]>>,
    numbers: FxHashMap<Box<[u32]>, u32>,
    /// How many words its rows in all planes have.
    words: usize,
    /// How many words may still be taken.
    room: usize,
}

impl States {
    /// No state but that of nothing, where the rows of each have so many words in all planes.
    pub fn new(words: usize) -> States {
        States {
            members: vec![Box::new([])],
            numbers: FxHashMap::from_iter([(Box::default(), NOTHING)]),
            words,
            room: ROOM,
        }
    }

    /// The subpatterns that match in a state.
    pub fn members(&self, state: u32) -> &[u32] {
        &self.members[state as usize]
    }

    /// The state in which these match, which are in order.
    pub fn number_of(&mut self, members: Box<[u32]>) -> u32 {
        let next = self.members.len();
        match self.numbers.get(&members) {
            Some(known) => *known,
            None if next == MOST_STATES || self.room < self.words + members.len() => NO_STATE,
            None => {
                self.room -= self.words + members.len();
                self.numbers.insert(members.clone(), next as u32);
                self.members.push(members);
                next as u32
            }
        }
    }
}
