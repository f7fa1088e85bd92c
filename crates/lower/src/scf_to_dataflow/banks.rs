//! Which arrays become several memories: those with a port that several accesses of one round of a loop would wait for.
//!
//! A memory has a port for reads and one for writes, each for one access a cycle. Two ways give an array more of them. **Banks** hold the elements of one residue each of a subscript modulo a power of two;
//! every access has to be of one bank in all its rounds, so its subscript must be an affine form with all factors divisible by that power. Nothing is taken to have a residue that is not proved to have it.
//! **Copies** hold the same; the reads of a round are dealt out over them. An array that is written has none.
//!
//! Of all ways that there are for an array the one is taken with the fewest rounds that wait, then with the fewest words, then with the fewest memories. What the ways of several arrays gain together is for those to say who
//! know the circuit; here one that waits less in some loop and longer in none counts as better.

use super::forms::{Form, Forms, Reading};
use super::loops;
use super::records::{Record, line};
use crate::streams::memory::{Memories, Memory, Split, name};
use base::text::counted;
use dialects::{memref, scf};
use ir::{Block, Ir, Op, TypeKind};
use rustc_hash::FxHashMap;

/// The attribute of a kernel with what its arrays became, and why.
pub const ARRAYS: &str = "flowright.arrays";

/// What an array `became` that has no parts.
pub const ONE_MEMORY: &str = "one memory";
/// Most copies of an array.
const COPIES: u32 = 4;
/// The numbers of banks that an array may have.
const BANKS: [u32; 2] = [2, 4];

/// What the arrays of a function become.
pub(super) struct Chosen {
    /// The parts of each, if it has several.
    pub splits: Vec<Option<Split>>,
    /// A record for every array with ports that accesses of a round wait for: `array`, `became` and `reason`.
    pub records: Vec<Record>,
}

/// Looks for arrays with too few ports.
pub(super) fn choose(ir: &Ir, function: Op, memories: &Memories) -> Chosen {
    let mut forms = [Reading::Index, Reading::Round].map(|reading| Forms::new(ir, reading));
    let mut accesses: Vec<Vec<Access>> = memories.list().iter().map(|_| Vec::new()).collect();
    for op in ir.walk(function) {
        if let Some(access) = memories.access(ir, op) {
            let writes = access.stored.is_some();
            let subscripts = ir.operands(op).skip(1 + usize::from(writes));
            let forms = subscripts.map(|value| forms.each_mut().map(|forms| forms.of(value))).collect();
            let around = loops::around(ir, op).next();
            accesses[access.memory].push(Access { op, writes, around, forms });
        }
    }
    let structure: Vec<Op> = ir.walk_post_order(function);
    let mut chosen = Chosen { splits: Vec::new(), records: Vec::new() };
    for (memory, accesses) in memories.list().iter().zip(accesses) {
        let (split, record) = Array { ir, memory, accesses, structure: &structure }.choose();
        chosen.splits.push(split);
        chosen.records.extend(record);
    }
    chosen
}

/// A read or a write.
struct Access {
    op: Op,
    writes: bool,
    /// The innermost loop around it.
    around: Option<Op>,
    /// Its subscripts, each in both readings.
    forms: Vec<[Form; 2]>,
}

impl Access {
    /// What a subscript is modulo a power of two, if that is the same in all rounds.
    fn residue(&self, dimension: usize, modulo: u32) -> Option<u32> {
        let modulo = i64::from(modulo);
        let is_fixed = |form: &&Form| form.terms.iter().all(|(_, factor)| factor % modulo == 0);
        let form = self.forms[dimension].iter().find(is_fixed)?;
        // A form may be right modulo 2^64 only, which a power of two divides.
        Some(form.constant.rem_euclid(modulo) as u32)
    }
}

/// An array and all its accesses.
struct Array<'a> {
    ir: &'a Ir,
    memory: &'a Memory,
    accesses: Vec<Access>,
    /// The operations of the function, those inside of others before them.
    structure: &'a [Op],
}

/// How often the ports of an array are taken in a round of a loop: the reads of every part, then the writes.
struct Round {
    around: Op,
    taken: Vec<u32>,
}

impl Round {
    /// Accesses to the port that has most of them.
    fn busiest(&self) -> u32 {
        self.taken.iter().copied().max().unwrap_or(0)
    }
}

