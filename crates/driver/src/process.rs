//! Runs a program to its end, with an input, a time limit and both outputs captured.

use std::io::{Read, Write};
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
        .map_err(|e| format!("cannot run {name}: {e}"))?;
    let mut stdin = child.stdin.take().expect("standard input is piped");
    // A program may end without reading its input: that the pipe breaks is no fault.
    thread::spawn(move || drop(stdin.write_all(&input)));
    let stdout = collect(child.stdout.take().expect("standard output is piped"));
    let stderr = collect(child.stderr.take().expect("standard error is piped"));
    let end = Instant::now() + limit;
    let left = || end.saturating_duration_since(Instant::now());
    let outputs = stdout.recv_timeout(left()).and_then(|out| Ok((out, stderr.recv_timeout(left())?)));
    let Ok((stdout, stderr)) = outputs else {
        // It may have ended in this moment, in which case there is nothing to kill.
        drop(child.kill());
        drop(child.wait());
        return Err(format!("{name} was still running after {} s", limit.as_secs_f32()));
    };
    let status = child.wait().map_err(|e| format!("cannot wait for {name}: {e}"))?.code();
    Ok(Finished { status, stdout, stderr })
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
    fn an_endless_program_is_ended() {
        let message = shell("exec sleep 1000", "", Duration::from_millis(50)).expect_err("it never ends");
        assert!(message.contains("still running"), "{message}");
        assert!(run(Path::new("no-such-program"), &[], Path::new("."), Vec::new(), Duration::ZERO).is_err());
    }
}
