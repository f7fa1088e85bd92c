//! Typed dense ids and the maps they index.
//!
//! Everything the IR stores lives in a plain vector and is named by a 32-bit id of its own type, so that an
//! operation cannot be mistaken for a block, an id is `Copy`, and a structure is cloned by copying vectors.
//! An id keeps `index + 1` in a `NonZeroU32`: `Option<Op>` is then four bytes as well.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A dense id: a position in some vector, with a type of its own. Made by [`id!`](crate::id).
pub trait Id: Copy + Eq + Ord + std::hash::Hash + fmt::Debug {
    /// The id of the entity at `index`. Panics past `u32::MAX - 1`, which no vector of entities reaches.
    fn from_index(index: usize) -> Self;
    /// The position of the entity.
    fn index(self) -> usize;
}

/// Defines id types: `id!(/// doc  pub struct Op;)`.
///
/// Each gets `from_index`, `index`, the constructor `at` for constants, the [`Id`] trait, and a `Debug` form
/// such as `Op3`.
#[macro_export]
macro_rules! id {
    ($($(#[$attr:meta])* $vis:vis struct $name:ident;)+) => { $(
        $(#[$attr])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis struct $name(::core::num::NonZeroU32);

        #[allow(dead_code)]
        impl $name {
            /// The id with this index; a constant expression.
            pub const fn at(index: u32) -> Self {
                assert!(index < u32::MAX, "an id's index is below u32::MAX");
                match ::core::num::NonZeroU32::new(index + 1) {
                    Some(raw) => $name(raw),
                    None => unreachable!(),
                }
            }

            /// The id of the entity at `index`.
            #[inline]
            pub const fn from_index(index: usize) -> Self {
                assert!(index < u32::MAX as usize, "an id's index is below u32::MAX");
                Self::at(index as u32)
            }

            /// The position of the entity.
            #[inline]
            pub const fn index(self) -> usize {
                (self.0.get() - 1) as usize
            }
        }

        impl $crate::ids::Id for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                $name::from_index(index)
            }
            #[inline]
            fn index(self) -> usize {
                $name::index(self)
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                write!(f, concat!(stringify!($name), "{}"), self.index())
            }
        }
    )+ };
}

/// The map that owns the entities: ids are given out by [`IdMap::push`] and stay valid.
pub struct IdMap<I, T> {
    items: Vec<T>,
    ids: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> IdMap<I, T> {
    /// An empty map.
    pub const fn new() -> Self {
        IdMap { items: Vec::new(), ids: PhantomData }
    }

    /// An empty map with room for `capacity` entities.
    pub fn with_capacity(capacity: usize) -> Self {
        IdMap { items: Vec::with_capacity(capacity), ids: PhantomData }
    }

    /// Makes room for `additional` more entities.
    pub fn reserve(&mut self, additional: usize) {
        self.items.reserve(additional);
    }

    /// Adds an entity and names it.
    #[inline]
    pub fn push(&mut self, item: T) -> I {
        let id = self.next_id();
        self.items.push(item);
        id
    }

    /// The id that the next [`push`](Self::push) will give.
    #[inline]
    pub fn next_id(&self) -> I {
        I::from_index(self.items.len())
    }

    /// How many entities there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The entity, if the id is one of this map.
    #[inline]
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// The entity, mutably, if the id is one of this map.
    #[inline]
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    /// All ids in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// All entities in order of their ids.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All ids and entities in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, item)| (I::from_index(index), item))
    }

    /// All ids and entities in order, mutably.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (I, &mut T)> + ExactSizeIterator {
        self.items.iter_mut().enumerate().map(|(index, item)| (I::from_index(index), item))
    }

    /// Forgets every entity; ids given out before are void.
    pub fn clear(&mut self) {
        self.items.clear();
    }
}

impl<I: Id, T> Index<I> for IdMap<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdMap<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Id, T> Default for IdMap<I, T> {
    fn default() -> Self {
        IdMap::new()
    }
}

impl<I, T: Clone> Clone for IdMap<I, T> {
    fn clone(&self) -> Self {
        IdMap { items: self.items.clone(), ids: PhantomData }
    }
}

impl<I: Id, T> FromIterator<T> for IdMap<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(items: It) -> Self {
        IdMap { items: items.into_iter().collect(), ids: PhantomData }
    }
}

impl<I: Id, T: fmt::Debug> fmt::Debug for IdMap<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// Facts about entities that another map owns: dense, with a default for what was never written.
#[derive(Clone)]
pub struct SideMap<I, T: Clone> {
    items: Vec<T>,
    default: T,
    ids: PhantomData<fn(I) -> I>,
}

impl<I: Id, T: Clone> SideMap<I, T> {
    /// A map in which every id has the type's default value.
    pub fn new() -> Self
    where
        T: Default,
    {
        SideMap::with_default(T::default())
    }

    /// A map in which every id has the value `default`.
    pub fn with_default(default: T) -> Self {
        SideMap { items: Vec::new(), default, ids: PhantomData }
    }

    /// Allocates for ids below `len` at once, when the number of entities is known.
    pub fn resize(&mut self, len: usize) {
        self.items.resize(len.max(self.items.len()), self.default.clone());
    }

    /// The value of an id, the default if none was written.
    #[inline]
    pub fn get(&self, id: I) -> &T {
        self.items.get(id.index()).unwrap_or(&self.default)
    }

    /// Gives every id the default value again, keeping the storage.
    pub fn clear(&mut self) {
        self.items.clear();
    }
}

impl<I: Id, T: Clone + Default> Default for SideMap<I, T> {
    fn default() -> Self {
        SideMap::new()
    }
}

impl<I: Id, T: Clone> Index<I> for SideMap<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        self.get(id)
    }
}

impl<I: Id, T: Clone> IndexMut<I> for SideMap<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        let index = id.index();
        if index >= self.items.len() {
            self.items.resize(index + 1, self.default.clone());
        }
        &mut self.items[index]
    }
}

impl<I: Id, T: Clone + fmt::Debug> fmt::Debug for SideMap<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.items.iter().enumerate().map(|(i, item)| (I::from_index(i), item)))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    id! {
        /// A thing.
        struct Thing;
    }

    const THIRD: Thing = Thing::at(2);

    #[test]
    fn an_optional_id_is_four_bytes() {
        assert_eq!(size_of::<Option<Thing>>(), 4);
        assert_eq!(THIRD.index(), 2);
        assert_eq!(Thing::from_index(2), THIRD);
        assert_eq!(format!("{THIRD:?}"), "Thing2");
    }

    #[test]
    fn the_owning_map_names_what_it_is_given() {
        let mut map: IdMap<Thing, &str> = IdMap::new();
        let a = map.push("a");
        let b = map.push("b");
        map[b] = "c";
        assert_eq!((map[a], map[b], map.len()), ("a", "c", 2));
        assert_eq!(map.get(THIRD), None);
        assert_eq!(map.keys().rev().collect::<Vec<_>>(), [b, a]);
        assert_eq!(format!("{map:?}"), r#"{Thing0: "a", Thing1: "c"}"#);
    }

    #[test]
    fn a_side_map_answers_for_every_id() {
        let mut map: SideMap<Thing, i32> = SideMap::with_default(7);
        assert_eq!(map[THIRD], 7);
        map[THIRD] = 1;
        assert_eq!((map[THIRD], map[Thing::at(0)], map[Thing::at(9)]), (1, 7, 7));
        map.clear();
        assert_eq!(map[THIRD], 7);
    }
}
