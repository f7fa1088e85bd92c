//! What is said of a chip, and options that say nothing.

use super::chip::ChipOptions;
use super::{Engine, MatchRequest, Sought};
use crate::files::written_over;
use ::matcher::chip::Arch;
use ::matcher::stream::file::is_stream;
use base::{Diagnostic, codes};

use std::path::{Path, PathBuf};

/// What is said of a chip; the rest is as in [`ChipOptions::default`].
#[derive(Clone, Default, Debug)]
pub struct ChipAsked {
    /// Its kind.
    pub arch: Option<Arch>,
    /// The window.
    pub window: Option<u32>,
    /// The units of each pattern.
    pub units: Option<u32>,
    /// How many streams it takes.
    pub streams: Option<u32>,
}

impl ChipAsked {
    /// The chip.
    pub fn options(&self) -> ChipOptions {
        let default = ChipOptions::default();
        ChipOptions {
            arch: self.arch.unwrap_or(default.arch),
            window: self.window.unwrap_or(default.window),
            units: self.units.or(default.units),
            streams: self.streams.unwrap_or(default.streams),
        }
    }

    /// Units that a chip does not have are a mistake.
    pub fn idle_units(&self) -> Option<Diagnostic> {
        let arch = self.options().arch;
        let is_idle = self.units.is_some() && arch != Arch::Unit;
        is_idle.then(|| {
            let why = format!("the chip `{}` has no units", arch.name());
            idle("--units", &why).hint("`--arch unit` has")
        })
    }
}

/// An option that does nothing for this engine is a mistake.
pub fn idle_option(request: &MatchRequest) -> Option<Diagnostic> {
    let ChipAsked { arch, window, units, streams } = &request.chip;
    let records = [("--arch", arch.is_some()), ("--window", window.is_some())];
    let simulated = [("--units", units.is_some()), ("--streams", streams.is_some())];
    let find = |options: &[(&'static str, bool)]| {
        options.iter().find(|(_, is_given)| *is_given).map(|(option, _)| *option)
    };
    let reads_stream = is_stream(&request.input.bytes);
    let takes_stream = request.save.is_some() || reads_stream;
    if request.allow_unregistered {
        let option = "--allow-unregistered-dialect";
        match request.engine {
            Engine::Interp => return Some(idle(option, "the engine `interp` takes programs of any dialect")),
            _ if reads_stream => return Some(idle(option, "it is for programs, and a stream is read")),
            _ => {}
        }
    }
    match request.engine {
        Engine::Interp => {
            let option = find(&records).or(find(&simulated))?;
            Some(idle(option, "the engine `interp` has neither streams nor a chip"))
        }
        Engine::Compiled => match find(&simulated) {
            Some(option) => Some(idle(option, "the engine `compiled` runs no chip")),
            None if takes_stream => None,
            None => Some(idle(find(&records)?, "it is for streams, and none is read or saved")),
        },
        Engine::Chip => request.chip.idle_units(),
    }
}

/// A stream that would be written over what it is made of is a mistake.
pub fn saved_over_input(request: &MatchRequest) -> Option<Diagnostic> {
    let save = request.save.as_deref()?;
    let input = Path::new(&request.input.name);
    let over = written_over("--save", save, files_of(&request.sought).chain([input]))?;
    Some(over.hint("give the stream a name of its own"))
}

/// A chip of which a file, by one of these names, would be written over what it is made of is a mistake.
pub fn made_over_input(sought: &Sought, folder: &Path, names: &[&str]) -> Option<Diagnostic> {
    let mut paths = names.iter().map(|name| folder.join(name));
    let over = paths.find_map(|path| written_over("-o", &path, files_of(sought)))?;
    Some(over.hint("give the chip a folder of its own"))
}

/// The files that say what is looked for.
fn files_of(sought: &Sought) -> impl Iterator<Item = &Path> {
    let Sought { dialects, known, patterns } = sought;
    [dialects, known, patterns].into_iter().flatten().map(PathBuf::as_path)
}

fn idle(option: &str, why: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_ARGUMENT, None, format!("`{option}` says nothing here: {why}"))
}
