//! What units mean: streams in, streams out, without time.

use base::Bits;
use dialects::handshake::unit::{Kind, StreamKind, Unit, guard};
use std::collections::VecDeque;

/// The outputs of a unit for these inputs, and how many tokens of each input it takes. A merge is none of these: what it gives depends on time.
pub fn model(unit: &Unit, feeds: &[Vec<Bits>]) -> (Vec<Vec<Bits>>, Vec<usize>) {
    let mut streams = Streams {
        inputs: feeds.iter().map(|feed| feed.iter().cloned().collect()).collect(),
        outputs: vec![Vec::new(); unit.outputs.len()],
    };
    streams.run(unit);
    let consumed = feeds.iter().zip(&streams.inputs).map(|(feed, left)| feed.len() - left.len()).collect();
    (streams.outputs, consumed)
}

struct Streams {
    inputs: Vec<VecDeque<Bits>>,
    outputs: Vec<Vec<Bits>>,
}

impl Streams {
    fn run(&mut self, unit: &Unit) {
        match &unit.kind {
            Kind::Buffer { .. } | Kind::Br | Kind::Fork | Kind::LazyFork => {
                while let Some(token) = self.take(0) {
                    self.outputs.iter_mut().for_each(|output| output.push(token.clone()));
                }
            }
            Kind::Init { initial } => {
                self.outputs[0].push(initial.clone());
                while let Some(token) = self.take(0) {
                    self.outputs[0].push(token);
                }
            }
            Kind::Constant { value } => {
                while self.take(0).is_some() {
                    self.outputs[0].push(value.clone());
                }
            }
            Kind::Store => {
                for channel in 0..2 {
                    while let Some(token) = self.take(channel) {
                        self.outputs[channel].push(token);
                    }
                }
            }
            Kind::Sink => self.inputs[0].clear(),
            Kind::Mux => self.mux(),
            Kind::CondBr => {
                while let Some([condition, token]) = self.both() {
                    self.outputs[usize::from(condition.is_zero())].push(token);
                }
            }
            Kind::Join => {
                while self.all().is_some() {
                    self.outputs[0].push(Bits::zero(0));
                }
            }
            Kind::Blocker => {
                while let Some(tokens) = self.all() {
                    self.outputs[0].push(tokens[0].clone());
                }
            }
            Kind::Compute { function, .. } => {
                while let Some(tokens) = self.all() {
                    self.outputs[0].push(function.eval(&tokens, unit.outputs[0]));
                }
            }
            Kind::Carry => self.carry(false),
            Kind::Invariant => self.carry(true),
            Kind::Gate => self.gate(),
            Kind::Stream(kind) => self.stream(*kind),
            Kind::Guard { window } => self.guard(*window as usize),
            other => panic!("{other:?} has no streams"),
        }
    }

    fn take(&mut self, input: usize) -> Option<Bits> {
        self.inputs[input].pop_front()
    }

    fn all(&mut self) -> Option<Vec<Bits>> {
        let there = self.inputs.iter().all(|input| !input.is_empty());
        there.then(|| self.inputs.iter_mut().filter_map(VecDeque::pop_front).collect())
    }

    fn both(&mut self) -> Option<[Bits; 2]> {
        self.all().and_then(|tokens| tokens.try_into().ok())
    }

    fn mux(&mut self) {
        while let Some(select) = self.inputs[0].front() {
            let input = 1 + select.low_u64() as usize;
            if self.inputs.get(input).is_none_or(VecDeque::is_empty) {
                return;
            }
            self.take(0);
            let token = self.take(input).expect("it was there");
            self.outputs[0].push(token);
        }
    }

    fn carry(&mut self, invariant: bool) {
        while let Some(first) = self.take(1) {
            self.outputs[0].push(first.clone());
            loop {
                match self.inputs[0].front() {
                    None => return,
                    Some(d) if d.is_zero() => {
                        self.take(0);
                        break;
                    }
                    Some(_) if invariant => self.outputs[0].push(first.clone()),
                    Some(_) => match self.take(2) {
                        Some(next) => self.outputs[0].push(next),
                        None => return,
                    },
                }
                self.take(0);
            }
        }
    }

    fn gate(&mut self) {
        let mut follows = false;
        while let Some([value, condition]) = self.both() {
            let goes_on = !condition.is_zero();
            if goes_on {
                self.outputs[0].push(value);
            }
            if follows {
                self.outputs[1].push(condition);
            }
            follows = goes_on;
        }
    }

    /// A completion before an address, an address before a load: whatever can happen happens, and no order of it changes what comes out.
    fn guard(&mut self, window: usize) {
        let (mut owed, mut row) = (false, VecDeque::new());
        loop {
            if !row.is_empty() && self.take(guard::DONE).is_some() {
                row.pop_front();
                continue;
            }
            if !owed {
                let Some(load) = self.inputs[guard::LOAD].front().filter(|load| !meets(load, &row)) else {
                    return;
                };
                self.outputs[0].push(load.clone());
                self.take(guard::LOAD);
                owed = true;
                continue;
            }
            let stores = match self.inputs.get(guard::STORES) {
                Some(stores) => match stores.front() {
                    Some(stores) => !stores.is_zero(),
                    None => return,
                },
                None => true,
            };
            if stores {
                if row.len() == window {
                    return;
                }
                let Some(store) = self.take(guard::STORE) else { return };
                row.push_back(store);
            }
            if self.inputs.len() > guard::STORES {
                self.take(guard::STORES);
            }
            owed = false;
        }
    }

    fn stream(&mut self, kind: StreamKind) {
        while let Some(tokens) = self.all() {
            let width = tokens[0].width();
            // Room for the index that closes a loop.
            let wide = if kind.rule.is_none() { width + 1 } else { width };
            let [mut index, step, bound] = [0, 1, 2].map(|k: usize| tokens[k].sext(wide));
            loop {
                let (goes_on, next) = match kind.rule {
                    None if step.is_negative() => (index.scmp(&bound).is_gt(), index.add(&step)),
                    None => (index.scmp(&bound).is_lt(), index.add(&step)),
                    Some((op, test)) => (
                        test.holds(&index, &bound),
                        op.function().eval(&[index.clone(), step.clone()], width),
                    ),
                };
                let goes_on = goes_on && !(kind.checked && step.is_zero());
                self.outputs[0].push(index.trunc(width));
                self.outputs[1].push(Bits::from_bool(goes_on));
                if !goes_on {
                    break;
                }
                index = next;
            }
        }
    }
}

/// Whether an address is one of a row, the narrower with zeros before it.
fn meets(load: &Bits, row: &VecDeque<Bits>) -> bool {
    let equal = |store: &Bits| {
        let width = load.width().max(store.width());
        load.zext(width) == store.zext(width)
    };
    row.iter().any(equal)
}
