//! The fast engine: all patterns at once, from the leaves up.
//!
//! The state of an entry is the set of subpatterns that match at it, of those that stand
//! below others ([`crate::subpatterns`], [`states`]); equalities are left aside for that. Each opcode has a plane ([`plane`]) with a bit for every subpattern and every pattern
//! that may begin with it. A state at an operand allows a row of these bits, rows of all operands are taken together by `and`, and what is left is the
//! state of the entry and the patterns that match at it. Rows depend on states alone, and the same states come back all the time, so each row is made once. Entries are looked at once each, values before their uses
//! ([`order`]); where patterns look at two operands at the most and ask for no facts, there is a faster way ([`pairs`]).
//!
//! What is left to see is which values are equal, for the patterns that ask for it ([`questions`]). Patterns share such questions: `x op x` is one,
//! whatever is below. Each is asked once for all patterns that are still in the running. A long pattern asks for too much in this way, and is looked at on its own where the rest of it matches.

mod order;
mod pairs;
mod plane;
mod questions;
mod states;

use crate::alphabet::Alphabet;
use crate::pattern::Pattern;
use crate::program::Program;
use crate::reference;
use crate::subpatterns::Subpatterns;
use order::Order;
use pairs::Pairs;
use plane::Plane;
use states::{NO_STATE, States};
use std::sync::Arc;

/// A set of patterns, ready to be matched. What it finds out about states stays for the next program.
pub struct Engine {
    patterns: Arc<[Pattern]>,
    /// Which of them are long.
    long: Arc<[bool]>,
    states: States,
    /// For each opcode.
    planes: Vec<Plane>,
    /// What is known of two operands together, where that is enough.
    pairs: Option<Pairs>,
}

impl Engine {
    /// The engine of these patterns.
    pub fn new(alphabet: &Alphabet, patterns: &[Pattern]) -> Engine {
        Engine::with_limits(alphabet, patterns, pairs::ROOM, MOST_STEPS)
    }

    /// As [`Engine::new`], with so many places in its table, where patterns with more steps are long.
    fn with_limits(alphabet: &Alphabet, patterns: &[Pattern], room: usize, steps: usize) -> Engine {
        let long: Arc<[bool]> = patterns.iter().map(|pattern| is_long(pattern, steps)).collect();
        let subpatterns = Subpatterns::of(patterns);
        let opcodes = (0..alphabet.len() as u16).map(crate::Opcode);
        let planes: Vec<Plane> =
            opcodes.map(|opcode| Plane::new(opcode, patterns, &long, &subpatterns)).collect();
        let depth = patterns.iter().map(Pattern::depth).max().unwrap_or(1);
        let pairs = Pairs::new(&planes, depth, room);
        let states = States::new(planes.iter().map(Plane::words_of_state).sum());
        Engine { patterns: patterns.into(), long, states, planes, pairs }
    }

    /// How many matches there are.
    pub fn count(&mut self, program: &Program) -> u64 {
        let mut count = Count(0);
        self.run(program, &mut count);
        count.0
    }

    /// All matches: pairs of an entry and the number of a pattern, in that order.
    pub fn all_matches(&mut self, program: &Program) -> Vec<(u32, u32)> {
        self.all_matches_saying(program, &mut |_| ())
    }

    /// As [`Engine::all_matches`], where this is told now and then how many entries were looked at. The faster way tells nothing, since it is done sooner than anyone asks.
    pub fn all_matches_saying(&mut self, program: &Program, say: &mut dyn FnMut(usize)) -> Vec<(u32, u32)> {
        let mut matches = Matches { found: Vec::new(), say };
        self.run(program, &mut matches);
        matches.found.sort_unstable();
        matches.found
    }

    fn run(&mut self, program: &Program, hearer: &mut impl Hearer) {
        if self.long.contains(&true) {
            let (patterns, long) = (Arc::clone(&self.patterns), Arc::clone(&self.long));
            self.find(program, &mut Laid { program, patterns: &patterns, long: &long, hearer });
        } else {
            self.find(program, hearer);
        }
    }

