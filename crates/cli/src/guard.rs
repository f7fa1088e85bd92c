//! Runs the work where a fault of ours does no harm, and shows that it goes on.
//!
//! The work runs on a thread of its own, with a stack for deep inputs. A panic there ends the thread, not the process: it becomes a
//! diagnostic, a reproducer file and exit status 3. Meanwhile the main thread shows what the work is busy with, if it takes longer than
//! a second and somebody is watching. What a command does before and after its work, and commands that have no input to work on, are
//! caught where they are ([`caught`]).

use crate::console::{Console, Status};
use base::{Diagnostic, codes};
use driver::Input;
use driver::fault::{Fault, write_reproducer};
use std::any::Any;
use std::backtrace::Backtrace;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// Room for recursion over anything the parser lets through, many times over.
const STACK: usize = 64 << 20;
/// How long work may take before it is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the time is shown anew.
const TICK: Duration = Duration::from_millis(200);

/// Does the work; an error is the status of a fault, which has been reported.
pub fn guarded<T: Send>(
    console: &Console,
    input: Option<&Input>,
    work: impl FnOnce(driver::Progress) -> T + Send,
) -> Result<T, Status> {
    heard(|| supervised(console, work)).map_err(|message| fault(console, input, &message))
}

/// Does all that a command does; a panic is the status of a fault, which has been reported.
pub fn caught(console: &Console, command: impl FnOnce() -> Status) -> Status {
    // Nothing that the command changed is looked at after a panic.
    let command = AssertUnwindSafe(command);
    heard(|| panic::catch_unwind(command)).unwrap_or_else(|message| fault(console, None, &message))
}

/// Does something that may end in a panic; an error is what that said, and where.
fn heard<T>(work: impl FnOnce() -> thread::Result<T>) -> Result<T, String> {
    let last_words = Arc::new(Mutex::new(None));
    let before = panic::take_hook();
    silence_panics(last_words.clone());
    let result = work();
    panic::set_hook(before);
    result.map_err(|payload| {
        let told = last_words.lock().unwrap_or_else(PoisonError::into_inner).take();
        told.unwrap_or_else(|| words(&*payload))
    })
}

/// Says that a fault of ours was met, after writing what is needed to meet it again.
pub fn fault(console: &Console, input: Option<&Input>, message: &str) -> Status {
    let command: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let fault = Fault { command: &command, input, message };
    let first = message.lines().next().unwrap_or("");
    let mut diagnostic =
        Diagnostic::error(codes::INTERNAL, None, format!("a fault of flowright itself: {first}"));
    diagnostic = match write_reproducer(&std::env::temp_dir(), &fault) {
        Ok(path) => diagnostic
            .note(format!("what led to it is in {}", path.display()))
            .hint("please report it with that file"),
        Err(error) => diagnostic.note(format!("what led to it could not be written to a file: {error}")),
    };
    console.report(&diagnostic.into());
    Status::Fault
}

/// Keeps what a panic says for the report, instead of letting it be printed.
fn silence_panics(last_words: Arc<Mutex<Option<String>>>) {
    panic::set_hook(Box::new(move |info| {
        let place =
            info.location().map_or(String::new(), |place| format!(" ({}:{})", place.file(), place.line()));
        let message = format!("{}{place}\n{}", words(info.payload()), Backtrace::force_capture());
        *last_words.lock().unwrap_or_else(PoisonError::into_inner) = Some(message);
    }));
}

fn words(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_string())
}

/// Runs the work on its own thread and watches it; an error is what it panicked with.
fn supervised<T: Send>(
    console: &Console,
    work: impl FnOnce(driver::Progress) -> T + Send,
) -> Result<T, Box<dyn Any + Send>> {
    let busy_with = Mutex::new(String::new());
    let tell = |what: &str| {
        let mut busy_with = busy_with.lock().unwrap_or_else(PoisonError::into_inner);
        busy_with.clear();
        busy_with.push_str(what);
    };
    let (done, finished) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || {
            // Dropped when the thread ends, in whichever way; that is what the other end waits for.
            let _done = done;
            work(&tell)
        });
        let worker = worker
            .map_err(|error| Box::new(format!("cannot start a thread: {error}")) as Box<dyn Any + Send>)?;
        if console.watched {
            watch(console, &finished, &busy_with);
        }
        worker.join()
    })
}

