//! The registry: dialects as tables of operations, types, attributes and enumerations, and the way from a name to its row.
//!
//! An operation's code is its dialect's number and its row in the dialect's table, so code that works on operations
//! matches on constants (`arith::ADDI`) and finds the record behind a code by two array look-ups. An operation that
//! nobody defined gets a code in a dialect of its own, [`DialectId::UNREGISTERED`], where the rows are just names.

use crate::attrs::Attr;
use crate::context::Context;
use crate::opdef::OpDef;
use crate::rules::Rules;
use crate::text::format::Format;
use crate::text::{Parse, Parser};
use base::{Bits, Str, Strings};
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// The number of a dialect. Built-in dialects have fixed numbers, so that their opcodes are constants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct DialectId(pub u16);

impl DialectId {
    /// The pseudo-dialect of operations that are known by name only.
    pub const UNREGISTERED: DialectId = DialectId(u16::MAX);
}

/// What an operation is: a dense code to match on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct OpCode {
    /// The dialect.
    pub dialect: DialectId,
    /// The row in the dialect's table; for unregistered operations, the number of the name.
    pub row: u32,
}

impl OpCode {
    /// The code of row `row` of a dialect.
    pub const fn new(dialect: DialectId, row: u32) -> OpCode {
        OpCode { dialect, row }
    }
}

/// A dialect: a name space of operations, types, attributes and enumerations with one meaning in common.
pub struct Dialect {
    /// Its fixed number.
    pub id: DialectId,
    /// What stands before the dot.
    pub name: &'static str,
    /// What it is for, in a paragraph.
    pub doc: &'static str,
    /// Its operations; a row's position is the operation's code.
    pub ops: &'static [OpDef],
    /// Its types.
    pub types: &'static [DialectType],
    /// Its attributes.
    pub attrs: &'static [DialectAttr],
    /// Its enumerations.
    pub enums: &'static [EnumDef],
    /// The operations that make a constant of this dialect from an attribute, for folding. The first that takes the
    /// attribute and the type is used.
    pub constants: &'static [OpCode],
}

/// A type of a dialect, `!dialect.name<…>`.
pub struct DialectType {
    /// Full name with the dialect, `handshake.channel`.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// An example of its text.
    pub example: &'static str,
    /// Reads what follows the name and gives the parameters.
    pub parse: fn(&mut Parser<'_>) -> Parse<Box<[Attr]>>,
    /// Prints what follows the name.
    pub print: fn(&Context, &[Attr], &mut String),
    /// How its values are bits, if they are.
    pub bits: Option<TypeBits>,
}

/// How the values of a type are bits: what evaluation and folding compute with.
#[derive(Clone, Copy)]
pub struct TypeBits {
    /// How many, given the type's parameters; `None` when that cannot be said or counted.
    pub width: fn(&Context, &[Attr]) -> Option<u64>,
    /// The bits of a constant of the type; `None` when the attribute is none.
    pub pack: fn(&Context, &[Attr], Attr) -> Option<Bits>,
    /// The constant that has these bits, which are as many as `width` says.
    pub unpack: fn(&mut Context, &[Attr], &Bits) -> Option<Attr>,
}

/// An attribute of a dialect, `#dialect.name<…>`, or `#dialect<name …>` when what follows its name is not in brackets. A
/// type may follow it.
pub struct DialectAttr {
    /// Full name with the dialect, `hw.param.decl`.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// An example of its text.
    pub example: &'static str,
    /// Reads what follows the name and gives the parameters.
    pub parse: fn(&mut Parser<'_>) -> Parse<Box<[Attr]>>,
    /// Prints what follows the name.
    pub print: fn(&Context, &[Attr], &mut String),
}

/// An enumeration, or a set of flags, that operations carry as an attribute.
pub struct EnumDef {
    /// Full name with the dialect, `arith.fastmath`.
    pub name: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// The cases' names and numbers; for flags a number is a bit or a union of bits.
    pub cases: &'static [(&'static str, u64)],
    /// What is printed between cases, when several may hold at once.
    pub flags: Option<&'static str>,
}

impl EnumDef {
    /// The number of a case.
    pub fn value(&self, case: &str) -> Option<u64> {
        self.cases.iter().find(|(name, _)| *name == case).map(|(_, value)| *value)
    }

    /// The name of the case with exactly this number.
    pub fn case(&self, value: u64) -> Option<&'static str> {
        self.cases.iter().find(|(_, v)| *v == value).map(|(name, _)| *name)
    }
}

// Definitions are records with an identity: two are the same when they are one record.
macro_rules! identity {
    ($($ty:ty),*) => {$(
        impl PartialEq for $ty {
            fn eq(&self, other: &Self) -> bool {
                std::ptr::eq(self, other)
            }
        }
        impl Eq for $ty {}
        impl Hash for $ty {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.name.hash(state);
            }
        }
        impl std::fmt::Debug for $ty {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name)
            }
        }
    )*};
}
identity!(DialectAttr, DialectType, EnumDef, OpDef);

#[derive(Clone)]
struct Registered {
    dialect: &'static Dialect,
    /// The operations' assembly formats, compiled when first used; shared between clones of the context.
    formats: Arc<[OnceLock<Arc<Format>>]>,
    /// For each operation and each of its attributes, the interned name and the default.
    attrs: Arc<[OwnAttrs]>,
}

