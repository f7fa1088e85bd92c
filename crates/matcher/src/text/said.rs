//! How facts are said in texts: each bit is an attribute of its own, and what is asked of it is that it is there, that it is a constant, or a constraint of the host.
//!
//! The attributes of which a constraint holds are written out here, so that whoever reads the text is compared with this list and not with itself.

/// Constraints, with attributes of which they hold and others of which they do not.
const CONSTRAINTS: [(&str, [&str; 4], [&str; 5]); 5] = [
    (
        "is_all_ones",
        ["-1 : i32", "255 : i8", "true", "-1 : index"],
        ["0 : i32", "127 : i8", "1 : i64", "-1.0 : f32", "unit"],
    ),
    (
        "is_negative",
        ["-1 : i32", "-128 : i8", "true", "-7 : index"],
        ["0 : i32", "127 : i8", "false", "255 : ui8", "-1.0 : f32"],
    ),
    (
        "is_one",
        ["1 : i32", "1 : i8", "true", "1 : index"],
        ["0 : i32", "-1 : i8", "3 : i64", "1.0 : f32", "\"1\""],
    ),
    (
        "is_power_of_two",
        ["1 : i32", "64 : i8", "-128 : i8", "1024 : i64"],
        ["0 : i32", "3 : i8", "-2 : i64", "2.0 : f32", "[2]"],
    ),
    (
        "is_zero",
        ["0 : i32", "0 : i1", "0 : index", "0 : i64"],
        ["1 : i32", "-1 : i8", "true", "0.0 : f32", "unit"],
    ),
];

/// The constant that an attribute is to be, and others.
const CONSTANT: &str = "5 : i32";
const OTHERS: [&str; 5] = ["4 : i32", "5 : i64", "\"5\"", "5.0 : f32", "unit"];

/// What is asked of an attribute.
enum Question {
    IsThere,
    IsConstant,
    /// A constraint by its number, and whether it is negated.
    Holds(usize, bool),
}

/// The attribute that a fact is.
fn attribute(bit: u32) -> String {
    format!("fact{bit}")
}

/// The bits of facts.
fn bits(facts: u64) -> impl Iterator<Item = u32> {
    (0..u64::BITS).filter(move |bit| facts >> bit & 1 != 0)
}

/// What a bit asks. All ways take turns.
fn question(bit: u32) -> Question {
    match bit as usize % WAYS as usize {
        0 => Question::IsThere,
        1 => Question::IsConstant,
        way => Question::Holds((way - 2) / 2, way.is_multiple_of(2)),
    }
}

/// How many ways there are to say a fact: so many facts have all of them.
pub const WAYS: u32 = 2 + 2 * CONSTRAINTS.len() as u32;

/// What a node of a pattern asks.
#[derive(Default)]
pub struct Asked {
    /// Lines that stand before its operation.
    pub before: String,
    /// The attributes of the operation.
    pub attributes: String,
    /// Lines that stand behind it.
    pub behind: String,
}

/// What a node of a pattern asks that wants these facts.
pub fn asked(node: u32, facts: u64) -> Asked {
    let mut asked = Asked::default();
    let mut names = Vec::new();
    for bit in bits(facts) {
        let value = format!("%n{node}f{bit}");
        let constant = if matches!(question(bit), Question::IsConstant) { CONSTANT } else { "" };
        let equals = if constant.is_empty() { "" } else { " = " };
        asked.before += &format!("  {value} = attribute{equals}{constant}\n");
        names.push(format!("\"{}\" = {value}", attribute(bit)));
        if let Question::Holds(number, negated) = question(bit) {
            let (name, ..) = CONSTRAINTS[number];
            let negated = if negated { " {isNegated = true}" } else { "" };
            asked.behind +=
                &format!("  apply_native_constraint \"{name}\"({value} : !pdl.attribute){negated}\n");
        }
    }
    asked.attributes = in_braces(&names);
    asked
}

fn in_braces(words: &[String]) -> String {
    if words.is_empty() { String::new() } else { format!(" {{{}}}", words.join(", ")) }
}

/// The attributes of an operation for which, of the facts of these bits, those hold. Which of several attributes it is, follows from the number of the operation.
pub fn attributes(entry: u32, holding: u64, all: u64) -> String {
    let attributes: Vec<String> =
        bits(all).filter_map(|bit| said(entry, bit, holding >> bit & 1 != 0)).collect();
    in_braces(&attributes)
}

/// The attribute of a fact. One that does not hold may be without it.
fn said(entry: u32, bit: u32, holds: bool) -> Option<String> {
    let values: &[&str] = match question(bit) {
        Question::IsThere => return holds.then(|| attribute(bit)),
        Question::IsConstant if holds => &[CONSTANT],
        Question::IsConstant => &OTHERS,
        Question::Holds(number, negated) => {
            let (_, yes, no) = &CONSTRAINTS[number];
            if holds != negated { yes } else { no }
        }
    };
    let which = (entry + bit) as usize;
    let value =
        if holds { Some(&values[which % values.len()]) } else { values.get(which % (values.len() + 1)) };
    value.map(|value| format!("{} = {value}", attribute(bit)))
}
