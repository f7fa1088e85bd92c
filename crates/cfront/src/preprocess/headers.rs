//! The headers that are built in: a C file needs none to be installed.
//!
//! Their texts hold types and macros. Functions are declared by `__flowright_library("header")`, which the parser answers with the rows
//! of [`LIBRARY`](crate::library::LIBRARY) that name the header.

/// The names of the built-in headers and their texts, by name.
pub const HEADERS: [(&str, &str); 12] = [
    ("assert.h", include_str!("../headers/assert.h")),
    (INTEGRATION, include_str!("../headers/dynamatic/Integration.h")),
    ("float.h", include_str!("../headers/float.h")),
    ("inttypes.h", include_str!("../headers/inttypes.h")),
    ("limits.h", include_str!("../headers/limits.h")),
    ("math.h", include_str!("../headers/math.h")),
    ("stdbool.h", include_str!("../headers/stdbool.h")),
    ("stddef.h", include_str!("../headers/stddef.h")),
    ("stdint.h", include_str!("../headers/stdint.h")),
    ("stdio.h", include_str!("../headers/stdio.h")),
    ("stdlib.h", include_str!("../headers/stdlib.h")),
    ("string.h", include_str!("../headers/string.h")),
];

/// What test benches of Dynamatic include, by this name or by a longer path.
const INTEGRATION: &str = "dynamatic/Integration.h";

/// The macros that are there before the first line.
pub(super) const PREDEFINED: &str = include_str!("../headers/predefined.h");

/// The text of a built-in header, and its name among these.
pub(super) fn find(name: &str) -> Option<(&'static str, &'static str)> {
    let name = match name.strip_suffix(INTEGRATION) {
        Some(path) if path.is_empty() || path.ends_with('/') => INTEGRATION,
        _ => name,
    };
    HEADERS.iter().copied().find(|(header, _)| *header == name)
}