    /// Finds all matches, where long patterns may not have equal what they ask for.
    fn find(&mut self, program: &Program, hearer: &mut impl Hearer) {
        if let Some(pairs) = &mut self.pairs {
            if pairs.find(program, &mut self.planes, &mut self.states, hearer) {
                return;
            }
            // For good: a program like this one would be looked at twice again.
            self.pairs = None;
        }
        let states = self.settle(program, hearer);
        // Those that no order has, and those of which there would be too many states.
        let left = (0..program.len() as u32).filter(|entry| states[*entry as usize] == NO_STATE);
        let left: Vec<u32> = left.collect();
        let settled = program.len() - left.len();
        for (place, entry) in left.into_iter().enumerate() {
            if place % TICK == 0 {
                hearer.looked_at(settled + place);
            }
            for (number, pattern) in (0..).zip(&*self.patterns) {
                if reference::matches(program, pattern, entry) {
                    hearer.hear(entry, &[number]);
                }
            }
        }
    }

    /// Looks at the entries that have an order, one by one, and gives the states of all.
    fn settle(&mut self, program: &Program, hearer: &mut impl Hearer) -> Vec<u32> {
        let mut states = vec![NO_STATE; program.len()];
        let order = Order::of(program);
        let mut scratch = Vec::new();
        for place in 0..order.len() {
            if place % TICK == 0 {
                hearer.looked_at(place);
            }
            let entry = order.entry(place);
            let plane = &mut self.planes[usize::from(program.opcodes[entry as usize].0)];
            let found = |bits, numbers: &[u32]| hearer.hear_bits(entry, bits, numbers);
            states[entry as usize] =
                plane.look_at(program, entry, &states, &mut self.states, &mut scratch, found);
        }
        states
    }
}

/// After how many entries it is said how many there were.
const TICK: usize = 1 << 16;

/// To find what must be equal in a pattern takes no more steps along ways than this, from the root again for each; otherwise it is long.
const MOST_STEPS: usize = 256;

/// Whether it is better to lay a pattern on a program, operation by operation, than to ask whether values are equal at the ends of ways.
fn is_long(pattern: &Pattern, steps: usize) -> bool {
    pattern.equalities.len() * pattern.depth() as usize > steps
}

/// Lays long patterns on the program before it says that they match.
struct Laid<'a, H> {
    program: &'a Program,
    patterns: &'a [Pattern],
    long: &'a [bool],
    hearer: &'a mut H,
}

impl<H: Hearer> Hearer for Laid<'_, H> {
    fn hear(&mut self, root: u32, patterns: &[u32]) {
        for number in patterns {
            let (pattern, is_long) = (&self.patterns[*number as usize], self.long[*number as usize]);
            if !is_long || reference::matches(self.program, pattern, root) {
                self.hearer.hear(root, &[*number]);
            }
        }
    }

    fn hear_bits(&mut self, root: u32, bits: u64, patterns: &[u32]) {
        let patterns: Vec<u32> = set(bits, patterns).collect();
        self.hear(root, &patterns);
    }

    fn looked_at(&mut self, entries: usize) {
        self.hearer.looked_at(entries);
    }
}

/// Who is told what matches, as often as it takes.
trait Hearer {
    /// These patterns match at a root.
    fn hear(&mut self, root: u32, patterns: &[u32]);

    /// Those of these patterns match at a root whose bits are set.
    fn hear_bits(&mut self, root: u32, bits: u64, patterns: &[u32]);

    /// So many entries were looked at.
    fn looked_at(&mut self, entries: usize);
}

/// How many matches there are.
struct Count(u64);

impl Hearer for Count {
    #[inline(always)]
    fn hear(&mut self, _root: u32, patterns: &[u32]) {
        self.0 += patterns.len() as u64;
    }

    #[inline(always)]
    fn hear_bits(&mut self, _root: u32, bits: u64, _patterns: &[u32]) {
        self.0 += u64::from(bits.count_ones());
    }

    fn looked_at(&mut self, _entries: usize) {}
}

/// Roots and patterns, and who is told how many entries were looked at.
struct Matches<'a> {
    found: Vec<(u32, u32)>,
    say: &'a mut dyn FnMut(usize),
}

