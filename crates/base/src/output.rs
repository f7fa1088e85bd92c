//! Files that appear whole: what is written goes to a file beside the wanted one, which takes its place at the end.
//!
//! At every moment the path names the old contents or the new ones, whatever happens in between. Commands write their
//! results this way, and so does a simulation that writes waves for an hour.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file being written. [`commit`](OutputFile::commit) puts it in its place; dropped before that, it leaves nothing behind.
#[derive(Debug)]
pub struct OutputFile {
    file: File,
    /// `None` for what is no ordinary file (a pipe, `/dev/null`): it is written to directly.
    pending: Option<Pending>,
}

#[derive(Debug)]
struct Pending {
    beside: PathBuf,
    target: PathBuf,
    /// Those of the file that is replaced.
    permissions: Option<Permissions>,
}

impl OutputFile {
    /// Begins a file that will stand at `path`.
    pub fn create(path: &Path) -> io::Result<OutputFile> {
        // A link stays a link: what it leads to is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let existing = fs::metadata(&target).ok();
        if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
            let file = OpenOptions::new().write(true).open(&target)?;
            return Ok(OutputFile { file, pending: None });
        }
        let (beside, file) = create_beside(&target)?;
        let permissions = existing.map(|existing| existing.permissions());
        Ok(OutputFile { file, pending: Some(Pending { beside, target, permissions }) })
    }

    /// Whether this is an ordinary file, in which one can go back and write again.
    pub fn is_ordinary(&self) -> bool {
        self.pending.is_some()
    }

    /// Puts the file in its place.
    pub fn commit(mut self) -> io::Result<()> {
        let Some(Pending { beside, target, permissions }) = &mut self.pending else {
            return Ok(());
        };
        if let Some(permissions) = permissions.take() {
            self.file.set_permissions(permissions)?;
        }
        fs::rename(beside, target)?;
        self.pending = None;
        Ok(())
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Some(pending) = &self.pending {
            // Whoever drops a file unfinished has an error to report already; that one counts.
            drop(fs::remove_file(&pending.beside));
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for OutputFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// A new file in the folder of `path`, under a name nobody uses.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or_else(|| io::Error::other("this is no name of a file"))?;
    create_numbered(|number| {
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}-{number}", std::process::id()));
        path.with_file_name(hidden)
    })
}

/// A new file under the first of many names that nobody uses.
pub fn create_numbered(name: impl Fn(u32) -> PathBuf) -> io::Result<(PathBuf, File)> {
    for number in 0..1000 {
        let path = name(number);
        match File::create_new(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("every name for a new file is in use"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_when_it_is_committed_and_leaves_nothing_when_it_is_dropped() {
        let folder = std::env::temp_dir().join(format!("flowright-output-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the folder can be made");
        let path = folder.join("out");
        let begin = |bytes: &[u8]| {
            let mut file = OutputFile::create(&path).expect("it can be made");
            file.write_all(bytes).expect("it can be written");
            file
        };
        drop(begin(b"never"));
        assert_eq!(fs::read_dir(&folder).expect("the folder is there").count(), 0);
        let first = begin(b"first");
        assert!(first.is_ordinary() && !path.exists());
        first.commit().expect("it can be renamed");
        drop(begin(b"never"));
        assert_eq!(fs::read(&path).expect("it is there"), b"first");
        let (second, third) = (begin(b"second"), begin(b"third"));
        third.commit().expect("it can be renamed");
        second.commit().expect("it can be renamed");
        assert_eq!(fs::read(&path).expect("it is there"), b"second");
        assert_eq!(fs::read_dir(&folder).expect("the folder is there").count(), 1);
        fs::remove_dir_all(folder).expect("it can be removed");
    }
}
