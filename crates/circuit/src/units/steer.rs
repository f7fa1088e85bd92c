//! Units that steer tokens: forks, joins, merges, branches, and wires.

use super::frame::{Behaviour, Frame, Token};
use base::Bits;
use ir::Value;

pub(super) fn fork(f: &mut Frame<'_>) -> Behaviour {
    let Token { valid, data } = f.inputs[0];
    let needed = vec![None; f.ready.len()];
    let (valids, complete) = f.eager(valid, &needed);
    let outputs = valids.into_iter().map(|valid| Token { valid, data }).collect();
    Behaviour::new(vec![complete], outputs)
}

pub(super) fn lazy_fork(f: &mut Frame<'_>) -> Behaviour {
    let Token { valid, data } = f.inputs[0];
    let ready = f.ready.clone();
    let outputs = (0..ready.len()).map(|k| {
        let mut needs = vec![valid];
        needs.extend(ready.iter().enumerate().filter(|(j, _)| *j != k).map(|(_, ready)| *ready));
        Token { valid: f.every(&needs), data }
    });
    let outputs = outputs.collect();
    let all = f.every(&ready);
    Behaviour::new(vec![all], outputs)
}

/// Which input a merge takes: a bit for each, and whether that input has a token. `taken` says whether the token goes, and is driven by the caller.
fn choice(f: &mut Frame<'_>, taken: Value) -> (Vec<Value>, Value) {
    let valids: Vec<Value> = f.inputs.iter().map(|input| input.valid).collect();
    if let [only] = valids[..] {
        return (vec![only], only);
    }
    let sync = f.sync;
    let held: Vec<Value> = (0..valids.len()).map(|k| f.reg(&format!("held{k}"), 1, sync)).collect();
    let is_held = f.some(&held);
    let free = f.not(is_held);
    let first = f.first(&valids);
    let (mut chosen, mut offered) = (Vec::new(), Vec::new());
    for k in 0..valids.len() {
        let fresh = f.and(free, first[k]);
        chosen.push(f.or(held[k], fresh));
        offered.push(f.and(chosen[k], valids[k]));
    }
    let valid = f.some(&offered);
    let stays = f.not(taken);
    for (held, offered) in held.into_iter().zip(offered) {
        let next = f.and(offered, stays);
        f.drive(held, next);
    }
    (chosen, valid)
}

/// The data of the chosen input.
fn chosen_data(f: &mut Frame<'_>, chosen: &[Value]) -> Option<Value> {
    let cases: Vec<_> = chosen.iter().copied().zip(f.inputs.iter().map(|input| input.data)).collect();
    f.select(&cases)
}

pub(super) fn merge(f: &mut Frame<'_>) -> Behaviour {
    let taken = f.ready[0];
    let (chosen, valid) = choice(f, taken);
    let data = chosen_data(f, &chosen);
    let ready = readies(f, &chosen, taken);
    Behaviour::new(ready, vec![Token { valid, data }])
}

pub(super) fn control_merge(f: &mut Frame<'_>, index_width: u32) -> Behaviour {
    let taken = f.wire("taken", 1);
    let (chosen, valid) = choice(f, taken);
    let data = chosen_data(f, &chosen);
    let (valids, complete) = f.eager(valid, &[None, None]);
    f.drive(taken, complete);
    let numbers: Vec<_> = (0..)
        .zip(&chosen)
        .map(|(k, chosen)| (*chosen, (index_width > 0).then(|| f.constant(Bits::from_u64(index_width, k)))))
        .collect();
    let index = f.select(&numbers);
    let ready = readies(f, &chosen, complete);
    let outputs = vec![Token { valid: valids[0], data }, Token { valid: valids[1], data: index }];
    Behaviour::new(ready, outputs)
}

fn readies(f: &mut Frame<'_>, chosen: &[Value], ready: Value) -> Vec<Value> {
    chosen.iter().map(|chosen| f.and(*chosen, ready)).collect()
}

pub(super) fn mux(f: &mut Frame<'_>) -> Behaviour {
    let select = f.inputs[0];
    let width = select.data.map_or(0, |data| f.width(data));
    let inputs = f.inputs[1..].to_vec();
    let (mut fires, mut cases) = (Vec::new(), Vec::new());
    for (k, input) in (0u64..).zip(&inputs) {
        // A number that the select cannot say is never chosen.
        let chosen = match select.data {
            Some(data) if width >= 64 || k >> width == 0 => {
                let number = f.constant(Bits::from_u64(width, k));
                f.eq(data, number)
            }
            _ => f.flag(k == 0),
        };
        fires.push(f.and_all(&[select.valid, chosen, input.valid]));
        cases.push((chosen, input.data));
    }
    let data = f.select(&cases);
    let valid = f.some(&fires);
    let out_ready = f.ready[0];
    let mut ready = vec![f.and(valid, out_ready)];
    ready.extend(fires.into_iter().map(|fires| f.and(fires, out_ready)));
    Behaviour::new(ready, vec![Token { valid, data }])
}

pub(super) fn cond_br(f: &mut Frame<'_>) -> Behaviour {
    let (condition, data) = (f.data(0), f.inputs[1].data);
    let both = f.all_valid();
    let otherwise = f.not(condition);
    let (yes, no) = (f.and(both, condition), f.and(both, otherwise));
    let (first, second) = (f.ready[0], f.ready[1]);
    let side = f.mux(condition, first, second);
    let ready = f.and(both, side);
    Behaviour::new(vec![ready; 2], vec![Token { valid: yes, data }, Token { valid: no, data }])
}

/// Output k is input k.
pub(super) fn wires(f: &mut Frame<'_>) -> Behaviour {
    Behaviour::new(f.ready.clone(), f.inputs.clone())
}

pub(super) fn constant(f: &mut Frame<'_>, value: &Bits) -> Behaviour {
    let data = (value.width() > 0).then(|| f.constant(value.clone()));
    Behaviour::new(f.ready.clone(), vec![Token { valid: f.inputs[0].valid, data }])
}

pub(super) fn sink(f: &mut Frame<'_>) -> Behaviour {
    let always = f.flag(true);
    Behaviour::new(vec![always; f.inputs.len()], Vec::new())
}

pub(super) fn source(f: &mut Frame<'_>) -> Behaviour {
    let always = f.flag(true);
    Behaviour::new(Vec::new(), vec![Token { valid: always, data: None }])
}

/// A token when all inputs have one.
pub(super) fn join(f: &mut Frame<'_>, data: Option<Value>) -> Behaviour {
    let (valid, ready) = (f.all_valid(), f.ready[0]);
    let ready = f.and(valid, ready);
    Behaviour::new(vec![ready; f.inputs.len()], vec![Token { valid, data }])
}
