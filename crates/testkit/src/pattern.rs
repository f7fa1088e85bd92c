//! Patterns over one line of text: literals, regular expressions and references to what was captured before.
//!
//! `filecheck` needs a variable to be defined and used again within one pattern (`[[A:%.*]] = add [[A]]`), which engines
//! without back references cannot express, so this is a small backtracking one of our own. Alternatives are tried
//! left to right and repetitions take as much as they can. A line feed is never part of a match because patterns are matched
//! a line at a time. The number of steps is bounded: a pattern that explodes is reported, it does not hang the tests.

/// Steps after which a search is given up.
const STEP_LIMIT: usize = 4_000_000;
/// Instructions after which a pattern is refused.
const SIZE_LIMIT: usize = 20_000;
/// Nesting of groups after which a pattern is refused.
const DEPTH_LIMIT: usize = 50;

#[derive(Clone, Debug)]
enum Node {
    Literal(String),
    Any,
    Class { negated: bool, ranges: Vec<(char, char)> },
    LineStart,
    LineEnd,
    WordEdge,
    Concat(Vec<Node>),
    Either(Vec<Node>),
    Repeat { body: Box<Node>, least: usize, most: Option<usize>, greedy: bool },
    Capture(usize, Box<Node>),
    Reference(usize),
}

#[derive(Debug)]
enum Inst {
    Literal(String),
    Any,
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
    LineStart,
    LineEnd,
    WordEdge,
    /// Try the first target, then the second.
    Split(usize, usize),
    Jump(usize),
    /// Remember the position in a slot.
    Save(usize),
    /// Fail when nothing was consumed since the slot was saved: an empty iteration would repeat for ever.
    Progress(usize),
    Reference(usize),
    Accept,
}

/// A pattern under construction: pieces are appended one after the other.
#[derive(Default, Debug)]
pub struct Builder {
    nodes: Vec<Node>,
    captures: usize,
}

/// A compiled pattern.
#[derive(Debug)]
pub struct Pattern {
    code: Vec<Inst>,
    slots: usize,
    captures: usize,
}

/// Where a pattern was found in a line.
#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    /// Byte offset of the first character.
    pub start: usize,
    /// Byte offset after the last character.
    pub end: usize,
    /// Byte ranges of the captures, in the order in which they were added.
    pub captures: Vec<(usize, usize)>,
}

impl Builder {
    /// Appends text to be matched as it stands.
    pub fn literal(&mut self, text: &str) {
        self.nodes.push(Node::Literal(text.to_string()));
    }

    /// Appends a regular expression.
    pub fn regex(&mut self, regex: &str) -> Result<(), String> {
        self.nodes.push(parse(regex)?);
        Ok(())
    }

    /// Appends a regular expression whose match is captured; returns the capture's number.
    pub fn capture(&mut self, regex: &str) -> Result<usize, String> {
        let number = self.captures;
        self.captures += 1;
        self.nodes.push(Node::Capture(number, Box::new(parse(regex)?)));
        Ok(number)
    }

    /// Appends what an earlier capture of this pattern matched.
    pub fn reference(&mut self, capture: usize) {
        self.nodes.push(Node::Reference(capture));
    }

    /// Compiles the pieces appended so far.
    pub fn build(self) -> Result<Pattern, String> {
        let mut pattern = Pattern { code: Vec::new(), slots: 2 * self.captures, captures: self.captures };
        pattern.emit(&Node::Concat(self.nodes))?;
        pattern.code.push(Inst::Accept);
        Ok(pattern)
    }
}

impl Pattern {
    fn emit(&mut self, node: &Node) -> Result<(), String> {
        if self.code.len() > SIZE_LIMIT {
            return Err("the pattern is too large".to_string());
        }
        match node {
            Node::Literal(text) => self.code.push(Inst::Literal(text.clone())),
            Node::Any => self.code.push(Inst::Any),
            Node::Class { negated, ranges } => {
                self.code.push(Inst::Class { negated: *negated, ranges: ranges.clone() });
            }
            Node::LineStart => self.code.push(Inst::LineStart),
            Node::LineEnd => self.code.push(Inst::LineEnd),
            Node::WordEdge => self.code.push(Inst::WordEdge),
            Node::Concat(nodes) => nodes.iter().try_for_each(|node| self.emit(node))?,
            Node::Either(nodes) => {
                let mut exits = Vec::new();
                for (index, node) in nodes.iter().enumerate() {
                    if index + 1 == nodes.len() {
                        self.emit(node)?;
                    } else {
                        let split = self.hole();
                        self.emit(node)?;
                        exits.push(self.hole());
                        self.code[split] = Inst::Split(split + 1, self.code.len());
                    }
                }
                for exit in exits {
                    self.code[exit] = Inst::Jump(self.code.len());
                }
            }
            Node::Repeat { body, least, most, greedy } => {
                (0..*least).try_for_each(|_| self.emit(body))?;
                match most {
                    None => {
                        let slot = self.slots;
                        self.slots += 1;
                        let split = self.hole();
                        self.code.push(Inst::Save(slot));
                        self.emit(body)?;
                        self.code.push(Inst::Progress(slot));
                        self.code.push(Inst::Jump(split));
                        self.code[split] = fork(split + 1, self.code.len(), *greedy);
                    }
                    Some(most) => {
                        let mut splits = Vec::new();
                        for _ in *least..*most {
                            splits.push(self.hole());
                            self.emit(body)?;
                        }
                        for split in splits {
                            self.code[split] = fork(split + 1, self.code.len(), *greedy);
                        }
                    }
                }
            }
            Node::Capture(number, body) => {
                self.code.push(Inst::Save(2 * number));
                self.emit(body)?;
                self.code.push(Inst::Save(2 * number + 1));
            }
            Node::Reference(number) => self.code.push(Inst::Reference(*number)),
        }
        Ok(())
    }

