//! Verdicts as diagnostics: in the words of the source, with the channels and units that matter.

use super::Elastic;
use super::left::Left;
use super::network::{Node, Place};
use super::run::{Outcome, RuntimeError, Verdict};
use super::waits::{Blocked, Wait};
use base::text::counted;
use base::{Code, Diagnostic, codes};
use dialects::handshake::unit::{BufferType, Kind, guard};

/// So many channels or units are told.
const LONGEST: usize = 12;

impl Elastic {
    /// What there is to say about a run that did not go well.
    pub fn diagnostic(&self, outcome: &Outcome) -> Option<Diagnostic> {
        match &outcome.verdict {
            Verdict::Finished => None,
            Verdict::LeftBehind(left) => Some(self.left_behind(left)),
            Verdict::Deadlock { blocked, cure } => {
                let mut diagnostic = self.deadlock(blocked, outcome.cycles);
                if let Some((channel, slots)) = cure {
                    let buffer = BufferType::FIFO_BREAK_NONE.name();
                    let (name, slots) = (&self.network.channels[*channel].name, counted(*slots, "slot"));
                    diagnostic =
                        diagnostic.hint(format!("a {buffer} buffer with {slots} on {name} lets it go on"));
                } else if blocked.cycle {
                    diagnostic = diagnostic.note("no single buffer on one of these channels lets it go on");
                }
                Some(diagnostic)
            }
            Verdict::Error(error) => Some(self.error(*error)),
            Verdict::Limit { endless: true } => {
                let message = format!(
                    "@{} goes on for ever: in cycle {} its state is what it was before",
                    self.network.name, outcome.cycles
                );
                Some(Diagnostic::error(codes::CYCLE_LIMIT, None, message))
            }
            Verdict::Limit { endless: false } => {
                let message = format!(
                    "@{} is not finished after {}",
                    self.network.name,
                    counted(outcome.cycles, "cycle")
                );
                Some(Diagnostic::error(codes::CYCLE_LIMIT, None, message))
            }
        }
    }

    fn deadlock(&self, blocked: &Blocked, cycles: u64) -> Diagnostic {
        let name = &self.network.name;
        let message = match blocked.cycle {
            true => format!(
                "@{name} stands still in cycle {cycles}: {} wait for each other",
                counted(blocked.waits.len(), "channel")
            ),
            false => match blocked.no_input {
                Some((unit, number)) => {
                    let node = &self.network.nodes[unit];
                    let inputs = counted(node.inputs.len() - 1, "input");
                    format!(
                        "@{name} stands still in cycle {cycles}: {} of {inputs} is told to take input {number}, counted from 0",
                        what(node)
                    )
                }
                None => {
                    format!("@{name} stands still in cycle {cycles}: it waits for a token that never comes")
                }
            },
        };
        let places = blocked.waits.iter().map(|wait| (self.place(wait), self.wait(wait)));
        let mut diagnostic = at_places(codes::DEADLOCK, message, places);
        for wait in blocked.waits.iter().take(LONGEST) {
            diagnostic = diagnostic.note(self.wait(wait));
        }
        for guard in &blocked.held {
            let guard = &self.network.nodes[*guard];
            let Some(store) = self.network.stored(guard.inputs[guard::DONE]) else { continue };
            let store = &self.network.nodes[store];
            let text = format!(
                "{} waits for the store {} to be complete: same address",
                what(guard),
                match &store.place.stated {
                    Some(stated) => format!("{} at {stated}", what(store)),
                    None => what(store),
                }
            );
            if let Some(span) = store.place.span {
                diagnostic = diagnostic.label(span, "this store is not complete");
            }
            diagnostic = diagnostic.note(text);
        }
        if let Some(more) = blocked.waits.len().checked_sub(LONGEST + 1) {
            diagnostic = diagnostic.note(format!("and {} more", counted(more + 1, "channel")));
        }
        diagnostic
    }

    fn place(&self, wait: &Wait) -> &Place {
        &self.network.channels[wait.channel].place
    }

    /// What stands at a channel.
    fn wait(&self, wait: &Wait) -> String {
        let channel = &self.network.channels[wait.channel];
        let unit = |end: Option<(super::UnitId, usize)>, none: &str| match end {
            Some((unit, _)) => what(&self.network.nodes[unit]),
            None => none.to_string(),
        };
        let text = match wait.full {
            true => format!("{} has a token that {} does not take", channel.name, unit(channel.to, "`end`")),
            false => {
                format!("{} has no token: {} gives none", channel.name, unit(channel.from, "the outside"))
            }
        };
        match &channel.place.stated {
            Some(stated) => format!("{text} ({stated})"),
            None => text,
        }
    }

    fn error(&self, error: RuntimeError) -> Diagnostic {
        let node = &self.network.nodes[error.unit()];
        let message = format!("{} was given a step of zero ({})", what(node), error.name());
        let diagnostic = Diagnostic::error(codes::STREAM_ZERO_STEP, node.place.span, message);
        match &node.place.stated {
            Some(stated) => diagnostic.note(format!("from {stated}")),
            None => diagnostic,
        }
    }

    fn left_behind(&self, left: &[Left]) -> Diagnostic {
        let expected = if left.iter().any(|left| left.at_rest > 0) { "as at reset" } else { "empty" };
        let message = format!(
            "@{} is finished, but {} not {}",
            self.network.name,
            match left.len() {
                1 => "one unit is".to_string(),
                count => format!("{count} units are"),
            },
            expected
        );
        let text = |left: &Left| {
            let node = &self.network.nodes[left.unit];
            match left.tokens {
                tokens if tokens < left.at_rest => {
                    format!("{} lacks the token that it has at reset", what(node))
                }
                tokens if tokens > 0 && tokens == left.at_rest => {
                    format!("{} holds another token than at reset", what(node))
                }
                0 if matches!(node.unit.kind, Kind::Memory(_)) => {
                    format!("{} waits for stores that were announced", what(node))
                }
                0 if matches!(node.unit.kind, Kind::Guard { .. }) => {
                    format!("{} does not know what was stored after the last load", what(node))
                }
                0 => format!("{} is in the middle of a burst", what(node)),
                tokens if matches!(node.unit.kind, Kind::Guard { .. }) => {
                    format!("{} waits for {} to be complete", what(node), counted(tokens, "store"))
                }
                tokens => format!("{} holds {}", what(node), counted(tokens, "token")),
            }
        };
        let places = left.iter().map(|left| (&self.network.nodes[left.unit].place, text(left)));
        let mut diagnostic = at_places(codes::TOKENS_LEFT, message, places);
        for left in left.iter().take(LONGEST) {
            diagnostic = diagnostic.note(text(left));
        }
        diagnostic
    }
}

/// What a unit is called in a message.
fn what(node: &Node) -> String {
    if node.operation == node.name {
        format!("`{}`", node.operation)
    } else {
        format!("`{}` ({})", node.name, node.operation)
    }
}

/// An error at the first of some places, with labels at the others.
fn at_places<'a>(
    code: Code,
    message: String,
    places: impl Iterator<Item = (&'a Place, String)>,
) -> Diagnostic {
    let mut told = Vec::new();
    let mut diagnostic = Diagnostic::error(code, None, message);
    for (place, text) in places {
        if let Some(span) = place.span
            && !told.contains(&span)
            && told.len() < LONGEST
        {
            if told.is_empty() {
                diagnostic.span = Some(span);
            } else {
                diagnostic = diagnostic.label(span, text);
            }
            told.push(span);
        }
    }
    diagnostic
}
