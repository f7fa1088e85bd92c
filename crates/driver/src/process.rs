//! Runs a program to its end, with an input, a time limit and both outputs captured.
//!
//! A program may start others, as Verilator starts a compiler, and the time limit ends these, too. They stay in the process group of the
//! caller, so that what interrupts it from the keyboard interrupts them as well.

use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// A finished program.
#[derive(Debug)]
pub struct Finished {
    /// The exit status; `None` when a signal ended it.
    pub status: Option<i32>,
    /// All it wrote on standard output.
    pub stdout: Vec<u8>,
    /// All it wrote on standard error.
    pub stderr: Vec<u8>,
}

/// Runs `program` in `folder` with `input` on its standard input. A program that is still running after `limit` is ended and
/// that is an error, as is one that cannot be started.
pub fn run(
    program: &Path,
    arguments: &[String],
    folder: &Path,
    input: Vec<u8>,
    limit: Duration,
) -> Result<Finished, String> {
    let name = program.display();
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => format!("{name} is not installed, or not where programs are looked for"),
            _ => format!("cannot run {name}: {error}"),
        })?;
    let mut stdin = child.stdin.take().expect("standard input is piped");
    // A program may end without reading its input: that the pipe breaks is no fault.
    thread::spawn(move || drop(stdin.write_all(&input)));
    let stdout = collect(child.stdout.take().expect("standard output is piped"));
    let stderr = collect(child.stderr.take().expect("standard error is piped"));
    let end = Instant::now() + limit;
    let left = || end.saturating_duration_since(Instant::now());
    let outputs = stdout.recv_timeout(left()).and_then(|out| Ok((out, stderr.recv_timeout(left())?)));
    let Ok((stdout, stderr)) = outputs else {
        let others = descendants(child.id());
        // Each may have ended in this moment, in which case there is nothing to kill. The program goes first, so that it starts no more.
        drop(child.kill());
        let others: Vec<String> = others.iter().map(u32::to_string).collect();
        if !others.is_empty() {
            let kill = format!("kill -KILL {}", others.join(" "));
            drop(Command::new("sh").args(["-c", &kill]).stderr(Stdio::null()).status());
        }
        drop(child.wait());
        return Err(format!("{name} was still running after {} s", limit.as_secs_f32()));
    };
    let status = child.wait().map_err(|e| format!("cannot wait for {name}: {e}"))?.code();
    Ok(Finished { status, stdout, stderr })
}

/// The processes that a process has started, and those that they have; none where the system does not show them in `/proc`.
fn descendants(of: u32) -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let pairs: Vec<(u32, u32)> = processes.filter_map(|process| Some((process, parent(process)?))).collect();
    let mut found = vec![of];
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        next += 1;
        found.extend(pairs.iter().filter(|(_, of)| *of == parent).map(|(process, _)| *process));
    }
    found.split_off(1)
}

/// The process that started another.
fn parent(process: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // A name in brackets, which may hold anything, a letter for the state, and the parent.
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

fn collect(mut pipe: impl Read + Send + 'static) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What came before a broken pipe is still worth showing; nobody listens after the time limit.
        drop(pipe.read_to_end(&mut bytes));
        drop(sender.send(bytes));
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, input: &str, limit: Duration) -> Result<Finished, String> {
        let arguments = ["-c".to_string(), script.to_string()];
        run(Path::new("sh"), &arguments, Path::new("."), input.into(), limit)
    }

    #[test]
    fn both_outputs_and_the_status_come_back() {
        let finished =
            shell("cat; echo oops >&2; exit 3", "hello", Duration::from_secs(60)).expect("sh runs");
        assert_eq!(
            (finished.status, &*finished.stdout, &*finished.stderr),
            (Some(3), &b"hello"[..], &b"oops\n"[..])
        );
    }

    #[test]
    fn large_input_and_output_do_not_block() {
        let input = "x".repeat(1 << 20);
        let finished = shell("cat", &input, Duration::from_secs(60)).expect("sh runs");
        assert_eq!(finished.stdout.len(), input.len());
        shell("exit 0", &input, Duration::from_secs(60)).expect("unread input is no fault");
    }

    #[test]
    fn what_an_endless_program_started_is_ended_too() {
        let folder = std::env::temp_dir().join(format!("flowright-process-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let file = folder.join("pid");
        // The inner shell does not replace itself by its last command, because there is one after it.
        let script = format!("sh -c 'echo $$ > \"{}\"; sleep 1000; true'; true", file.display());
        shell(&script, "", Duration::from_secs(2)).expect_err("it never ends");
        let inner = std::fs::read_to_string(&file).expect("the inner shell wrote its number");
        let lives = || {
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", inner.trim())).unwrap_or_default();
            stat.rsplit_once(')').is_some_and(|(_, state)| !state.trim().starts_with('Z'))
        };
        // A process that was killed may take a moment to go.
        let end = Instant::now() + Duration::from_secs(60);
        while lives() && Instant::now() < end {
            thread::yield_now();
        }
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
        assert!(!lives(), "{inner}");
    }

    #[test]
    fn an_endless_program_is_ended() {
        let message = shell("exec sleep 1000", "", Duration::from_millis(50)).expect_err("it never ends");
        assert!(message.contains("still running"), "{message}");
        assert!(run(Path::new("no-such-program"), &[], Path::new("."), Vec::new(), Duration::ZERO).is_err());
    }
}
