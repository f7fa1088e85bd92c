//! The order in which the parts of all units are run in a cycle: each after those that make the signals it reads.
//!
//! Where there is none, signals need each other around a cycle. The cycle is told by its channels, and by what breaks it: a buffer that breaks
//! data and valid if the cycle runs along valids, one that breaks ready if it runs along readies.

use super::code::Part;
use super::network::{ChannelId, Network};
use base::{Diagnostic, codes};
use dialects::handshake::unit::BufferType;

/// The parts in order, or signals of a cycle, each of which needs the one before it.
pub(super) fn order(parts: &[Part], channels: usize) -> Result<Vec<usize>, Vec<u32>> {
    let mut maker = vec![usize::MAX; 2 * channels];
    for (index, part) in parts.iter().enumerate() {
        for signal in &part.writes {
            maker[*signal as usize] = index;
        }
    }
    let needed = |part: &Part| {
        let makers = part.reads.iter().map(|signal| maker[*signal as usize]);
        makers.filter(|maker| *maker != usize::MAX).collect::<Vec<usize>>()
    };
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); parts.len()];
    let mut missing = vec![0usize; parts.len()];
    for (index, part) in parts.iter().enumerate() {
        for maker in needed(part) {
            users[maker].push(index);
            missing[index] += 1;
        }
    }
    let mut order: Vec<usize> = (0..parts.len()).filter(|part| missing[*part] == 0).collect();
    let mut at = 0;
    while let Some(part) = order.get(at).copied() {
        at += 1;
        for user in &users[part] {
            missing[*user] -= 1;
            if missing[*user] == 0 {
                order.push(*user);
            }
        }
    }
    if order.len() == parts.len() {
        return Ok(near(parts, needed));
    }
    // What is left waits for something that is left: going from need to need comes around.
    let start = missing.iter().position(|missing| *missing > 0).expect("some part has no place in the order");
    let mut seen = vec![usize::MAX; parts.len()];
    let (mut part, mut path) = (start, Vec::new());
    loop {
        if seen[part] != usize::MAX {
            let mut cycle: Vec<u32> = path.split_off(seen[part]);
            cycle.reverse();
            return Err(cycle);
        }
        seen[part] = path.len();
        let signal = parts[part].reads.iter().find(|signal| {
            let maker = maker[**signal as usize];
            maker != usize::MAX && missing[maker] > 0
        });
        let signal = *signal.expect("a part that waits, waits for one that waits");
        path.push(signal);
        part = maker[signal as usize];
    }
}

/// An order in which parts stand soon after what they need, so that what lies between is little: each in its turn, after what it needs.
fn near(parts: &[Part], needed: impl Fn(&Part) -> Vec<usize>) -> Vec<usize> {
    let (mut order, mut seen) = (Vec::with_capacity(parts.len()), vec![false; parts.len()]);
    for root in 0..parts.len() {
        if seen[root] {
            continue;
        }
        seen[root] = true;
        let mut path = vec![(root, needed(&parts[root]))];
        while let Some((part, needs)) = path.last_mut() {
            match needs.pop() {
                Some(need) if !seen[need] => {
                    seen[need] = true;
                    path.push((need, needed(&parts[need])));
                }
                Some(_) => {}
                None => {
                    order.push(*part);
                    path.pop();
                }
            }
        }
    }
    order
}

/// The error for signals that need each other.
pub(super) fn combinational_cycle(network: &Network, cycle: &[u32]) -> Diagnostic {
    let is_ready = |signal: &u32| signal % 2 == 1;
    let channel = |signal: &u32| &network.channels[ChannelId::from_index((signal / 2) as usize)];
    let text = |signal: &u32| {
        format!("{} of {}", if is_ready(signal) { "ready" } else { "valid" }, channel(signal).name)
    };
    let mut names: Vec<String> = cycle.iter().take(LONGEST).map(text).collect();
    if cycle.len() > LONGEST {
        names.push("…".to_string());
    }
    names.extend(cycle.first().map(text));
    let message = format!("a combinational cycle through channels: {}", names.join(" makes "));
    let span = cycle.iter().find_map(|signal| channel(signal).place.span);
    let mut diagnostic = Diagnostic::error(codes::ELASTIC_CYCLE, span, message);
    let mut told = vec![span];
    for signal in cycle.iter().take(LONGEST) {
        let place = channel(signal).place.span;
        if let Some(span) = place
            && !told.contains(&place)
        {
            told.push(place);
            diagnostic = diagnostic.label(span, format!("{} is on it", channel(signal).name));
        }
    }
    let readies = cycle.iter().filter(|signal| is_ready(signal)).count();
    // A buffer that breaks a path keeps a token on it; the first channel of the text on the cycle is as good as any.
    let (paths, ty) = match readies {
        0 => ("data and valid", BufferType::ONE_SLOT_BREAK_DV),
        _ if readies == cycle.len() => ("ready", BufferType::ONE_SLOT_BREAK_R),
        _ => ("data, valid and ready", BufferType::ONE_SLOT_BREAK_DVR),
    };
    let on = cycle.iter().map(|signal| signal / 2).min().map(|at| ChannelId::from_index(at as usize));
    let name = on.map_or("", |on| &network.channels[on].name);
    diagnostic.hint(format!("put a buffer that breaks {paths} on the cycle, such as {} on {name}", ty.name()))
}

/// So many channels of a cycle are told.
const LONGEST: usize = 12;
