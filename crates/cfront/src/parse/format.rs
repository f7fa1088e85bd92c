//! The format of `printf`: which conversions it has, and whether the arguments are what they print.

use super::{Parser, Read};
use crate::token::Place as Origin;
use crate::tree::Expr;
use crate::types::{FloatType, IntType, Rank, Type};
use base::Diagnostic;
use base::codes::C_FORMAT;
use base::text::counted;

/// What an argument has to be.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Wanted {
    /// `int`, or narrower before its promotion.
    Int,
    /// An integer of 64 bits.
    Long,
    Double,
    Str,
}

impl Wanted {
    fn text(self) -> &'static str {
        match self {
            Wanted::Int => "int",
            Wanted::Long => "long",
            Wanted::Double => "double",
            Wanted::Str => "const char *",
        }
    }

    fn takes(self, ty: &Type) -> bool {
        match (self, ty) {
            (Wanted::Int, Type::Int(int)) => int.rank == Rank::Int,
            (Wanted::Long, Type::Int(int)) => matches!(int.rank, Rank::Long | Rank::LongLong),
            (Wanted::Double, Type::Float(float)) => *float == FloatType::Double,
            (Wanted::Str, Type::Pointer { to, .. }) => {
                matches!(&**to, Type::Int(IntType { rank: Rank::Char, .. }))
            }
            _ => false,
        }
    }
}

/// A format taken apart: each argument it wants, with the conversion that does, or what is wrong with it.
fn wanted(format: &[u8]) -> Result<Vec<(Wanted, String)>, String> {
    let mut wanted = Vec::new();
    let mut at = 0;
    while let Some(start) = format[at..].iter().position(|byte| *byte == b'%').map(|offset| at + offset) {
        at = start + 1;
        let byte = |at: usize| format.get(at).copied().unwrap_or(0);
        let text = |end: usize| format[start..end.min(format.len())].escape_ascii().to_string();
        while matches!(byte(at), b'-' | b'+' | b' ' | b'#' | b'0') {
            at += 1;
        }
        let mut number = |mut at: usize| {
            if byte(at) == b'*' {
                wanted.push((Wanted::Int, text(at + 1)));
                return at + 1;
            }
            while byte(at).is_ascii_digit() {
                at += 1;
            }
            at
        };
        at = number(at);
        if byte(at) == b'.' {
            at = number(at + 1);
        }
        let length = at;
        while matches!(byte(at), b'h' | b'l' | b'z' | b'j' | b't' | b'L' | b'q') {
            at += 1;
        }
        let length = &format[length..at];
        let conversion = byte(at);
        at = (at + 1).min(format.len());
        let size = match length {
            b"" | b"h" | b"hh" => Some(Wanted::Int),
            b"l" | b"ll" | b"z" | b"j" | b"t" => Some(Wanted::Long),
            _ => None,
        };
        let want = match (conversion, length) {
            (b'%', b"") if at == start + 2 => continue,
            (b'd' | b'i' | b'u' | b'o' | b'x' | b'X', _) => size,
            (b'c', b"") => Some(Wanted::Int),
            (b's', b"") => Some(Wanted::Str),
            (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A', b"" | b"l") => Some(Wanted::Double),
            _ => None,
        };
        let text = text(at);
        match want {
            Some(want) => wanted.push((want, text)),
            None if conversion == 0 => return Err(format!("the format ends in the middle of `{text}`")),
            None if conversion == b'p' => {
                return Err(format!("`{text}` prints an address, and there are none here"));
            }
            None => return Err(format!("`{text}` is not a conversion that is supported")),
        }
    }
    Ok(wanted)
}

impl Parser<'_> {
    /// Compares a format with the arguments behind it, which are promoted.
    pub(super) fn check_format(&mut self, format: &[u8], arguments: &[Expr], origin: Origin) -> Read<()> {
        let wanted = match wanted(format) {
            Ok(wanted) => wanted,
            Err(message) => return Err(self.error(C_FORMAT, origin, message)),
        };
        if wanted.len() != arguments.len() {
            let wants = counted(wanted.len() as u64, "argument");
            let message = format!("the format wants {wants}, but is given {}", arguments.len());
            return Err(self.error(C_FORMAT, origin, message));
        }
        for ((want, conversion), argument) in wanted.into_iter().zip(arguments) {
            if !want.takes(&argument.ty) {
                let ty = self.type_text(&argument.ty);
                let message = format!("`{conversion}` prints `{}`, but the argument is `{ty}`", want.text());
                let diagnostic = Diagnostic::error(C_FORMAT, argument.origin.used, message);
                let diagnostic = match suggestion(&argument.ty) {
                    Some(fitting) => diagnostic.hint(format!("`{fitting}` prints `{ty}`")),
                    None => diagnostic,
                };
                return Err(self.report(diagnostic, argument.origin));
            }
        }
        Ok(())
    }
}

