//! Calls of a kernel carried out on streams, which have no time.

use super::calls::Answer;
use super::compile::Stage;
use super::{Stop, Verdict};
use base::{Bits, Diagnostic, codes};
use interp::stream::{Left, Network};
use interp::{Limits, Value};

/// A kernel as a network of streams.
pub struct Streams<'a> {
    stage: &'a Stage,
    network: Network<'a>,
}

impl<'a> Streams<'a> {
    /// The network of a level at which the kernel is a `handshake.func`.
    pub fn new(stage: &'a Stage, limits: Limits) -> Result<Streams<'a>, Vec<Diagnostic>> {
        let func = stage.func().expect("a lowered kernel is a function of streams");
        Ok(Streams { stage, network: Network::new(&stage.ir, func)?.limits(limits) })
    }

    /// Carries out a call with these arguments.
    pub fn call(&mut self, arguments: Vec<Value>) -> Result<Answer, Stop> {
        let ran = self.network.call(arguments).map_err(|diagnostics| {
            let is_limit = diagnostics.iter().any(|one| one.code == codes::STEP_LIMIT);
            let is_deadlock = diagnostics.iter().any(|one| one.code == codes::STREAMS_STOPPED);
            let verdict = match (is_limit, is_deadlock) {
                (true, _) => Verdict::Limit,
                (_, true) => Verdict::Deadlock,
                _ => Verdict::Error,
            };
            Stop { verdict, diagnostics }
        })?;
        if !ran.left.is_empty() {
            let error = |left: &Left| {
                let span = self.stage.ir.ctx.span(self.stage.ir.loc(left.op));
                Diagnostic::error(codes::TOKENS_LEFT, span, left.to_string())
            };
            return Err(Stop { verdict: Verdict::Error, diagnostics: ran.left.iter().map(error).collect() });
        }
        let bits = |value: &Value| match value {
            Value::Scalar(bits, _) => bits.clone(),
            Value::Memref { .. } => Bits::zero(0),
        };
        let words = |value: &Value| match value {
            Value::Memref { data, .. } => {
                let width = data.iter().flatten().next().map_or(1, Bits::width);
                Some(data.iter().map(|word| word.clone().unwrap_or_else(|| Bits::zero(width))).collect())
            }
            Value::Scalar(..) => None,
        };
        Ok(Answer {
            results: ran.results.iter().map(bits).collect(),
            arrays: ran.arguments_after.iter().map(words).collect(),
            cycles: None,
        })
    }
}