    /// Reserves an instruction that is filled in once its targets are known.
    fn hole(&mut self) -> usize {
        self.code.push(Inst::Jump(usize::MAX));
        self.code.len() - 1
    }

    /// The leftmost match in `line` that starts at or after byte `from`; an error when the search takes too many steps.
    pub fn find(&self, line: &str, from: usize) -> Result<Option<Found>, String> {
        let mut steps = 0;
        let mut start = from;
        loop {
            if let Some(Inst::Literal(text)) = self.code.first() {
                match line[start..].find(text.as_str()) {
                    Some(skip) => start += skip,
                    None => return Ok(None),
                }
            }
            if let Some((end, slots)) = self.run(line, start, &mut steps)? {
                let captures = (0..self.captures).map(|n| (slots[2 * n], slots[2 * n + 1])).collect();
                return Ok(Some(Found { start, end, captures }));
            }
            match line[start..].chars().next() {
                Some(c) => start += c.len_utf8(),
                None => return Ok(None),
            }
        }
    }

    fn run(
        &self,
        line: &str,
        start: usize,
        steps: &mut usize,
    ) -> Result<Option<(usize, Vec<usize>)>, String> {
        enum Undo {
            Retry(usize, usize),
            Restore(usize, usize),
        }
        let mut slots = vec![usize::MAX; self.slots];
        let mut undo = vec![Undo::Retry(0, start)];
        while let Some(last) = undo.pop() {
            let (mut at, mut position) = match last {
                Undo::Restore(slot, old) => {
                    slots[slot] = old;
                    continue;
                }
                Undo::Retry(at, position) => (at, position),
            };
            loop {
                *steps += 1;
                if *steps > STEP_LIMIT {
                    return Err(
                        "the pattern takes too many steps to match; make it more specific".to_string()
                    );
                }
                let rest = &line[position..];
                let eaten = match &self.code[at] {
                    Inst::Literal(text) => rest.starts_with(text.as_str()).then_some(text.len()),
                    Inst::Any => rest.chars().next().map(char::len_utf8),
                    Inst::Class { negated, ranges } => {
                        let inside = |c: char| ranges.iter().any(|&(low, high)| low <= c && c <= high);
                        rest.chars().next().filter(|&c| inside(c) != *negated).map(char::len_utf8)
                    }
                    Inst::LineStart => (position == 0).then_some(0),
                    Inst::LineEnd => rest.is_empty().then_some(0),
                    Inst::WordEdge => {
                        let before = line[..position].chars().next_back().is_some_and(is_word);
                        let after = rest.chars().next().is_some_and(is_word);
                        (before != after).then_some(0)
                    }
                    Inst::Split(first, second) => {
                        undo.push(Undo::Retry(*second, position));
                        at = *first;
                        continue;
                    }
                    Inst::Jump(target) => {
                        at = *target;
                        continue;
                    }
                    Inst::Save(slot) => {
                        undo.push(Undo::Restore(*slot, slots[*slot]));
                        slots[*slot] = position;
                        Some(0)
                    }
                    Inst::Progress(slot) => (slots[*slot] != position).then_some(0),
                    Inst::Reference(number) => {
                        let text = &line[slots[2 * number]..slots[2 * number + 1]];
                        rest.starts_with(text).then_some(text.len())
                    }
                    Inst::Accept => return Ok(Some((position, slots))),
                };
                let Some(eaten) = eaten else { break };
                position += eaten;
                at += 1;
            }
        }
        Ok(None)
    }
}

