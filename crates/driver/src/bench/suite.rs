//! The kernels that are measured: `benches/kernels`, as part of the binary, so that a measurement needs no clone.

/// A kernel of the suite.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Its name, that of its file and of its function.
    pub name: &'static str,
    /// Kernel and test bench, in C.
    pub text: &'static str,
}

macro_rules! sources {
    ($($name:literal,)*) => {
        &[$(Source { name: $name, text: include_str!(concat!("../../../../benches/kernels/", $name, ".c")) },)*]
    };
}

/// All kernels, by name. A test compares the list with the folder.
#[rustfmt::skip]
pub static SOURCES: &[Source] = sources![
    "atax", "bicg", "binary_search", "complexdiv", "covariance", "factorial", "fir", "gaussian", "gcd",
    "gemver", "get_tanh", "histogram", "hk_axpy", "hk_collatz", "hk_dot", "hk_fir", "hk_gcd", "hk_gemm",
    "hk_histogram", "hk_if_loop", "hk_matvec", "if_convert", "if_loop_1", "if_loop_2", "if_loop_3",
    "ii_edge_cases", "ii_nested_int", "iir", "image_resize", "insertion_sort", "iterative_division",
    "iterative_sqrt", "jacobi_1d_imper", "kernel_2mm", "kernel_3mm", "kmp", "loop_array", "loop_path",
    "matrix", "matrix_power", "matvec", "mul_example", "newton_raphson", "path_profiling", "pivot",
    "polyn_mult", "share_test_1", "share_test_2", "simple_example_1", "sobel", "spmv", "stencil_2d",
    "sumi3_mem", "test_bool_array", "test_constant_array", "test_divui", "test_flatten_array",
    "test_int16", "test_internal_array", "test_loop_free", "test_memory_1", "test_memory_10",
    "test_memory_11", "test_memory_12", "test_memory_13", "test_memory_14", "test_memory_15",
    "test_memory_16", "test_memory_17", "test_memory_18", "test_memory_2", "test_memory_3",
    "test_memory_4", "test_memory_5", "test_memory_6", "test_memory_7", "test_memory_8", "test_memory_9",
    "test_smallbound", "test_stdint", "threshold", "triangular", "unused_arg", "vector_rescale",
    "video_filter", "while_loop_1", "while_loop_2", "while_loop_3",
];

/// The kernel of a name.
pub fn find(name: &str) -> Option<Source> {
    SOURCES.iter().copied().find(|source| source.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::published::published;
    use std::path::Path;

    #[test]
    fn every_kernel_has_its_file_and_its_row_and_the_other_way_round() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/kernels");
        let entries = std::fs::read_dir(folder).expect("the suite is there");
        let file = |entry: std::io::Result<std::fs::DirEntry>| {
            let path = entry.expect("it can be read").path();
            path.file_stem().expect("it has a name").to_string_lossy().into_owned()
        };
        let mut files: Vec<String> = entries.map(file).collect();
        files.sort();
        let names: Vec<&str> = SOURCES.iter().map(|source| source.name).collect();
        assert_eq!(names, files, "the list and the folder");
        let published = published();
        assert_eq!(names, published.keys().collect::<Vec<_>>(), "the list and the published figures");
    }

    #[test]
    fn what_needs_a_queue_elsewhere_says_so() {
        for source in SOURCES {
            let queues = published()[source.name].lsqs;
            let head = source.text.split("#include").next().unwrap_or_default();
            assert_eq!(head.contains("load-store queue"), queues > 0, "{}", source.name);
        }
    }
}
