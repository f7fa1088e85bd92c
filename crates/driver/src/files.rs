//! Files in and out: whole inputs in memory, and outputs that are either the old file or the new one, never a part.

pub use base::text::reason;

use base::source::MAX_SOURCE_BYTES;
use base::{Diagnostic, OutputFile, SourceId, Sources, codes};
use matcher::stream::file::is_stream;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// An input as it was read, before a byte of it is understood.
#[derive(Clone, Debug)]
pub struct Input {
    /// What diagnostics call it: the path as given, or `<stdin>`.
    pub name: String,
    /// All of it.
    pub bytes: Vec<u8>,
}

/// Whether standard input was read, which it can be once.
static STDIN_IS_READ: AtomicBool = AtomicBool::new(false);

impl Input {
    /// An input that is in memory already.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Input {
        Input { name: name.into(), bytes: bytes.into() }
    }

    /// Makes it a source text.
    pub fn add_to(self, sources: &mut Sources) -> Result<SourceId, Diagnostic> {
        let is_stream = is_stream(&self.bytes);
        let added = sources.add_bytes(self.name, self.bytes);
        added.map_err(|diagnostic| match is_stream {
            true => {
                diagnostic.hint("this is a stream, which `flowright match` takes in the place of a program")
            }
            false => diagnostic,
        })
    }

    /// Reads a file, or standard input for the path `-`, which is for one of all files.
    pub fn read(path: &Path) -> Result<Input, Diagnostic> {
        let (name, bytes) = if path == Path::new("-") {
            if STDIN_IS_READ.swap(true, Ordering::Relaxed) {
                let message = "standard input is named twice, and can be read once";
                let diagnostic = Diagnostic::error(codes::BAD_ARGUMENT, None, message);
                return Err(
                    diagnostic.hint("`-` stands for one of the files; name the others by their paths")
                );
            }
            ("<stdin>".to_string(), read_all(io::stdin().lock()))
        } else {
            (path.display().to_string(), File::open(path).and_then(read_all))
        };
        match bytes {
            Ok(bytes) => Ok(Input { name, bytes }),
            Err(error) => {
                let message = format!("cannot read `{name}`: {}", reason(&error));
                Err(Diagnostic::error(codes::UNREADABLE_FILE, None, message))
            }
        }
    }
}

/// Reads to the end, or to one byte past what a source text may have: an endless input must not fill the memory before it is refused.
fn read_all(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MAX_SOURCE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes a file so that at every moment the path names the old contents or the new, whatever happens in between: the bytes go to a
/// file beside it, which is then renamed. What is no ordinary file (a pipe, `/dev/null`) is written to directly.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    begin(path, bytes).and_then(|file| finish(path, file))
}

/// Whether a file that is to be written is there already, and is one of those that are read.
fn is_same_file<'a>(written: &Path, mut read: impl Iterator<Item = &'a Path>) -> bool {
    let place = written.canonicalize();
    place.is_ok_and(|place| read.any(|input| input.canonicalize().is_ok_and(|input| input == place)))
}

/// That an option would write over one of the files that are read, if it would.
pub fn written_over<'a>(
    option: &str,
    written: &Path,
    read: impl Iterator<Item = &'a Path>,
) -> Option<Diagnostic> {
    is_same_file(written, read).then(|| {
        let message = format!("`{option}` would write over `{}`, which is read", written.display());
        Diagnostic::error(codes::BAD_ARGUMENT, None, message)
    })
}

/// Makes a folder, unless it is there.
pub fn make_folder(folder: &Path) -> Result<(), Diagnostic> {
    std::fs::create_dir_all(folder).map_err(|error| {
        let message = format!("cannot make the folder `{}`: {}", folder.display(), reason(&error));
        Diagnostic::error(codes::UNWRITABLE_FILE, None, message)
    })
}

/// Writes files, given by names and texts, into a folder, which is made if it is not there. All are written before the first is put in its place: where one cannot be, the others stay what they were.
pub fn write_folder(folder: &Path, files: &[(String, String)]) -> Result<(), Diagnostic> {
    make_folder(folder)?;
    let mut begun = Vec::new();
    for (name, text) in files {
        let path = folder.join(name);
        let file = begin(&path, text.as_bytes())?;
        begun.push((path, file));
    }
    begun.into_iter().try_for_each(|(path, file)| finish(&path, file))
}

/// Writes the bytes of a file that is still to be put in its place.
fn begin(path: &Path, bytes: &[u8]) -> Result<OutputFile, Diagnostic> {
    let written = OutputFile::create(path).and_then(|mut file| file.write_all(bytes).map(|()| file));
    written.map_err(|error| unwritable(path, &error))
}

fn finish(path: &Path, file: OutputFile) -> Result<(), Diagnostic> {
    file.commit().map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &io::Error) -> Diagnostic {
    let message = format!("cannot write `{}`: {}", path.display(), reason(error));
    Diagnostic::error(codes::UNWRITABLE_FILE, None, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::PathBuf;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("flowright-files-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("the folder can be made");
        folder
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = folder("replace");
        let path = folder.join("out.mlir");
        for text in ["first", "second, longer", "3"] {
            write_atomically(&path, text.as_bytes()).expect("it can be written");
            assert_eq!(Input::read(&path).expect("it is there").bytes, text.as_bytes());
        }
        assert_eq!(fs::read_dir(&folder).expect("the folder is there").count(), 1);
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn where_one_of_several_files_cannot_be_written_none_is() {
        let folder = folder("several");
        let file = |name: &str, text: &str| (name.to_string(), text.to_string());
        write_folder(&folder, &[file("a", "old")]).expect("it can be written");
        fs::create_dir(folder.join("b")).expect("it can be made");
        let refused = write_folder(&folder, &[file("a", "new"), file("b", "new"), file("c", "new")]);
        assert_eq!(refused.expect_err("there is a folder of that name").code, codes::UNWRITABLE_FILE);
        assert_eq!(fs::read(folder.join("a")).expect("it is there"), b"old");
        assert_eq!(fs::read_dir(&folder).expect("the folder is there").count(), 2);
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_and_devices_are_written_to() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder("links");
        let (real, link) = (folder.join("real"), folder.join("link"));
        fs::write(&real, "old").expect("it can be written");
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("it is ours");
        std::os::unix::fs::symlink("real", &link).expect("it can be made");
        write_atomically(&link, b"new").expect("it can be written");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        assert_eq!(fs::read(&real).expect("it is there"), b"new");
        assert_eq!(fs::metadata(&real).expect("it is there").permissions().mode() & 0o777, 0o640);
        write_atomically(Path::new("/dev/null"), b"gone").expect("it takes everything");
        assert!(!fs::metadata("/dev/null").expect("it is still there").is_file());
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn what_cannot_be_read_or_written_is_a_diagnostic() {
        let folder = folder("refused");
        let missing = Input::read(&folder.join("no.mlir")).expect_err("there is no such file");
        assert_eq!(missing.code, codes::UNREADABLE_FILE);
        assert!(missing.message.ends_with("no.mlir`: no such file or directory"), "{}", missing.message);
        assert!(Input::read(&folder).is_err(), "a folder is no file");
        let code = |path: PathBuf| write_atomically(&path, b"").expect_err("it must be refused").code;
        assert_eq!(code(folder.join("no/such/folder")), codes::UNWRITABLE_FILE);
        assert_eq!(code(folder.clone()), codes::UNWRITABLE_FILE);
        assert_eq!(code(PathBuf::from("")), codes::UNWRITABLE_FILE);
        fs::remove_dir_all(folder).expect("it can be removed");
    }
}
