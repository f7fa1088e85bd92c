//! Interning: equal values get equal ids, so that comparing types or attributes is comparing two integers.
//!
//! Values stand in a dense vector in order of first appearance; a hash table of ids finds them again. The hash has
//! no random seed, and nothing is ever read out in table order, so ids depend on the input alone.

use crate::id;
use crate::ids::{Id, IdMap};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::borrow::Borrow;
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::ops::Index;

/// A set of values with an id for each.
#[derive(Clone)]
pub struct Interner<I: Id, T> {
    items: IdMap<I, T>,
    table: HashTable<I>,
}

impl<I: Id, T: Eq + Hash> Interner<I, T> {
    /// An empty interner.
    pub fn new() -> Self {
        Interner { items: IdMap::new(), table: HashTable::new() }
    }

    /// The id of a value, which is added if no equal one is there.
    pub fn intern(&mut self, value: T) -> I {
        let hash = FxBuildHasher.hash_one(&value);
        if let Some(&id) = self.table.find(hash, |&id| self.items[id] == value) {
            return id;
        }
        let id = self.items.push(value);
        self.table.insert_unique(hash, id, |&id| FxBuildHasher.hash_one(&self.items[id]));
        id
    }

    /// The id of a value, if it was interned.
    pub fn get<Q>(&self, value: &Q) -> Option<I>
    where
        T: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let hash = FxBuildHasher.hash_one(value);
        self.table.find(hash, |&id| self.items[id].borrow() == value).copied()
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All ids and values, in order of first appearance.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter()
    }
}

impl<I: Id, T: Eq + Hash> Default for Interner<I, T> {
    fn default() -> Self {
        Interner::new()
    }
}

impl<I: Id, T> Index<I> for Interner<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id]
    }
}

impl<I: Id, T: fmt::Debug> fmt::Debug for Interner<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

id! {
    /// An interned string of a [`Strings`].
    pub struct Str;
}

/// A string interner: all text in one arena, so that a name costs its bytes and twelve more.
#[derive(Clone, Default)]
pub struct Strings {
    text: String,
    /// Where each string ends in `text`; it begins where the one before ends.
    ends: IdMap<Str, usize>,
    table: HashTable<Str>,
}

impl Strings {
    /// An empty interner.
    pub fn new() -> Self {
        Strings::default()
    }

    /// The id of a string, which is added if it is new.
    pub fn intern(&mut self, string: &str) -> Str {
        let hash = FxBuildHasher.hash_one(string);
        if let Some(&id) = self.table.find(hash, |&id| slice(&self.text, &self.ends, id) == string) {
            return id;
        }
        self.text.push_str(string);
        let id = self.ends.push(self.text.len());
        self.table.insert_unique(hash, id, |&id| FxBuildHasher.hash_one(slice(&self.text, &self.ends, id)));
        id
    }

    /// The id of a string, if it was interned.
    pub fn get(&self, string: &str) -> Option<Str> {
        let hash = FxBuildHasher.hash_one(string);
        self.table.find(hash, |&id| &self[id] == string).copied()
    }

    /// How many strings there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All ids and strings, in order of first appearance.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Str, &str)> + ExactSizeIterator {
        self.ends.keys().map(|id| (id, &self[id]))
    }
}

fn slice<'a>(text: &'a str, ends: &IdMap<Str, usize>, id: Str) -> &'a str {
    let start = match id.index() {
        0 => 0,
        n => ends[Str::from_index(n - 1)],
    };
    &text[start..ends[id]]
}

impl Index<Str> for Strings {
    type Output = str;
    #[inline]
    fn index(&self, id: Str) -> &str {
        slice(&self.text, &self.ends, id)
    }
}

impl fmt::Debug for Strings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    id! {
        /// An interned vector.
        struct List;
    }

    #[test]
    fn equal_values_share_an_id() {
        let mut lists: Interner<List, Vec<u32>> = Interner::new();
        let ids: Vec<List> = (0..1000).map(|n| lists.intern(vec![n % 100, n % 10])).collect();
        assert_eq!(lists.len(), 100);
        assert_eq!(ids[3], ids[903]);
        assert_eq!(lists[ids[42]], [42, 2]);
        assert_eq!(lists.get(&[42, 2][..]), Some(ids[42]));
        assert_eq!(lists.get(&[42, 3][..]), None);
    }

    #[test]
    fn strings_come_back_as_they_were() {
        let mut strings = Strings::new();
        let empty = strings.intern("");
        let ids: Vec<Str> = (0..2000).map(|n| strings.intern(&format!("name{}", n % 500))).collect();
        assert_eq!(strings.len(), 501);
        assert_eq!(ids[7], ids[1507]);
        assert_eq!((&strings[ids[7]], &strings[empty]), ("name7", ""));
        assert_eq!(strings.get("name499"), Some(ids[499]));
        assert_eq!(strings.get("name500"), None);
        assert_eq!(strings.clone().intern("name3"), ids[3]);
    }
}
