//! The binary as an operator starts it, with the settings of a test and no others.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// The deadline for a line of output.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

pub(super) type Settings<'a> = &'a [(&'a str, &'a str)];

/// A serving process. It ends when it is dropped.
pub(super) struct Serving {
    child: Child,
    log: mpsc::Receiver<String>,
}

/// Prepares a command in `folder`. New files get all permissions that the product does not
/// restrict.
fn command(folder: &Path, words: &str, settings: Settings<'_>) -> Command {
    let mut command = Command::new("/bin/sh");
    let binary = env!("CARGO_BIN_EXE_mizan");
    command.args(["-c", &format!("umask 000; exec {binary} {words}")]);
    command.current_dir(folder).env_clear().envs(settings.iter().copied());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a command to its end; returns its output, or its error message.
pub(super) fn run(folder: &Path, words: &str, settings: Settings<'_>) -> Result<String, String> {
    let output = command(folder, words, settings).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    match output.status.code() {
        Some(0) => Ok(text(output.stdout)),
        code => Err(format!("{code:?}: {}", text(output.stderr))),
    }
}

/// Serves, or returns the error message of the start.
pub(super) fn serve(folder: &Path, settings: Settings<'_>) -> Result<Serving, String> {
    serve_by(folder, "serve", settings)
}

/// Serves with another command line.
pub(super) fn serve_by(
    folder: &Path,
    words: &str,
    settings: Settings<'_>,
) -> Result<Serving, String> {
    let mut child = command(folder, words, settings).spawn().unwrap();
    let mut greeting = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut greeting).unwrap();
    if greeting.is_empty() {
        let mut startup_error = String::new();
        child.stderr.as_mut().unwrap().read_to_string(&mut startup_error).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(1), "{startup_error}");
        return Err(startup_error);
    }
    let (sender, log) = mpsc::channel();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
    Ok(Serving { child, log })
}

impl Serving {
    /// Returns the next line of the log.
    pub(super) fn line(&self) -> String {
        self.log.recv_timeout(PATIENCE).unwrap()
    }

    /// Sends a signal.
    pub(super) fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a request as it is written, and returns the status of the answer.
pub(super) fn send(address: &str, request: &str) -> u16 {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).unwrap();
    line.split(' ').nth(1).unwrap().parse().unwrap()
}

/// Returns an address of this machine with a free port.
pub(super) fn free_address() -> String {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    free.local_addr().unwrap().to_string()
}