/// A conversion that prints values of a type.
fn suggestion(ty: &Type) -> Option<&'static str> {
    Some(match ty {
        Type::Int(IntType { rank: Rank::Int, signed }) => {
            if *signed {
                "%d"
            } else {
                "%u"
            }
        }
        Type::Int(IntType { rank: Rank::Long, signed }) => {
            if *signed {
                "%ld"
            } else {
                "%lu"
            }
        }
        Type::Int(IntType { rank: Rank::LongLong, signed }) => {
            if *signed {
                "%lld"
            } else {
                "%llu"
            }
        }
        Type::Float(FloatType::Double) => "%f",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;

    /// What is wrong with a call of `printf`; nothing if nothing is.
    fn wrong(arguments: &str) -> String {
        let c = format!(
            "#include <stdio.h>\nvoid f(int i, unsigned u, char c, short h, long l, unsigned long long ull, float x, double d, char *s, const char *t, int *p, _BitInt(20) q) {{\nprintf({arguments});\n}}"
        );
        read(&c).lines().filter(|line| line.contains("error")).map(|line| format!("{line}\n")).collect()
    }

    #[test]
    fn formats_that_fit() {
        for arguments in [
            r#""plain 100%%\n""#,
            r#""%d %i %u %x %X %o %c", i, h, u, c, i, u, c"#,
            r#""%hhd %hd %ld %lld %zu %jd %td %lx", c, h, l, ull, ull, l, l, ull"#,
            r#""%f %F %e %E %g %G %a %A %lf", x, d, x, d, x, d, x, d, d"#,
            r#""%-5d|%+.3f|% 08.3e|%#x|%5s|%.2s", i, d, d, u, s, t"#,
            r#""%*d %-*.*f", i, i, i, i, d"#,
            r#""a" "b%d", 1"#,
        ] {
            assert_eq!(wrong(arguments), "", "{arguments}");
        }
    }

    #[test]
    fn formats_that_do_not() {
        let table = [
            (r#""%d", d"#, "`%d` prints `int`, but the argument is `double`"),
            (r#""%d", l"#, "`%d` prints `int`, but the argument is `long`"),
            (r#""%ld", i"#, "`%ld` prints `long`, but the argument is `int`"),
            (r#""%f", i"#, "`%f` prints `double`, but the argument is `int`"),
            (r#""%s", i"#, "`%s` prints `const char *`, but the argument is `int`"),
            (r#""%s", p"#, "`%s` prints `const char *`, but the argument is `int *`"),
            (r#""%d", q"#, "`%d` prints `int`, but the argument is `_BitInt(20)`"),
            (r#""%.*f", d, d"#, "`%.*` prints `int`, but the argument is `double`"),
            (r#""%d""#, "the format wants 1 argument, but is given 0"),
            (r#""x", i"#, "the format wants 0 arguments, but is given 1"),
            (r#""%p", p"#, "`%p` prints an address, and there are none here"),
            (r#""%n", p"#, "`%n` is not a conversion that is supported"),
            (r#""%q\n""#, r"`%q\n` is not a conversion that is supported"),
            (r#""%Lf", d"#, "`%Lf` is not a conversion that is supported"),
            (r#""50%""#, "the format ends in the middle of `%`"),
            (r#""%5.""#, "the format ends in the middle of `%5.`"),
            ("s, i", "the format is not a string literal"),
        ];
        for (arguments, message) in table {
            let found = wrong(arguments);
            assert_eq!(
                found.split_once("FR0719: ").map(|(_, rest)| rest.trim_end()),
                Some(message),
                "{arguments}"
            );
        }
    }
}