/// Shows what the work is busy with until it is done.
fn watch(console: &Console, finished: &mpsc::Receiver<()>, busy_with: &Mutex<String>) {
    let start = Instant::now();
    let mut patience = PATIENCE;
    let mut shown = false;
    while finished.recv_timeout(patience) == Err(mpsc::RecvTimeoutError::Timeout) {
        let what = busy_with.lock().unwrap_or_else(PoisonError::into_inner).clone();
        console.say(&format!("\r\x1b[K{what} … {:.1} s", start.elapsed().as_secs_f32()));
        (patience, shown) = (TICK, true);
    }
    if shown {
        console.say("\r\x1b[K");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Color, Form, Global};

    /// The hook of panics is one for the process: tests that panic take turns, or they would hear each other.
    static TURN: Mutex<()> = Mutex::new(());

    fn console() -> Console {
        Console::new(&Global { color: Color::Never, diagnostics: Form::Json })
    }

    #[test]
    fn the_result_of_the_work_comes_back() {
        let result = supervised(&console(), |progress| {
            progress("adding");
            1 + 1
        });
        assert_eq!(result.ok(), Some(2));
    }

    #[test]
    fn a_panic_is_caught_with_its_words() {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let payload = supervised::<()>(&console(), |_| panic!("{} legs", 5)).expect_err("it panics");
        assert_eq!(words(&*payload), "5 legs");
        let payload = supervised::<()>(&console(), |_| panic!("plain")).expect_err("it panics");
        assert_eq!(words(&*payload), "plain");
    }

    #[test]
    fn deep_recursion_has_room() {
        fn depth(n: u32) -> u32 {
            let frame = std::hint::black_box([n; 64]);
            if n == 0 { frame[0] } else { 1 + depth(n - 1) }
        }
        assert_eq!(supervised(&console(), |_| depth(50_000)).ok(), Some(50_000));
    }

    #[test]
    fn a_fault_leaves_a_reproducer() {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let input = Input::new("x.mlir", "module {}\n");
        let before = reproducers();
        assert_eq!(fault(&console(), Some(&input), "a test of faults"), Status::Fault);
        let new: Vec<_> = reproducers().into_iter().filter(|path| !before.contains(path)).collect();
        assert_eq!(new.len(), 1, "{new:?}");
        let text = std::fs::read_to_string(&new[0]).expect("it is there");
        std::fs::remove_file(&new[0]).expect("it can be removed");
        assert!(text.contains("\n// fault: a test of faults\nmodule {}\n"), "{text}");

        // In this test too, for each looks at all files of the process.
        let before = reproducers();
        assert_eq!(caught(&console(), || Status::No), Status::No);
        assert_eq!(caught(&console(), || panic!("no command is {}", "safe")), Status::Fault);
        let new: Vec<_> = reproducers().into_iter().filter(|path| !before.contains(path)).collect();
        assert_eq!(new.len(), 1, "{new:?}");
        let text = std::fs::read_to_string(&new[0]).expect("it is there");
        std::fs::remove_file(&new[0]).expect("it can be removed");
        assert!(text.contains("// fault: no command is safe ("), "{text}");
    }

    /// The reproducers this process has written.
    fn reproducers() -> Vec<std::path::PathBuf> {
        let own = format!("flowright-fault-{}-", std::process::id());
        let entries = std::fs::read_dir(std::env::temp_dir()).expect("there is a folder for temporary files");
        let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
        paths
            .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&own)))
            .collect()
    }
}
