//! A folder for one test, with files made in it, which goes when the test ends.

use std::fs;
use std::path::{Path, PathBuf};

/// The program that stands for `flowright` in our own tests.
#[cfg(test)]
pub fn tool() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tool")
}

/// The folder.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new one, empty.
    #[allow(clippy::new_without_default)] // A folder on the disk is nobody's default.
    pub fn new() -> Scratch {
        let mut number = 0;
        loop {
            let folder = std::env::temp_dir().join(format!("testkit-{}-{number}", std::process::id()));
            match fs::create_dir(&folder) {
                Ok(()) => return Scratch(folder),
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
                Err(e) => panic!("cannot make {}: {e}", folder.display()),
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, with the folders it needs.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("it is in our folder")).expect("the folder can be made");
        fs::write(&path, text).expect("the file can be written");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}
