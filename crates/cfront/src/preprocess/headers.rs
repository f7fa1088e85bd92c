//! The headers that are built in: a C file needs none to be installed.
//!
//! Their texts hold types and macros. Functions are declared by `__flowright_library("header")`, which the parser answers with the rows
//! of [`LIBRARY`](crate::library::LIBRARY) that name the header.

use crate::library::{NOT_CPP, is_among};
use base::text::nearest;

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

/// Headers of the standard library and of POSIX that are not built in.
const MISSING: &str = "alloca.h complex.h ctype.h errno.h fcntl.h fenv.h iso646.h locale.h malloc.h memory.h \
         omp.h pthread.h semaphore.h setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbit.h \
         stdckdint.h stdnoreturn.h strings.h sys/resource.h sys/stat.h sys/time.h sys/types.h \
         tgmath.h threads.h time.h uchar.h unistd.h wchar.h wctype.h";

/// Headers of C++ and of what is written in it.
const CPP: &str = "algorithm ap_fixed.h ap_int.h array bitset cassert cfloat chrono climits cmath complex \
         cstddef cstdint cstdio cstdlib cstring ctime deque fstream functional hls_math.h \
         hls_stream.h iomanip iostream iterator limits list map memory numeric queue random set \
         sstream stack stdexcept string tuple type_traits unordered_map unordered_set utility \
         vector";

/// The names of the built-in headers, as a list in a sentence.
pub fn list() -> String {
    let names: Vec<String> = HEADERS.iter().map(|(name, _)| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// What is wrong with a header that is nowhere, and what to do.
pub(super) fn absent(name: &str) -> (String, String) {
    if is_among(name, MISSING) {
        return (format!("the header `{name}` is not supported"), format!("built in are {}", list()));
    }
    let hint = match nearest(name, HEADERS.iter().map(|(name, _)| *name)) {
        _ if is_among(name, CPP) => NOT_CPP.to_string(),
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "give its directory with `-I`".to_string(),
    };
    (format!("the header `{name}` is not there"), hint)
}
