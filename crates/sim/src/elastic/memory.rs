//! A memory's words.

use base::Bits;

/// The words of a memory, all of one width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    width: u32,
    /// Words of 64 bits that a word of the memory takes.
    stride: usize,
    data: Vec<u64>,
}

impl Memory {
    /// A memory of zeros.
    pub fn new(width: u32, words: usize) -> Memory {
        let stride = width.div_ceil(64).max(1) as usize;
        Memory { width, stride, data: vec![0; stride * words] }
    }

    /// A memory with these words, each of the width.
    pub fn from_words(width: u32, words: impl IntoIterator<Item = Bits>) -> Memory {
        let mut memory = Memory::new(width, 0);
        for word in words {
            assert_eq!(word.width(), width, "a word has the width of its memory");
            let at = memory.data.len();
            memory.data.resize(at + memory.stride, 0);
            memory.data[at..at + word.words().len()].copy_from_slice(word.words());
        }
        memory
    }

    /// Bits of a word.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.data.len() / self.stride
    }

    /// Whether there is no word.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// A word; zero past the end.
    pub fn get(&self, index: usize) -> Bits {
        match self.words(index as u64) {
            Some(words) => Bits::from_words(self.width, words),
            None => Bits::zero(self.width),
        }
    }

    /// Sets a word; nothing past the end.
    pub fn set(&mut self, index: usize, value: &Bits) {
        if let Some(words) = self.words_mut(index as u64) {
            words[..value.words().len()].copy_from_slice(value.words());
        }
    }

    /// All words in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Bits> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    /// All words of 64 bits.
    #[cfg(feature = "jit")]
    pub(crate) fn raw(&mut self) -> &mut [u64] {
        &mut self.data
    }

    #[inline]
    pub(super) fn words(&self, index: u64) -> Option<&[u64]> {
        let at = usize::try_from(index).ok()?.checked_mul(self.stride)?;
        self.data.get(at..)?.get(..self.stride)
    }

    #[inline]
    pub(super) fn words_mut(&mut self, index: u64) -> Option<&mut [u64]> {
        let at = usize::try_from(index).ok()?.checked_mul(self.stride)?;
        self.data.get_mut(at..)?.get_mut(..self.stride)
    }
}