fn fork(body: usize, exit: usize, greedy: bool) -> Inst {
    if greedy { Inst::Split(body, exit) } else { Inst::Split(exit, body) }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Reads a regular expression: literals, `.`, classes, groups, `|`, `* + ? {m,n}` (lazy with a `?` behind), `^`, `$`, and
/// the escapes `\d \w \s \D \W \S \b \n \t`. Groups only group.
fn parse(regex: &str) -> Result<Node, String> {
    let mut parser = Parser { chars: regex.chars().collect(), at: 0 };
    let node = parser.either(0)?;
    match parser.peek() {
        None => Ok(node),
        Some(c) => Err(format!("unexpected `{c}` in the regular expression `{regex}`")),
    }
}

struct Parser {
    chars: Vec<char>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek();
        self.at += usize::from(c.is_some());
        c
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = text.chars().enumerate().all(|(i, c)| self.chars.get(self.at + i) == Some(&c));
        if found {
            self.at += text.chars().count();
        }
        found
    }

    fn either(&mut self, depth: usize) -> Result<Node, String> {
        if depth > DEPTH_LIMIT {
            return Err("groups are nested too deeply".to_string());
        }
        let mut branches = vec![self.concat(depth)?];
        while self.eat("|") {
            branches.push(self.concat(depth)?);
        }
        Ok(if branches.len() == 1 { branches.remove(0) } else { Node::Either(branches) })
    }

    fn concat(&mut self, depth: usize) -> Result<Node, String> {
        let mut nodes = Vec::new();
        while let Some(c) = self.peek() {
            if c == '|' || c == ')' {
                break;
            }
            let atom = self.atom(depth)?;
            nodes.push(self.repeated(atom)?);
        }
        Ok(Node::Concat(nodes))
    }

    fn atom(&mut self, depth: usize) -> Result<Node, String> {
        let c = self.next().expect("the caller saw a character");
        Ok(match c {
            '.' => Node::Any,
            '^' => Node::LineStart,
            '$' => Node::LineEnd,
            '(' => {
                self.eat("?:");
                let body = self.either(depth + 1)?;
                if !self.eat(")") {
                    return Err("a group lacks its `)`".to_string());
                }
                body
            }
            '[' => self.class()?,
            '*' | '+' | '?' => return Err(format!("`{c}` has nothing to repeat")),
            '\\' => match self.next() {
                None => return Err("the regular expression ends in `\\`".to_string()),
                Some('b') => Node::WordEdge,
                Some(c @ ('D' | 'W' | 'S')) => {
                    let ranges = shorthand(c.to_ascii_lowercase()).expect("it is one of the shorthands");
                    Node::Class { negated: true, ranges }
                }
                Some(c) if c.is_ascii_digit() => {
                    return Err(format!("`\\{c}` is not supported; use a [[VARIABLE]]"));
                }
                Some(c) => match shorthand(c) {
                    Some(ranges) => Node::Class { negated: false, ranges },
                    None => Node::Literal(unescaped(c).to_string()),
                },
            },
            c => Node::Literal(c.to_string()),
        })
    }

    fn repeated(&mut self, mut node: Node) -> Result<Node, String> {
        loop {
            let (least, most) = if self.eat("*") {
                (0, None)
            } else if self.eat("+") {
                (1, None)
            } else if self.eat("?") {
                (0, Some(1))
            } else if self.peek() == Some('{')
                && let Some(counts) = self.counts()?
            {
                counts
            } else {
                return Ok(node);
            };
            let greedy = !self.eat("?");
            node = Node::Repeat { body: Box::new(node), least, most, greedy };
        }
    }

    /// `{m}`, `{m,}` or `{m,n}`, after which the position is on the last brace's successor; anything else is a plain brace.
    fn counts(&mut self) -> Result<Option<(usize, Option<usize>)>, String> {
        let Some(length) = self.chars[self.at..].iter().position(|&c| c == '}') else { return Ok(None) };
        let text: String = self.chars[self.at + 1..self.at + length].iter().collect();
        let (least, most) = text.split_once(',').unwrap_or((&text, &text));
        let Ok(least) = least.parse::<usize>() else { return Ok(None) };
        let most = match most {
            "" => None,
            most => match most.parse::<usize>() {
                Ok(most) => Some(most),
                Err(_) => return Ok(None),
            },
        };
        if least > 1000 || most.is_some_and(|most| most > 1000 || most < least) {
            return Err(format!("`{{{text}}}` is not a possible number of repetitions"));
        }
        self.at += length + 1;
        Ok(Some((least, most)))
    }

    fn class(&mut self) -> Result<Node, String> {
        let open = "a character class lacks its `]`";
        let negated = self.eat("^");
        let mut ranges = Vec::new();
        let mut first = true;
        loop {
            if self.eat("[:") {
                let mut name = String::new();
                while !self.eat(":]") {
                    name.push(self.next().ok_or(open)?);
                }
                ranges.extend(named(&name).ok_or(format!("there is no character class `[:{name}:]`"))?);
                first = false;
                continue;
            }
            let mut low = self.next().ok_or(open)?;
            if low == ']' && !first {
                return Ok(Node::Class { negated, ranges });
            }
            first = false;
            if low == '\\' {
                low = self.next().ok_or(open)?;
                if let Some(more) = shorthand(low) {
                    ranges.extend(more);
                    continue;
                }
                low = unescaped(low);
            }
            let is_range = self.peek() == Some('-') && self.chars.get(self.at + 1).is_some_and(|&c| c != ']');
            if !is_range {
                ranges.push((low, low));
                continue;
            }
            self.at += 1;
            let mut high = self.next().ok_or(open)?;
            if high == '\\' {
                high = unescaped(self.next().ok_or(open)?);
            }
            if high < low {
                return Err(format!("the range `{low}-{high}` is empty"));
            }
            ranges.push((low, high));
        }
    }
}