impl Array<'_> {
    fn choose(&self) -> (Option<Split>, Option<Record>) {
        let whole = Split { count: 1, dimension: None, of: FxHashMap::default() };
        let rounds = self.rounds(&whole);
        let Some(worst) = rounds.iter().max_by_key(|round| round.busiest()) else { return (None, None) };
        if worst.busiest() < 2 {
            return (None, None);
        }
        let now = waits(&rounds);
        let ways = self.banks().into_iter().chain(self.copies());
        let best = ways
            .map(|split| (waits(&self.rounds(&split)), split))
            .filter(|(waits, _)| *waits < now)
            .min_by_key(|(waits, split)| {
                let words = if split.dimension.is_some() { 1 } else { split.count };
                (*waits, words, split.count)
            });
        let what = if worst.taken[0] < worst.taken[1] { "write" } else { "read" };
        let place = line(self.ir, worst.around);
        let busy = format!("{} a round in the loop at {place}", counted(worst.busiest(), what));
        let (became, reason) = match &best {
            Some((_, split)) => {
                let rounds = self.rounds(split);
                let after = rounds.iter().find(|round| round.around == worst.around);
                let after = after.map_or(0, Round::busiest);
                (words(split), format!("{busy}, at most {after} of one memory then"))
            }
            None => (ONE_MEMORY.to_owned(), format!("{busy}; {}", self.why_not(worst.around))),
        };
        let array = name(self.ir, self.memory).unwrap_or_default();
        let record = vec![("array", array), ("became", became), ("reason", reason)];
        (best.map(|(_, split)| split), Some(record))
    }

    /// All ways to make banks of it.
    fn banks(&self) -> Vec<Split> {
        let ways = BANKS.into_iter().flat_map(|count| self.dimensions(count).map(move |at| (count, at)));
        let split = |(count, dimension): (u32, usize)| {
            let bank = |access: &Access| Some((access.op, access.residue(dimension, count)?));
            let of = self.accesses.iter().map(bank).collect::<Option<_>>()?;
            Some(Split { count, dimension: Some(dimension), of })
        };
        ways.filter_map(split).collect()
    }

    /// The dimensions that have elements for so many banks.
    fn dimensions(&self, count: u32) -> impl Iterator<Item = usize> {
        let TypeKind::Memref { shape, .. } = &self.ir.ctx[self.memory.ty] else {
            unreachable!("an array has a shape")
        };
        let is_enough = move |size: &Option<u64>| size.is_none_or(|size| size >= u64::from(count));
        let enough: Vec<usize> =
            shape.iter().enumerate().filter(|(_, size)| is_enough(size)).map(|(at, _)| at).collect();
        enough.into_iter()
    }

    /// All ways to make copies of it: the reads of a loop go to one after the other.
    fn copies(&self) -> Vec<Split> {
        if self.memory.is_written {
            return Vec::new();
        }
        let split = |count: u32| {
            let mut dealt: FxHashMap<Option<Op>, u32> = FxHashMap::default();
            let mut of = FxHashMap::default();
            for access in &self.accesses {
                let next = dealt.entry(access.around).or_default();
                of.insert(access.op, *next % count);
                *next += 1;
            }
            Split { count, dimension: None, of }
        };
        (2..=COPIES).map(split).collect()
    }

    /// How often ports are taken in a round of each loop. Of the two sides of a choice the one counts that takes a port more often; what is in a loop inside is of the rounds of that loop.
    fn rounds(&self, split: &Split) -> Vec<Round> {
        let accesses: FxHashMap<Op, bool> = self.accesses.iter().map(|one| (one.op, one.writes)).collect();
        let ports = 2 * split.count as usize;
        let mut in_block: FxHashMap<Block, Vec<u32>> = FxHashMap::default();
        let mut rounds = Vec::new();
        for op in self.structure.iter().copied() {
            let mut taken = vec![0; ports];
            let regions = self.ir.regions(op).iter().filter_map(|region| self.ir.entry(*region));
            let inside = regions.filter_map(|block| in_block.get(&block));
            match (self.ir.code(op), accesses.get(&op)) {
                (memref::LOAD | memref::STORE, Some(writes)) => {
                    let part = split.of.get(&op).copied().unwrap_or(0);
                    taken[(part + u32::from(*writes) * split.count) as usize] = 1;
                }
                (scf::FOR | scf::WHILE, _) => {
                    inside.for_each(|inside| add(&mut taken, inside));
                    rounds.push(Round { around: op, taken });
                    continue;
                }
                (scf::IF, _) => inside.for_each(|inside| {
                    taken.iter_mut().zip(inside).for_each(|(all, one)| *all = (*all).max(*one));
                }),
                _ => continue,
            }
            if let Some(block) = self.ir.parent_block(op) {
                add(in_block.entry(block).or_insert_with(|| vec![0; ports]), &taken);
            }
        }
        rounds
    }

    /// Why there are no ways that are better, in words: the access that has no bank, or two that have the same.
    fn why_not(&self, around: Op) -> String {
        let place = |access: &Access| {
            let what = if access.writes { "write" } else { "read" };
            format!("the {what} at {}", line(self.ir, access.op))
        };
        let in_vain = |dimension: usize, count: u32| {
            self.accesses.iter().filter(move |access| access.residue(dimension, count).is_none())
        };
        // The dimension of which most is known.
        let dimension = self.dimensions(BANKS[0]).min_by_key(|at| in_vain(*at, BANKS[0]).count());
        let Some(dimension) = dimension else { return "it has too few elements for banks".to_owned() };
        let no_copies =
            if self.memory.is_written { "it is written, so that it has no copies, and " } else { "" };
        if let Some(access) = in_vain(dimension, BANKS[0]).next() {
            let modulo = BANKS[0];
            return format!(
                "{no_copies}subscript {dimension} of {} is not known modulo {modulo}",
                place(access)
            );
        }
        let known = BANKS.into_iter().rev().find(|count| in_vain(dimension, *count).next().is_none());
        let modulo = known.unwrap_or(BANKS[0]);
        let here: Vec<&Access> =
            self.accesses.iter().filter(|access| access.around == Some(around)).collect();
        let same = |a: &Access, b: &Access| {
            a.writes == b.writes && a.residue(dimension, modulo) == b.residue(dimension, modulo)
        };
        let pairs = here.iter().enumerate().flat_map(|(at, a)| here[at + 1..].iter().map(move |b| (*a, *b)));
        match pairs.into_iter().find(|(a, b)| same(a, b)) {
            Some((a, b)) => {
                format!("{no_copies}{} and {} are the same modulo {modulo}", place(a), place(b))
            }
            None => format!("{no_copies}no banks have fewer"),
        }
    }
}

