//! The operations that programs and patterns are made of.

/// The number of a kind of operation. The first two are there in every alphabet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Opcode(pub u16);

impl Opcode {
    /// An operation that no loaded dialect defines, or a further result of one. It has no operands here: no pattern looks at them.
    pub const FOREIGN: Opcode = Opcode(0);
    /// The argument of a block: a value that no operation makes.
    pub const ARGUMENT: Opcode = Opcode(1);
    /// How many opcodes stand for no operation of a dialect.
    pub const RESERVED: u16 = 2;
}

/// A kind of operation: what IRDL fixes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpKind {
    /// Full name with the dialect.
    pub name: String,
    /// How many operands it has.
    pub operands: u32,
    /// Whether it makes a value.
    pub has_result: bool,
}

/// All kinds of operations, in the order of their opcodes.
#[derive(Clone, Debug)]
pub struct Alphabet {
    kinds: Vec<OpKind>,
}

impl Alphabet {
    /// The alphabet of these kinds; `None` if they are more than opcodes can tell apart.
    pub fn new(operations: impl IntoIterator<Item = OpKind>) -> Option<Alphabet> {
        let reserved = |name: &str, has_result| OpKind { name: name.to_string(), operands: 0, has_result };
        let mut kinds = vec![reserved("(foreign)", true), reserved("(argument)", true)];
        kinds.extend(operations);
        (kinds.len() <= usize::from(u16::MAX)).then_some(Alphabet { kinds })
    }

    /// How many opcodes there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Never: the reserved opcodes are always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// What is known of an opcode.
    pub fn kind(&self, opcode: Opcode) -> &OpKind {
        &self.kinds[usize::from(opcode.0)]
    }

    /// The opcodes of operations of dialects, in order.
    pub fn operations(&self) -> impl Iterator<Item = Opcode> {
        (Opcode::RESERVED..self.kinds.len() as u16).map(Opcode)
    }

    /// The opcode of the operation with this full name.
    pub fn find(&self, name: &str) -> Option<Opcode> {
        self.operations().find(|opcode| self.kind(*opcode).name == name)
    }

    /// The most operands any operation has.
    pub fn max_operands(&self) -> u32 {
        self.kinds.iter().map(|kind| kind.operands).max().expect("the reserved opcodes are there")
    }
}

/// A set of opcodes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct OpcodeSet {
    sorted: Vec<Opcode>,
}

impl OpcodeSet {
    /// Whether an opcode is in it.
    pub fn contains(&self, opcode: Opcode) -> bool {
        self.sorted.binary_search(&opcode).is_ok()
    }

    /// Its opcodes, in order.
    pub fn iter(&self) -> impl Iterator<Item = Opcode> {
        self.sorted.iter().copied()
    }

    /// Whether it has none: a node that no operation can be.
    pub fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }
}

impl FromIterator<Opcode> for OpcodeSet {
    fn from_iter<T: IntoIterator<Item = Opcode>>(opcodes: T) -> OpcodeSet {
        let mut sorted: Vec<Opcode> = opcodes.into_iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        OpcodeSet { sorted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_operations_as_opcodes_tell_apart() {
        let kind = |number: u32| OpKind { name: format!("t.o{number}"), operands: 0, has_result: false };
        let most = u32::from(u16::MAX) - u32::from(Opcode::RESERVED);
        let alphabet = Alphabet::new((0..most).map(kind)).expect("so many fit");
        let last = alphabet.operations().last().expect("there are operations");
        assert_eq!(alphabet.kind(last).name, format!("t.o{}", most - 1));
        assert!(Alphabet::new((0..most + 1).map(kind)).is_none());
    }
}
