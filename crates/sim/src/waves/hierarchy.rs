//! What a wave file shows: scopes, their variables, and the signals behind these.
//!
//! A signal is what has a value; a variable is a name it is shown under. A port of an instance and the wire it is connected to
//! are two variables of one signal, whose changes are written once. The tree is kept as the list of its openings, variables
//! and closings, in the order in which both formats want it, so that its depth costs no stack.
//!
//! Names become legal here, for both formats alike: viewers split them at dots and blanks, take brackets for indices and
//! `$` for the beginning of a command, so all but letters, digits and `_` becomes `_`, and what is then no longer unique in its
//! scope gets a number.

use base::IdMap;
use rustc_hash::FxHashMap;

base::id! {
    /// What has a value.
    pub struct SignalId;
}

/// What a variable is in its scope.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum VarKind {
    /// An input of the module.
    Input,
    /// An output of the module.
    Output,
    /// A value that is computed.
    Wire,
    /// A value that is kept from cycle to cycle.
    Reg,
}

/// The scopes, variables and signals of a wave file.
#[derive(Clone, Debug)]
pub struct Hierarchy {
    signals: IdMap<SignalId, Signal>,
    items: Vec<Item>,
    /// How many signals have a variable.
    shown: u32,
    /// The names in use in every open scope, with the number to try next where one is taken.
    open: Vec<FxHashMap<String, u32>>,
}

/// A signal as the writers see it.
#[derive(Clone, Debug)]
pub(super) struct Signal {
    pub width: u32,
    /// The signal's place among those with a variable, in the order of first appearance.
    pub number: Option<u32>,
}

/// A step of the walk over the tree.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Open { name: String, module: String },
    Var { name: String, signal: SignalId, kind: VarKind, ty: String },
    Close,
}

impl Hierarchy {
    /// A tree of one scope, which is open: the instance `name` of the module `module`.
    pub fn new(name: &str, module: &str) -> Hierarchy {
        let mut hierarchy = Hierarchy {
            signals: IdMap::default(),
            items: Vec::new(),
            shown: 0,
            open: vec![FxHashMap::default()],
        };
        hierarchy.open_scope(name, module);
        hierarchy
    }

    /// A new signal. One without bits may have variables, but no file shows them.
    pub fn signal(&mut self, width: u32) -> SignalId {
        self.signals.push(Signal { width, number: None })
    }

    /// Opens a scope in the open one: the instance `name` of the module `module`.
    pub fn open_scope(&mut self, name: &str, module: &str) {
        let (name, module) = (self.unique(name), legal(module));
        self.items.push(Item::Open { name, module });
        self.open.push(FxHashMap::default());
    }

    /// Closes the open scope. The first one stays open.
    pub fn close_scope(&mut self) {
        assert!(self.open.len() > 2, "a scope is closed that was not opened");
        self.open.pop();
        self.items.push(Item::Close);
    }

    /// Shows a signal in the open scope. `ty` is the type's text, or empty where the width says it all.
    pub fn var(&mut self, name: &str, signal: SignalId, kind: VarKind, ty: &str) {
        if self.signals[signal].width == 0 {
            return;
        }
        if self.signals[signal].number.is_none() {
            self.signals[signal].number = Some(self.shown);
            self.shown += 1;
        }
        let name = self.unique(name);
        self.items.push(Item::Var { name, signal, kind, ty: ty.to_string() });
    }

    pub(super) fn signals(&self) -> &IdMap<SignalId, Signal> {
        &self.signals
    }

    /// The walk over the tree, all scopes closed at its end.
    pub(super) fn items(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().chain(std::iter::repeat_n(&Item::Close, self.open.len() - 1))
    }

    /// A legal name that nothing in the open scope has, and that is taken from now on.
    fn unique(&mut self, name: &str) -> String {
        let taken = self.open.last_mut().expect("the outermost names are never closed");
        let name = legal(name);
        let Some(mut number) = taken.get(&name).copied() else {
            taken.insert(name.clone(), 1);
            return name;
        };
        let free = loop {
            let numbered = format!("{name}_{number}");
            number += 1;
            if !taken.contains_key(&numbered) {
                break numbered;
            }
        };
        taken.insert(name, number);
        taken.insert(free.clone(), 1);
        free
    }
}

/// Readers of FST have room for 512 bytes of a name with its range of bits and its end.
const MAX_NAME: usize = 400;

/// A name as both formats and their readers take it.
fn legal(name: &str) -> String {
    if name.is_empty() {
        return "_".to_string();
    }
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).take(MAX_NAME).collect()
}
