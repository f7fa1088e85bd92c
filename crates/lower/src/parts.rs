//! Arrays in parts: one array of a program as several memories of a circuit, each with ports of its own.
//!
//! A *bank* holds the elements whose subscript in one dimension has one residue modulo the number of banks; every element is in one of them. A *copy* holds all elements. Those who fill a memory before
//! a call and read it afterwards ask here which elements it holds ([`Part::elements`]); for arrays that are arguments, a kernel says so in an attribute ([`PARTS`]).

use base::Bits;
use ir::pass::PassOption;
use ir::{Attr, AttrKind, Context, Ir, Op, Type, TypeKind, dense};
use std::str::FromStr;

/// The attribute of a kernel with a part for each of its arguments, a unit where an argument is no part of an array. Without it, none is.
pub const PARTS: &str = "flowright.parts";

/// Whether arrays become several memories.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Banks {
    /// Every array is one memory.
    #[default]
    Off,
    /// An array is several where the accesses of a round wait for its ports.
    Auto,
}

impl Banks {
    /// Every value of the option.
    pub const ALL: [Banks; 2] = [Banks::Off, Banks::Auto];

    /// Its name as an option.
    pub fn name(self) -> &'static str {
        match self {
            Banks::Off => "off",
            Banks::Auto => "auto",
        }
    }
}

impl FromStr for Banks {
    type Err = ();

    fn from_str(name: &str) -> Result<Banks, ()> {
        Banks::ALL.into_iter().find(|banks| banks.name() == name).ok_or(())
    }
}

/// The option of a lowering that says which.
pub const BANKS: PassOption = PassOption {
    name: "banks",
    doc: "whether an array becomes several memories where the accesses of a round wait for its ports: `auto` makes banks by residues of a subscript that are known in advance, or copies of what is read; `off` leaves every array one memory",
    default: "off",
};

/// What a memory holds of its array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What the array is called in the program.
    pub array: String,
    /// Which part it is, from zero.
    pub number: u32,
    /// How many there are.
    pub count: u32,
    /// Of a bank, the dimension whose subscripts it holds one residue of; a copy has none.
    pub dimension: Option<usize>,
}

impl Part {
    /// In words.
    pub fn words(&self) -> String {
        let Part { number, count, .. } = self;
        match self.dimension {
            Some(dimension) => {
                format!("the elements whose subscript {dimension} is {number} modulo {count}")
            }
            None => format!("copy {number} of {count}"),
        }
    }

    /// The shape of the memory, for one of the array. All banks have one shape; the last words of some may be no elements.
    pub fn shape(&self, array: &[Option<u64>]) -> Vec<Option<u64>> {
        let share = |(at, size): (usize, &Option<u64>)| match self.dimension {
            Some(dimension) if dimension == at => size.map(|size| size.div_ceil(u64::from(self.count))),
            _ => *size,
        };
        array.iter().enumerate().map(share).collect()
    }

    /// For each word of the memory the number of its element in the array, which has this shape; a word may have none.
    pub fn elements(&self, array: &[u64]) -> Vec<Option<usize>> {
        let count = |sizes: &[u64]| sizes.iter().product::<u64>();
        let Some(dimension) = self.dimension.filter(|dimension| *dimension < array.len()) else {
            return (0..count(array) as usize).map(Some).collect();
        };
        let (outer, size, inner) = (&array[..dimension], array[dimension], count(&array[dimension + 1..]));
        let banks = u64::from(self.count);
        let mut elements = Vec::new();
        for row in 0..count(outer) {
            for own in 0..size.div_ceil(banks) {
                let subscript = own * banks + u64::from(self.number);
                let element = |at: u64| ((row * size + subscript) * inner + at) as usize;
                elements.extend((0..inner).map(|at| (subscript < size).then(|| element(at))));
            }
        }
        elements
    }

    /// The type of the memory, for one of the array.
    pub(crate) fn ty(&self, ctx: &mut Context, array: Type) -> Type {
        let TypeKind::Memref { shape, element, space, .. } = ctx[array].clone() else { return array };
        let shape = self.shape(&shape).into();
        ctx.ty(TypeKind::Memref { shape, element, layout: None, space })
    }

