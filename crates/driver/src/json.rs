//! The little JSON that the tool writes. Fields keep the order they are given in, and integers may be of any size.

/// A string as JSON.
pub fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// An array of things that are JSON already.
pub fn array(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(","))
}

/// An object that is being written.
pub struct Object(String);

impl Object {
    /// One without fields.
    #[expect(clippy::new_without_default, reason = "an object that is being written is nobody's default")]
    pub fn new() -> Object {
        Object("{".to_string())
    }

    /// Adds a field that is a string.
    pub fn text(self, name: &str, value: &str) -> Object {
        let value = text(value);
        self.raw(name, value)
    }

    /// Adds a field that is JSON already.
    pub fn raw(mut self, name: &str, value: impl AsRef<str>) -> Object {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        self.0.push_str(&text(name));
        self.0.push(':');
        self.0.push_str(value.as_ref());
        self
    }

    /// The object as text.
    pub fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_string_is_read_back() {
        for string in ["", "plain", "\"\\/\n\r\t\u{0}\u{1b}\u{7f}\u{85}", "é漢🦀\u{2028}"] {
            assert_eq!(serde_json::from_str::<String>(&text(string)).expect("it is JSON"), string);
        }
    }

    #[test]
    fn objects_and_arrays() {
        let object = Object::new().text("a", "x").raw("b", array(["1".to_string(), "null".to_string()]));
        assert_eq!(object.finish(), r#"{"a":"x","b":[1,null]}"#);
        assert_eq!(Object::new().finish(), "{}");
        assert_eq!(array([]), "[]");
    }
}
