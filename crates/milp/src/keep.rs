//! Models that are kept: the text of everything that is solved, for whoever wants to look at it or give it to another solver.

use crate::{Failure, Limits, MilpSolver, Model, Solution, lp};
use base::output::OutputFile;
use std::io::{self, Write};
use std::path::PathBuf;

/// A solver that leaves every model in a folder before it is solved: `NAME-1.lp`, `NAME-2.lp` and so on.
pub struct Keep<S> {
    solver: S,
    folder: PathBuf,
    name: String,
    written: u32,
}

impl<S: MilpSolver> Keep<S> {
    /// Keeps what `solver` is given in a folder, which is made if it is not there.
    pub fn new(solver: S, folder: PathBuf, name: &str) -> io::Result<Keep<S>> {
        std::fs::create_dir_all(&folder)?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let name = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        Ok(Keep { solver, folder, name, written: 0 })
    }
}

impl<S: MilpSolver> MilpSolver for Keep<S> {
    fn name(&self) -> String {
        self.solver.name()
    }

    fn solve(
        &mut self,
        model: &Model,
        limits: Limits,
        start: Option<&Solution>,
    ) -> Result<Solution, Failure> {
        self.written += 1;
        let path = self.folder.join(format!("{}-{}.lp", self.name, self.written));
        let write = || -> io::Result<()> {
            let mut file = OutputFile::create(&path)?;
            file.write_all(lp::text(model).as_bytes())?;
            file.commit()
        };
        write().map_err(|why| {
            Failure::Unwritable(format!("cannot write `{}`: {}", path.display(), base::text::reason(&why)))
        })?;
        self.solver.solve(model, limits, start)
    }
}
