//! Files that memories begin with, in the form of Verilog's `$readmemh` and `$readmemb`: numbers separated by blanks, `@` before
//! an address, comments as in C.

use base::Bits;
use base::text::counted;

/// Reads the words of a memory from the text of a file; the error says what is wrong.
pub fn parse(text: &str, binary: bool, depth: u64, width: u32) -> Result<Vec<Bits>, String> {
    let radix = if binary { 2 } else { 16 };
    let mut words = Vec::new();
    let mut at = 0u64;
    for token in without_comments(text)?.split_whitespace() {
        if let Some(address) = token.strip_prefix('@') {
            at = u64::from_str_radix(address, 16).map_err(|_| format!("`{token}` is no address"))?;
            continue;
        }
        if at >= depth {
            return Err(format!("there is a word at {at}, but the memory ends at {depth}"));
        }
        let word = number(token, radix, width)
            .ok_or_else(|| format!("`{token}` is no number of {}", counted(width, "bit")))?;
        words.resize((at as usize + 1).max(words.len()), Bits::zero(width));
        words[at as usize] = word;
        at += 1;
    }
    Ok(words)
}

/// A number without a sign or a prefix; underscores mean nothing.
fn number(token: &str, radix: u32, width: u32) -> Option<Bits> {
    let mut digits = Vec::new();
    for digit in token.chars().filter(|digit| *digit != '_') {
        digits.push(digit.to_digit(radix)?);
    }
    let digit_bits = u64::from(radix.ilog2());
    let mut words = vec![0u64; width.div_ceil(64) as usize];
    for (place, digit) in (0u64..).zip(digits.iter().rev()).filter(|(_, digit)| **digit != 0) {
        let low = place * digit_bits;
        if low + u64::from(u32::BITS - digit.leading_zeros()) > u64::from(width) {
            return None;
        }
        // 64 is a multiple of the bits of a digit, so that none lies across two words.
        words[(low / 64) as usize] |= u64::from(*digit) << (low % 64);
    }
    (!digits.is_empty()).then(|| Bits::from_words(width, &words))
}

/// The text with comments as blanks.
fn without_comments(text: &str) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('/') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = match rest.as_bytes().get(1) {
            Some(b'/') => rest.find('\n'),
            Some(b'*') => {
                let end = rest[2..].find("*/").ok_or("a comment is not closed: `*/` is missing")?;
                Some(end + 4)
            }
            _ => {
                out.push('/');
                rest = &rest[1..];
                continue;
            }
        };
        out.push(' ');
        rest = &rest[end.unwrap_or(rest.len())..];
    }
    out.push_str(rest);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str, width: u32) -> Result<Vec<u64>, String> {
        Ok(parse(text, false, 8, width)?.iter().map(|bits| bits.to_u64().expect("small")).collect())
    }

    #[test]
    fn words_addresses_and_comments() {
        assert_eq!(hex("1 ff // two\n/* and */ @5 0_1", 8), Ok(vec![1, 255, 0, 0, 0, 1]));
        let wide = "8000000000000000_0000000000000001";
        let bits = Bits::from_words(128, &[1, 1 << 63]);
        assert_eq!(parse(wide, false, 1, 128), Ok(vec![bits]));
        assert_eq!(parse("101 0", true, 8, 3).map(|words| words.len()), Ok(2));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(hex("100", 8).is_err());
        assert!(hex("8", 3).is_err());
        assert_eq!(hex("7", 3), Ok(vec![7]));
        assert!(hex("xyz", 8).is_err());
        assert!(hex("@8 1", 8).is_err());
        assert_eq!(hex("2", 1), Err("`2` is no number of 1 bit".to_string()));
        let unclosed = Err("a comment is not closed: `*/` is missing".to_string());
        assert_eq!(hex("1 /* 2", 8), unclosed);
        assert_eq!(hex("1 /*/ 2", 8), unclosed);
        assert_eq!(hex("1 /**/ 2", 8), Ok(vec![1, 2]));
    }
}
