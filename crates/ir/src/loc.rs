//! Locations: where an operation comes from.
//!
//! A location that was read off the text itself is a [`LocKind::Span`], so that a diagnostic can show the line; one
//! that the text states (`loc("a.c":3:4)`) names a place this process may never have read.

use crate::attrs::Attr;
use base::{Span, Str, id};

id! {
    /// A handle to a location.
    pub struct Loc;
}

impl Loc {
    /// `loc(unknown)`
    pub const UNKNOWN: Loc = Loc::at(0);
}

/// What a location is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LocKind {
    /// `loc(unknown)`
    Unknown,
    /// The place in a source of this context where the operation itself stands.
    Span(Span),
    /// `loc("file":line:column)`
    File {
        /// File name.
        file: Str,
        /// Line, from 1 (0 when unknown).
        line: u32,
        /// Column, from 1 (0 when unknown).
        column: u32,
    },
    /// `loc("name"(child))`
    Named {
        /// The name.
        name: Str,
        /// Where; [`Loc::UNKNOWN`] when the text leaves it out.
        child: Loc,
    },
    /// `loc(callsite(callee at caller))`
    CallSite {
        /// Where the code stands.
        callee: Loc,
        /// Where it was called from.
        caller: Loc,
    },
    /// `loc(fused<metadata>[a, b])`
    Fused {
        /// The locations that were joined.
        locs: Box<[Loc]>,
        /// What joined them.
        metadata: Option<Attr>,
    },
}