    /// What the memory holds of these contents of the array.
    pub(crate) fn contents(&self, ctx: &mut Context, array: Attr) -> Attr {
        let AttrKind::Dense { ty, .. } = ctx[array] else { return array };
        let TypeKind::Tensor { shape, element, encoding } = ctx[ty].clone() else { return array };
        let sizes = dense::dims(ctx, ty).expect("contents have a shape");
        let own = ctx.ty(TypeKind::Tensor { shape: self.shape(&shape).into(), element, encoding });
        let words: Vec<Bits> = match dense::splat_element(ctx, array) {
            // One stands for all.
            Some(element) => vec![element],
            None => {
                let all: Vec<Bits> = dense::elements(ctx, array).map(Iterator::collect).unwrap_or_default();
                let zero = Bits::zero(ctx.scalar_width(element).expect("elements are numbers"));
                let word = |at: Option<usize>| at.map_or(zero.clone(), |at| all[at].clone());
                self.elements(&sizes).into_iter().map(word).collect()
            }
        };
        dense::dense_attr(ctx, own, &words)
    }

    pub(crate) fn attr(&self, ctx: &mut Context) -> Attr {
        let array = ctx.str_attr(&self.array);
        let dimension = self.dimension.map(|dimension| dimension as i64);
        let numbers = [("number", Some(self.number.into())), ("count", Some(self.count.into()))];
        let numbers = numbers.into_iter().chain([("dimension", dimension)]);
        let mut entries = vec![(ctx.str("array"), array)];
        for (name, number) in numbers.filter_map(|(name, number)| Some((name, number?))) {
            let number = ctx.int_attr(number, Type::I64);
            entries.push((ctx.str(name), number));
        }
        ctx.dict_attr(entries)
    }

    fn of_attr(ctx: &Context, attr: Attr) -> Option<Part> {
        let number = |name: &str| ctx.dict_get(attr, name).and_then(|attr| ctx.int_value(attr));
        let part = Part {
            array: ctx.str_value(ctx.dict_get(attr, "array")?)?.to_owned(),
            number: number("number")?.try_into().ok()?,
            count: number("count")?.try_into().ok()?,
            dimension: number("dimension").map(usize::try_from).transpose().ok()?,
        };
        (part.number < part.count).then_some(part)
    }
}

/// The parts that the arguments of a kernel are, in their order; there may be fewer than arguments.
pub fn parts(ir: &Ir, kernel: Op) -> Vec<Option<Part>> {
    let list = ir.attr(kernel, PARTS).map(|attr| &ir.ctx[attr]);
    let Some(AttrKind::Array(list)) = list else { return Vec::new() };
    list.iter().map(|attr| Part::of_attr(&ir.ctx, *attr)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(number: u32, count: u32, dimension: Option<usize>) -> Part {
        Part { array: "a".to_owned(), number, count, dimension }
    }

    #[test]
    fn every_element_is_in_one_bank_and_in_every_copy() {
        let shapes: [&[u64]; 7] = [&[8], &[7], &[1], &[3, 4], &[5, 3, 2], &[0, 4], &[]];
        for shape in shapes {
            let size = shape.iter().product::<u64>() as usize;
            for count in [2, 3, 4] {
                for dimension in 0..shape.len() {
                    let banks = (0..count).map(|number| part(number, count, Some(dimension)));
                    let open: Vec<Option<u64>> = shape.iter().copied().map(Some).collect();
                    let words = |part: &Part| part.shape(&open).iter().flatten().product::<u64>() as usize;
                    assert!(banks.clone().all(|bank| bank.elements(shape).len() == words(&bank)));
                    let mut held: Vec<usize> =
                        banks.flat_map(|bank| bank.elements(shape)).flatten().collect();
                    held.sort_unstable();
                    assert!(held.iter().copied().eq(0..size), "{shape:?} by {dimension} in {count}");
                }
                let copy = part(1, count, None).elements(shape);
                assert!(copy.into_iter().eq((0..size).map(Some)));
            }
        }
    }

    #[test]
    fn a_bank_has_its_residue_of_a_dimension() {
        let check = |number, dimension, shape: &[u64], expected: &[usize]| {
            let held: Vec<usize> =
                part(number, 2, Some(dimension)).elements(shape).into_iter().flatten().collect();
            assert_eq!(held, expected);
        };
        check(0, 0, &[5], &[0, 2, 4]);
        check(1, 0, &[5], &[1, 3]);
        check(1, 0, &[3, 2], &[2, 3]);
        check(1, 1, &[2, 4], &[1, 3, 5, 7]);
        assert_eq!(part(1, 2, Some(0)).elements(&[5]), [Some(1), Some(3), None]);
    }
}