/// How long rounds of all loops wait for ports, one of each.
fn waits(rounds: &[Round]) -> u32 {
    rounds.iter().map(|round| round.busiest().saturating_sub(1)).sum()
}

fn add(all: &mut [u32], more: &[u32]) {
    all.iter_mut().zip(more).for_each(|(all, more)| *all += more);
}

/// What an array becomes.
fn words(split: &Split) -> String {
    match split.dimension {
        Some(dimension) => format!("{} banks by subscript {dimension}", split.count),
        None => format!("{} copies", split.count),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Diagnostics;
    use ir::Context;
    use ir::text::{ParseOptions, parse};

    /// What becomes of the arrays of `f(%a: memref<16xi32>, %m: memref<6x10xi32>, %o: memref<?xi32>, %n: index, %v: i32)` with a body.
    fn check(body: &str, expected: &[&str]) {
        let text = format!(
            "func.func @f(%a: memref<16xi32>, %m: memref<6x10xi32>, %o: memref<?xi32>, %n: index, %v: i32) {{\n\
            %c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%c2 = arith.constant 2 : index\n\
            %c3 = arith.constant 3 : index\n%c4 = arith.constant 4 : index\n{body}\nreturn\n}}"
        );
        let mut ir = Ir::new(Context::new(dialects::all()));
        let mut diags = Diagnostics::default();
        let source = ir.ctx.sources.add("test", text);
        let module = parse(&mut ir, source, ParseOptions::default(), &mut diags);
        let module = module.unwrap_or_else(|| panic!("{diags:?}"));
        let function = ir.walk(module)[1];
        let memories = Memories::of(&ir, module, function);
        let chosen = choose(&ir, function, &memories);
        let said = |record: &Record| {
            let words: Vec<&str> = record.iter().map(|(_, text)| text.as_str()).collect();
            words.join(": ")
        };
        assert_eq!(chosen.records.iter().map(said).collect::<Vec<_>>(), expected, "{body}");
    }

    /// Two subscripts of `%a`, in a loop that counts by two.
    fn in_loop(accesses: &str) -> String {
        format!("scf.for %i = %c0 to %n step %c2 {{\n%j = arith.addi %i, %c1 : index\n{accesses}\n}}")
    }

    const READS: &str =
        "%x = memref.load %a[%i] : memref<16xi32>\n%y = memref.load %a[%j] : memref<16xi32>\n";
    const WRITE: &str = "memref.store %v, %a[%i] : memref<16xi32>\n";

    #[test]
    fn residues_that_are_known_make_banks() {
        check(
            &in_loop(READS),
            &[
                "a: 2 banks by subscript 0: 2 reads a round in the loop at line 7, at most 1 of one memory then",
            ],
        );
        check(
            &in_loop(&format!("{READS}{WRITE}")),
            &[
                "a: 2 banks by subscript 0: 2 reads a round in the loop at line 7, at most 1 of one memory then",
            ],
        );
        check(
            &in_loop(&format!("{WRITE}memref.store %v, %a[%j] : memref<16xi32>")),
            &[
                "a: 2 banks by subscript 0: 2 writes a round in the loop at line 7, at most 1 of one memory then",
            ],
        );
        // Rows of the same parity in every round.
        check(
            "scf.for %i = %c0 to %n step %c1 {\n%x = memref.load %m[%c2, %i] : memref<6x10xi32>\n\
            memref.store %x, %m[%c0, %i] : memref<6x10xi32>\n%y = memref.load %m[%c3, %i] : memref<6x10xi32>\n}",
            &[
                "m: 2 banks by subscript 0: 2 reads a round in the loop at line 7, at most 1 of one memory then",
            ],
        );
        // An array of any size.
        check(
            &in_loop(&READS.replace("%a", "%o").replace("16xi32", "?xi32")),
            &[
                "o: 2 banks by subscript 0: 2 reads a round in the loop at line 7, at most 1 of one memory then",
            ],
        );
    }

    #[test]
    fn what_is_only_read_has_copies() {
        let third = format!("{READS}%z = memref.load %a[%n] : memref<16xi32>");
        check(
            &in_loop(&third),
            &["a: 3 copies: 3 reads a round in the loop at line 7, at most 1 of one memory then"],
        );
        let six = format!(
            "{third}\n{}",
            third.replace("%x =", "%p =").replace("%y =", "%q =").replace("%z =", "%r =")
        );
        check(
            &in_loop(&six),
            &["a: 3 copies: 6 reads a round in the loop at line 7, at most 2 of one memory then"],
        );
    }

    #[test]
    fn an_access_of_any_residue_forbids_banks_and_a_write_copies() {
        check(
            &in_loop(&format!("{READS}memref.store %v, %a[%n] : memref<16xi32>")),
            &[
                "a: one memory: 2 reads a round in the loop at line 7; it is written, so that it has no copies, and subscript 0 of the write at line 11 is not known modulo 2",
            ],
        );
        // A subscript that is data.
        check(
            &in_loop(&format!(
                "{READS}%d = arith.index_cast %x : i32 to index\nmemref.store %v, %a[%d] : memref<16xi32>"
            )),
            &[
                "a: one memory: 2 reads a round in the loop at line 7; it is written, so that it has no copies, and subscript 0 of the write at line 12 is not known modulo 2",
            ],
        );
        // Outside of the loop, too.
        check(
            &format!("{}\nmemref.store %v, %a[%n] : memref<16xi32>", in_loop(READS)),
            &[
                "a: one memory: 2 reads a round in the loop at line 7; it is written, so that it has no copies, and subscript 0 of the write at line 13 is not known modulo 2",
            ],
        );
        // Twice whatever it is, it is even.
        check(
            &in_loop(&format!(
                "{READS}%k = arith.index_cast %v : i32 to index\n%l = arith.muli %k, %c2 : index\nmemref.store %v, %a[%l] : memref<16xi32>"
            )),
            &[
                "a: 2 banks by subscript 0: 2 reads a round in the loop at line 7, at most 1 of one memory then",
            ],
        );
        check(
            &in_loop(&format!(
                "{READS}%l = arith.divui %i, %c2 : index\nmemref.store %v, %a[%l] : memref<16xi32>"
            )),
            &[
                "a: one memory: 2 reads a round in the loop at line 7; it is written, so that it has no copies, and subscript 0 of the write at line 12 is not known modulo 2",
            ],
        );
    }

    #[test]
    fn accesses_of_one_residue_share_a_bank() {
        let apart = READS.replace("[%j]", "[%k]");
        check(
            &format!("scf.for %i = %c0 to %n step %c4 {{\n%k = arith.addi %i, %c4 : index\n{apart}{WRITE}}}"),
            &[
                "a: one memory: 2 reads a round in the loop at line 7; it is written, so that it has no copies, and the read at line 9 and the read at line 10 are the same modulo 4",
            ],
        );
    }

    #[test]
    fn a_port_that_nobody_waits_for_is_enough() {
        let one = "%x = memref.load %a[%i] : memref<16xi32>\n";
        check(&in_loop(&format!("{one}{WRITE}")), &[]);
        // Once each, and not in a loop.
        check("%x = memref.load %a[%c0] : memref<16xi32>\n%y = memref.load %a[%c1] : memref<16xi32>", &[]);
        // Only one side of a choice is taken.
        check(
            &in_loop(&format!(
                "%c = arith.cmpi eq, %i, %n : index\nscf.if %c {{\n{one}}} else {{\n%y = memref.load %a[%j] : memref<16xi32>\n}}"
            )),
            &[],
        );
        // A round of the inner loop is not one of the outer.
        check(
            &in_loop(&format!(
                "{one}{}",
                in_loop(one).replace("%i", "%p").replace("%j", "%q").replace("%x", "%z")
            )),
            &[],
        );
    }
}
