//! Which question is asked next: the tree of questions that all patterns share, one node at a time.
//!
//! At a node some patterns are left, each with tests that are still to be made. The question that most of them ask is asked once for all of
//! these, and every answer has a subtree for those who want it. Those who do not ask go on behind the whole subtree, whatever became of it, with
//! all that was answered before the node. So a pattern stands at one place of the tree, and the tree has no more nodes than the patterns have tests.

use super::matched::{Matched, Test};
use super::predicate::{Predicate, Vocabulary};
use ir::Attr;
use std::cmp::Reverse;

/// A pattern, and what is left to ask of it.
pub(super) struct Candidate {
    /// Its number.
    pub(super) pattern: usize,
    /// The tests that can be made. There is one for as long as something is left.
    ready: Vec<u32>,
    /// How many tests each test still waits for.
    waits: Vec<u32>,
}

impl Candidate {
    fn new(pattern: usize, matched: &Matched) -> Candidate {
        let waits: Vec<u32> = matched.tests.iter().map(|test| test.needs).collect();
        let ready = (0..waits.len() as u32).filter(|test| waits[*test as usize] == 0).collect();
        Candidate { pattern, ready, waits }
    }

    /// Makes a test, if it can be made, and gives the answer that is wanted.
    fn make(&mut self, tests: &[Test], predicate: Predicate) -> Option<Option<Attr>> {
        let place = self.ready.iter().position(|test| tests[*test as usize].predicate == predicate)?;
        let test = &tests[self.ready.remove(place) as usize];
        for later in &test.unlocks {
            self.waits[*later as usize] -= 1;
            if self.waits[*later as usize] == 0 {
                self.ready.push(*later);
            }
        }
        Some(test.answer)
    }
}

/// What happens at a node.
pub(super) enum Step {
    /// Nothing is left to ask of a pattern: it matches.
    Record {
        /// Its number.
        pattern: usize,
        /// The others.
        rest: Vec<Candidate>,
    },
    /// Something is asked.
    Ask {
        /// What.
        predicate: Predicate,
        /// Who goes on with which answer; `None` is yes.
        cases: Vec<(Option<Attr>, Vec<Candidate>)>,
        /// Those who do not ask.
        rest: Vec<Candidate>,
    },
}

/// Chooses questions.
pub(super) struct Tree<'a> {
    patterns: &'a [Matched],
    vocabulary: &'a Vocabulary,
    /// How many patterns ask a predicate next; all zero between two choices.
    votes: Vec<u32>,
}

impl<'a> Tree<'a> {
    /// The tree of these patterns, and what it begins with.
    pub(super) fn new(patterns: &'a [Matched], vocabulary: &'a Vocabulary) -> (Tree<'a>, Vec<Candidate>) {
        let candidates = patterns.iter().enumerate();
        let candidates = candidates.map(|(pattern, matched)| Candidate::new(pattern, matched)).collect();
        (Tree { patterns, vocabulary, votes: vec![0; vocabulary.predicate_count()] }, candidates)
    }

    /// What is done with these patterns, of which there is one at least.
    pub(super) fn step(&mut self, mut candidates: Vec<Candidate>) -> Step {
        if let Some(done) = candidates.iter().position(|candidate| candidate.ready.is_empty()) {
            let pattern = candidates.remove(done).pattern;
            return Step::Record { pattern, rest: candidates };
        }
        let predicate = self.choose(&candidates);
        let mut cases: Vec<(Option<Attr>, Vec<Candidate>)> = Vec::new();
        let mut rest = Vec::new();
        for mut candidate in candidates {
            match candidate.make(&self.patterns[candidate.pattern].tests, predicate) {
                None => rest.push(candidate),
                Some(answer) => match cases.iter_mut().find(|(known, _)| *known == answer) {
                    Some((_, takers)) => takers.push(candidate),
                    None => cases.push((answer, vec![candidate])),
                },
            }
        }
        Step::Ask { predicate, cases, rest }
    }

    /// The question that most ask; of several, one near the root and one that is asked early.
    fn choose(&mut self, candidates: &[Candidate]) -> Predicate {
        let asked: Vec<Predicate> = candidates
            .iter()
            .flat_map(|candidate| {
                let tests = &self.patterns[candidate.pattern].tests;
                candidate.ready.iter().map(|test| tests[*test as usize].predicate)
            })
            .collect();
        for predicate in &asked {
            self.votes[predicate.index()] += 1;
        }
        let key = |predicate: &Predicate| {
            let (position, question) = self.vocabulary.question(*predicate);
            let votes = self.votes[predicate.index()];
            (Reverse(votes), self.vocabulary.depth(*position), question.clone(), *predicate)
        };
        let best = asked.iter().copied().min_by_key(key).expect("a test that needs no other is left");
        for predicate in &asked {
            self.votes[predicate.index()] = 0;
        }
        best
    }
}