impl Hearer for Matches<'_> {
    fn hear(&mut self, root: u32, patterns: &[u32]) {
        self.found.extend(patterns.iter().map(|pattern| (root, *pattern)));
    }

    fn hear_bits(&mut self, root: u32, bits: u64, patterns: &[u32]) {
        self.found.extend(set(bits, patterns).map(|pattern| (root, pattern)));
    }

    fn looked_at(&mut self, entries: usize) {
        (self.say)(entries);
    }
}

/// Those of some numbers whose bits are set.
fn set(bits: u64, numbers: &[u32]) -> impl Iterator<Item = u32> {
    (0..).zip(numbers).filter(move |(place, _)| bits >> place & 1 != 0).map(|(_, number)| *number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Shape;
    use crate::{Node, OpKind, Slot};
    use base::Rng;

    #[test]
    fn it_finds_what_the_reference_finds() {
        for seed in 0..2000 {
            let rng = &mut Rng::new(seed);
            let shape = Shape::any(rng);
            let alphabet = shape.alphabet(rng);
            let count = 1 + rng.below(if seed.is_multiple_of(8) { 300 } else { 12 });
            let patterns: Vec<Pattern> =
                (0..count).map(|n| shape.pattern(&alphabet, n.to_string(), rng)).collect();
            let room = if seed.is_multiple_of(3) { rng.below(2000) as usize } else { pairs::ROOM };
            let steps = if seed.is_multiple_of(5) { rng.below(8) as usize } else { MOST_STEPS };
            let mut engine = Engine::with_limits(&alphabet, &patterns, room, steps);
            // Twice, because an engine keeps what it has seen.
            for _ in 0..2 {
                let program = shape.program(&alphabet, &patterns, rng);
                let expected = reference::all_matches(&program, &patterns);
                assert_eq!(engine.all_matches(&program), expected, "seed {seed}");
                assert_eq!(engine.count(&program), expected.len() as u64, "seed {seed}");
            }
        }
    }

    #[test]
    fn a_long_program_is_told_of() {
        let rng = &mut Rng::new(0);
        let shape = Shape { facts: 3, ..Shape::measured(2, 3 * TICK as u32) };
        let alphabet = shape.alphabet(rng);
        let patterns: Vec<Pattern> = (0..40).map(|n| shape.pattern(&alphabet, n.to_string(), rng)).collect();
        let program = shape.program(&alphabet, &patterns, rng);
        let mut engine = Engine::new(&alphabet, &patterns);
        let mut said = Vec::new();
        let found = engine.all_matches_saying(&program, &mut |entries| said.push(entries));
        assert_eq!(said[..3], [0, TICK, 2 * TICK]);
        assert_eq!(found.len() as u64, engine.count(&program));
    }

    /// A row of operations, each with the one before and one and the same value as operands.
    #[test]
    fn patterns_may_be_deep() {
        const DEPTH: u32 = 2000;
        let kind = OpKind { name: "t.or".to_string(), operands: 2, has_result: true };
        let alphabet = Alphabet::new([kind]).expect("one kind fits");
        let or = alphabet.find("t.or").expect("the alphabet has it");
        let below = |node| (node + 1 < DEPTH).then_some(node + 1);
        let node =
            |node| Node { opcodes: [or].into_iter().collect(), facts: 0, operands: vec![below(node), None] };
        let last = Slot { node: DEPTH - 1, operand: 1 };
        let pattern = Pattern {
            name: "deep".to_string(),
            nodes: (0..DEPTH).map(node).collect(),
            equalities: (0..DEPTH - 1).map(|node| (last, Slot { node, operand: 1 })).collect(),
        };
        let mut program = Program::new(&alphabet);
        program.begin_block(2);
        // One short of the pattern, as deep, and deeper.
        let mut value = 0;
        for _ in 0..DEPTH + 1 {
            value = program.push(or, &[value, 1], 0);
        }
        let patterns = [pattern];
        assert_eq!(Engine::new(&alphabet, &patterns).all_matches(&program), [(value - 1, 0), (value, 0)]);
        // With another value somewhere it is none.
        program.push(or, &[value, 0], 0);
        assert_eq!(Engine::new(&alphabet, &patterns).count(&program), 2);
    }
}
