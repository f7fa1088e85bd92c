//! Guards: what they mean under random stalls, and every signal of every cycle beside the rules as they are written down.

use super::bench::Bench;
use super::{check_with, unit};
use base::{Bits, Rng};
use dialects::handshake::unit::guard::{DONE, LOAD, STORE, STORES};
use dialects::handshake::unit::{Kind, Unit};
use std::collections::VecDeque;

/// Widths of the address of the load and of that of the store.
const WIDTHS: [(u32, u32); 8] = [(1, 1), (2, 2), (7, 7), (3, 9), (9, 3), (70, 70), (70, 3), (3, 70)];

fn guard(window: u32, (load, store): (u32, u32), stores: bool) -> Unit {
    let inputs = [load, store, 0, 1];
    unit(Kind::Guard { window }, &inputs[..if stores { 4 } else { 3 }], &[load])
}

/// An address that others often have, too.
fn address(rng: &mut Rng, width: u32) -> Bits {
    if rng.chance(7, 8) { Bits::from_u64(70, rng.below(3)).trunc(width) } else { rng.edgy_bits(width) }
}

#[test]
fn guards_let_loads_pass_when_their_stores_are_complete() {
    let mut rng = Rng::new(31);
    for (load, store) in WIDTHS {
        for (window, stores) in
            [1, 2, 3, 4, 9].into_iter().flat_map(|window| [(window, false), (window, true)])
        {
            let unit = guard(window, (load, store), stores);
            let mut feeds: Vec<Vec<Bits>> = Vec::new();
            for input in 0..unit.inputs.len() {
                // Of different lengths, so that any of them may run dry first.
                let count = if input == DONE { 16 + rng.index(12) } else { 20 + rng.index(8) };
                let token = |rng: &mut Rng| match input {
                    LOAD => address(rng, load),
                    STORE => address(rng, store),
                    STORES => Bits::from_bool(rng.bool()),
                    _ => Bits::zero(0),
                };
                feeds.push((0..count).map(|_| token(&mut rng)).collect());
            }
            check_with(&unit, &feeds);
        }
    }
}

/// The rules as they are written down, one cycle at a time.
struct Rules {
    window: usize,
    owed: bool,
    /// The newest first.
    row: VecDeque<Bits>,
}

/// What a guard says in a cycle: whether its output is valid, and the readies of its inputs.
type Said = (bool, Vec<bool>);

impl Rules {
    /// A cycle in which these tokens are offered; the edge is part of it.
    fn cycle(&mut self, offered: &[Option<Bits>], out_ready: bool) -> Said {
        let done = offered[DONE].is_some();
        let some = !self.row.is_empty();
        let live = self.row.len() - usize::from(some && done);
        let wide = |bits: &Bits| bits.zext(70);
        let hit = |load: &Bits| self.row.iter().take(live).any(|held| wide(held) == wide(load));
        let valid = offered[LOAD].as_ref().is_some_and(|load| !self.owed && !hit(load));
        let passes = valid && out_ready;
        let turn = self.owed || passes;
        let room = self.row.len() < self.window || done;
        let enters = turn && offered[STORE].is_some() && room;
        let (push, settled) = match offered.get(STORES) {
            None => (enters, enters),
            Some(stores) => {
                let push = enters && stores.as_ref().is_some_and(|stores| !stores.is_zero());
                (push, push || turn && stores.as_ref().is_some_and(Bits::is_zero))
            }
        };
        let mut readies = vec![passes, push, some];
        readies.extend(offered.get(STORES).map(|_| settled));
        if some && done {
            self.row.pop_back();
        }
        if push {
            self.row.push_front(offered[STORE].clone().expect("it is there to enter"));
        }
        self.owed = turn && !settled;
        (valid, readies)
    }
}

#[test]
fn guards_keep_their_rules_in_every_cycle() {
    for (seed, (load, store)) in (0..).zip(WIDTHS) {
        for (window, stores) in [(1, false), (2, true), (3, false), (8, true)] {
            let unit = guard(window, (load, store), stores);
            let (mut bench, mut rng) = (Bench::new(&unit), Rng::new(seed));
            let mut rules = Rules { window: window as usize, owed: false, row: VecDeque::new() };
            let mut offered: Vec<Option<Bits>> = vec![None; unit.inputs.len()];
            let mut passed = 0;
            for cycle in 0..400 {
                for (input, token) in offered.iter_mut().enumerate() {
                    if token.is_none() && rng.chance(if input == DONE { 3 } else { 6 }, 8) {
                        *token = Some(match input {
                            LOAD => address(&mut rng, load),
                            STORE => address(&mut rng, store),
                            STORES => Bits::from_bool(rng.chance(2, 3)),
                            _ => Bits::zero(0),
                        });
                    }
                    bench.offer(input, token.as_ref(), &mut rng);
                }
                let out_ready = rng.chance(6, 8);
                bench.accept(0, out_ready);
                let got = (bench.offered(0), (0..unit.inputs.len()).map(|k| bench.is_ready(k)).collect());
                let (valid, readies) = rules.cycle(&offered, out_ready);
                let token = offered[LOAD].clone().filter(|_| valid);
                assert_eq!(got, (token, readies.clone()), "{unit:?} in cycle {cycle}");
                passed += usize::from(valid && out_ready);
                for (token, ready) in offered.iter_mut().zip(readies) {
                    if ready {
                        *token = None;
                    }
                }
                bench.simulator.step();
            }
            assert!(passed > 40, "{unit:?} lets {passed} pass");
        }
    }
}
