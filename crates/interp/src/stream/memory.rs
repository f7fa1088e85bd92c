//! Memories of a network: rows of words that know which of them were written.

use crate::code::words;
use crate::value::Value;
use base::Bits;
use ir::{Ir, Op, Type, TypeKind, dense};

/// A memory.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Whether it is an array that the caller gives.
    pub is_argument: bool,
    shape: Vec<u64>,
    element: Type,
    width: u32,
    /// Elements one after the other.
    data: Vec<u64>,
    written: Vec<bool>,
}

/// The largest memory of a kernel, in elements.
const MAX_ELEMENTS: u64 = 1 << 28;

impl Memory {
    /// An array that is still to be given.
    pub fn missing(element: Type) -> Memory {
        let (shape, data, written) = (Vec::new(), Vec::new(), Vec::new());
        Memory { is_argument: true, shape, element, width: 0, data, written }
    }

    /// An array with these elements.
    pub fn argument(ir: &Ir, shape: &[u64], element: Type, elements: &[Option<Bits>]) -> Memory {
        let width = ir.ctx.scalar_width(element).expect("the type of the argument was checked");
        let zero = Bits::zero(width);
        let data = elements.iter().flat_map(|bits| bits.as_ref().unwrap_or(&zero).words()).copied().collect();
        let written = elements.iter().map(Option::is_some).collect();
        Memory { is_argument: true, shape: shape.to_vec(), element, width, data, written }
    }

    /// The memory of a `handshake.ram`; `None` if its type is no array of known size.
    pub fn ram(ir: &Ir, op: Op) -> Option<Memory> {
        let TypeKind::Memref { shape, element, .. } = &ir.ctx[ir.ty(ir.result(op, 0))] else { return None };
        let shape = shape.iter().copied().collect::<Option<Vec<u64>>>()?;
        let count = dense::count(&shape)?;
        let width = ir.ctx.scalar_width(*element)?;
        if count > MAX_ELEMENTS {
            return None;
        }
        let elements = ir.attr(op, "initialValue").and_then(|attr| dense::elements(&ir.ctx, attr))?;
        let data: Vec<u64> = elements.flat_map(|bits| bits.words().to_vec()).collect();
        let written = vec![true; count as usize];
        Some(Memory { is_argument: false, shape, element: *element, width, data, written })
    }

    /// How many elements it has.
    pub fn len(&self) -> u64 {
        self.written.len() as u64
    }

    /// The words of an element that is there.
    pub fn load(&self, address: u64) -> &[u64] {
        let size = words(self.width) as usize;
        &self.data[address as usize * size..][..size]
    }

    /// Writes an element that is there.
    pub fn store(&mut self, address: u64, value: &[u64]) {
        let size = words(self.width) as usize;
        self.data[address as usize * size..][..size].copy_from_slice(&value[..size]);
        self.written[address as usize] = true;
    }

    /// The array as a value.
    pub fn value(&self) -> Value {
        let size = words(self.width) as usize;
        let elements = self.data.chunks_exact(size.max(1)).zip(&self.written);
        let data = elements.map(|(words, written)| written.then(|| Bits::from_words(self.width, words)));
        Value::Memref { shape: self.shape.clone(), element: self.element, data: data.collect() }
    }
}