fn unescaped(c: char) -> char {
    match c {
        'n' => '\n',
        't' => '\t',
        c => c,
    }
}

fn shorthand(c: char) -> Option<Vec<(char, char)>> {
    match c {
        'd' => named("digit"),
        's' => named("space"),
        'w' => named("word"),
        _ => None,
    }
}

fn named(name: &str) -> Option<Vec<(char, char)>> {
    Some(match name {
        "alpha" => vec![('a', 'z'), ('A', 'Z')],
        "digit" => vec![('0', '9')],
        "alnum" => vec![('a', 'z'), ('A', 'Z'), ('0', '9')],
        "word" => vec![('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')],
        "lower" => vec![('a', 'z')],
        "upper" => vec![('A', 'Z')],
        "space" => vec![(' ', ' '), ('\t', '\r')],
        "xdigit" => vec![('0', '9'), ('a', 'f'), ('A', 'F')],
        "punct" => vec![('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find<'t>(regex: &str, line: &'t str) -> Option<&'t str> {
        let mut builder = Builder::default();
        builder.regex(regex).expect(regex);
        let pattern = builder.build().expect(regex);
        pattern.find(line, 0).expect(regex).map(|found| &line[found.start..found.end])
    }

    #[test]
    fn finds_the_leftmost_longest_repetition() {
        for (regex, line, expected) in [
            ("a+", "xaaab", Some("aaa")),
            ("a+?", "xaaab", Some("a")),
            ("%[a-z0-9_]+", "  %v_1 = x", Some("%v_1")),
            ("^b", "ab", None),
            ("b$", "abb", Some("b")),
            ("^$", "", Some("")),
            ("(foo|ba(r|z))+", "xbazfoo!", Some("bazfoo")),
            ("a{2}", "aaa", Some("aa")),
            ("a{2,}", "caaa", Some("aaa")),
            ("xa{0,2}y", "xaay xaaay", Some("xaay")),
            ("a{", "a{", Some("a{")),
            ("[^ ]*=", "ab= c=", Some("ab=")),
            ("[]x-]+", "a]-x", Some("]-x")),
            ("[[:alpha:]_]+", "12ab_3", Some("ab_")),
            (r"\bi32\b", "ui32 i32", Some("i32")),
            (r"\d+\.\d+", "v1.25", Some("1.25")),
            (r"\W+", "ab->c", Some("->")),
            ("(a*)*b", "aaac", None),
            ("(a*)*b", "aaab", Some("aaab")),
            ("ä.", "xäöü", Some("äö")),
            ("", "abc", Some("")),
        ] {
            assert_eq!(find(regex, line), expected, "{regex} in {line}");
        }
    }

    #[test]
    fn a_reference_repeats_its_capture() {
        let mut builder = Builder::default();
        let capture = builder.capture("%.*").expect("valid");
        builder.literal(" = add ");
        builder.reference(capture);
        let pattern = builder.build().expect("small");
        let found = pattern.find("%a = add %b, %c = add %c", 0).expect("cheap").expect("present");
        assert_eq!((found.start, found.captures), (13, vec![(13, 15)]));
        assert_eq!(pattern.find("%a = add %b", 0), Ok(None));
    }

    #[test]
    fn mistakes_in_a_regular_expression_are_reported() {
        for regex in ["(a", "a)", "[a", "*a", "a\\", "[b-a]", "[[:nope:]]", "\\1", "a{5,2}", "a{1001}"] {
            assert!(Builder::default().regex(regex).is_err(), "{regex}");
        }
        assert!(Builder::default().regex(&"(".repeat(100_000)).is_err());
        let mut builder = Builder::default();
        builder.regex("((a{1000}){1000}){1000}").expect("it is well formed");
        assert!(builder.build().is_err());
    }

    #[test]
    fn an_exploding_pattern_ends() {
        let mut builder = Builder::default();
        builder.regex("(a|aa)+b").expect("valid");
        let pattern = builder.build().expect("small");
        assert!(pattern.find(&"a".repeat(200), 0).is_err());
    }
}