/// The names and defaults of an operation's own attributes, interned.
pub(crate) struct OwnAttrs {
    pub entries: Box<[(Str, Option<Attr>)]>,
    /// The dictionary of all defaults: what most operations have.
    pub defaults: Attr,
}

/// The registered dialects and the names of everything in them.
#[derive(Clone, Default)]
pub struct Registry {
    dialects: Vec<Option<Registered>>,
    ops: FxHashMap<&'static str, OpCode>,
    types: FxHashMap<&'static str, &'static DialectType>,
    attrs: FxHashMap<&'static str, &'static DialectAttr>,
    enums: FxHashMap<&'static str, &'static EnumDef>,
    /// The rules of what was defined at run time, by full name. They belong to the context, unlike the records, because they
    /// hold its types and attributes.
    rules: FxHashMap<&'static str, Arc<Rules>>,
    unregistered: Strings,
}

impl Registry {
    /// Adds a dialect with its operations' interned attributes. A dialect registered twice is registered once.
    pub(crate) fn register(&mut self, dialect: &'static Dialect, attrs: Arc<[OwnAttrs]>) {
        let slot = dialect.id.0 as usize;
        if self.dialects.len() <= slot {
            self.dialects.resize(slot + 1, None);
        }
        if let Some(known) = &self.dialects[slot] {
            assert!(
                std::ptr::eq(known.dialect, dialect),
                "dialects {} and {} share a number",
                known.dialect.name,
                dialect.name
            );
            return;
        }
        for (row, def) in (0..).zip(dialect.ops) {
            let earlier = self.ops.insert(def.name, OpCode::new(dialect.id, row));
            assert!(earlier.is_none(), "operation {} is defined twice", def.name);
        }
        self.types.extend(dialect.types.iter().map(|def| (def.name, def)));
        self.attrs.extend(dialect.attrs.iter().map(|def| (def.name, def)));
        self.enums.extend(dialect.enums.iter().map(|def| (def.name, def)));
        let formats = dialect.ops.iter().map(|_| OnceLock::new()).collect();
        self.dialects[slot] = Some(Registered { dialect, formats, attrs });
    }

    /// Adds the rules of something that a dialect defines at run time.
    pub(crate) fn add_rules(&mut self, name: &'static str, rules: Rules) {
        self.rules.insert(name, Arc::new(rules));
    }

    /// The rules of an operation, a type or an attribute that was defined at run time.
    pub fn rules(&self, name: &str) -> Option<&Arc<Rules>> {
        self.rules.get(name)
    }

    /// A number that no dialect has, for one that is defined at run time; `None` when all are taken.
    pub fn free_id(&self) -> Option<DialectId> {
        let id = u16::try_from(self.dialects.len()).ok().map(DialectId)?;
        (id != DialectId::UNREGISTERED).then_some(id)
    }

    /// All dialects, in the order of their numbers.
    pub fn dialects(&self) -> impl Iterator<Item = &'static Dialect> {
        self.dialects.iter().flatten().map(|d| d.dialect)
    }

    /// The dialect of this name.
    pub fn dialect(&self, name: &str) -> Option<&'static Dialect> {
        self.dialects().find(|d| d.name == name)
    }

    /// The dialect with this number.
    pub fn dialect_of(&self, code: OpCode) -> Option<&'static Dialect> {
        self.dialects.get(code.dialect.0 as usize)?.as_ref().map(|d| d.dialect)
    }

    /// The code of a registered operation.
    pub fn find_op(&self, name: &str) -> Option<OpCode> {
        self.ops.get(name).copied()
    }

    /// The code of an operation known by name only.
    pub fn unregistered_op(&mut self, name: &str) -> OpCode {
        OpCode::new(DialectId::UNREGISTERED, base::Id::index(self.unregistered.intern(name)) as u32)
    }

    /// The record of an operation; `None` when it is unregistered.
    pub fn def(&self, code: OpCode) -> Option<&'static OpDef> {
        Some(&self.dialects.get(code.dialect.0 as usize)?.as_ref()?.dialect.ops[code.row as usize])
    }

    /// The name of an operation.
    pub fn op_name(&self, code: OpCode) -> &str {
        match self.def(code) {
            Some(def) => def.name,
            None => &self.unregistered[base::Id::from_index(code.row as usize)],
        }
    }

    /// The interned names and defaults of an operation's own attributes, in the order of the record.
    pub(crate) fn own_attrs(&self, code: OpCode) -> Option<&OwnAttrs> {
        Some(&self.dialects.get(code.dialect.0 as usize)?.as_ref()?.attrs[code.row as usize])
    }

    /// The compiled assembly format of a registered operation.
    pub fn format_of(&self, code: OpCode) -> &Arc<Format> {
        let registered =
            self.dialects[code.dialect.0 as usize].as_ref().expect("the operation is registered");
        let def = &registered.dialect.ops[code.row as usize];
        registered.formats[code.row as usize].get_or_init(|| Arc::new(Format::compile(def)))
    }

    /// The definition of a dialect type, by full name.
    pub fn find_type(&self, name: &str) -> Option<&'static DialectType> {
        self.types.get(name).copied()
    }

    /// The definition of a dialect attribute, by full name.
    pub fn find_attr(&self, name: &str) -> Option<&'static DialectAttr> {
        self.attrs.get(name).copied()
    }

    /// The definition of an enumeration, by full name.
    pub fn find_enum(&self, name: &str) -> Option<&'static EnumDef> {
        self.enums.get(name).copied()
    }
}
