//! The product as an operator runs it: a folder, a database, and processes that end with the test,
//! however it ends.

use std::fs::{File, read_to_string};
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use kernel::testing::{PASSWORD, TestDatabase};
use tempfile::TempDir;

use super::client::Client;

/// The account that every process has.
pub(super) const ADMIN: &str = "mona@desk.test";

/// The time within which a process must start or end.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// The pause between two polls.
pub(super) const PAUSE: Duration = Duration::from_millis(10);

pub(super) struct ServerProcess {
    folder: TempDir,
    database: TestDatabase,
    /// The largest size in KiB of a file that a process may write.
    most: Option<u64>,
}

/// A serving process. It ends when it is dropped.
pub(super) struct Node {
    child: Child,
    address: SocketAddr,
    log: PathBuf,
}

impl ServerProcess {
    /// Prepares an empty database.
    pub(super) fn empty() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), database: TestDatabase::new(), most: None }
    }

    /// Prepares a database with an administrator.
    pub(super) fn new() -> Self {
        let process = Self::empty();
        let words = "user create --email EMAIL --first-name Mona --role admin --password-stdin";
        process.type_in(&words.replace("EMAIL", ADMIN), &format!("{PASSWORD}\n"));
        process
    }

    pub(super) fn database(&self) -> TestDatabase {
        self.database.clone()
    }

    pub(super) fn database_url(&self) -> String {
        self.database.url()
    }

    pub(super) fn is_postgres(&self) -> bool {
        self.database_url().starts_with("postgres")
    }

    pub(super) fn file(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// Limits the files of processes to little more than the size of the SQLite database.
    pub(super) fn limit_files(&mut self) {
        let url = self.database_url();
        let path = url.strip_prefix("sqlite://").expect("a database of SQLite");
        self.most = Some(std::fs::metadata(path).unwrap().len() / 1024 + 128);
    }

    fn command(&self, words: &str) -> Command {
        const MIZAN: &str = env!("CARGO_BIN_EXE_mizan");
        let mut command = match self.most {
            None => Command::new(MIZAN),
            Some(most) => {
                let mut limited = Command::new("bash");
                // Ignores the signal, so that a write beyond the limit fails with an error.
                let script = "trap '' XFSZ; ulimit -f $0; exec \"$@\"";
                limited.args(["-c", script, &most.to_string(), MIZAN]);
                limited
            }
        };
        command.args(words.split(' ')).current_dir(self.folder.path()).env_clear();
        command.env("MIZAN_DATABASE_URL", self.database_url()).env("MIZAN_DRAIN_SECONDS", "1");
        // All processes issue tokens for one address, whatever their ports.
        command.env("MIZAN_PUBLIC_URL", "http://localhost:8080");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a command that must succeed; returns its output.
    pub(super) fn run(&self, words: &str) -> String {
        self.type_in(words, "")
    }

    /// Starts a command that is killed before its end.
    pub(super) fn begin(&self, words: &str) -> Child {
        self.command(words).spawn().unwrap()
    }

    /// Runs a command on another database.
    pub(super) fn run_on(&self, database: &str, words: &str) -> String {
        let mut command = self.command(words);
        Self::end(command.env("MIZAN_DATABASE_URL", database), words, "")
    }

    fn type_in(&self, words: &str, typed: &str) -> String {
        Self::end(&mut self.command(words), words, typed)
    }

    fn end(command: &mut Command, words: &str, typed: &str) -> String {
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Starts a process and waits until it is ready.
    pub(super) fn serve(&self) -> Node {
        self.serve_with(&[])
    }

    /// Starts a process with these additional environment variables.
    pub(super) fn serve_with(&self, variables: &[(&str, &str)]) -> Node {
        let deadline = Instant::now() + PATIENCE;
        loop {
            // Another program may take the port first. Then the process is started with another
            // one.
            let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
            let address = free.local_addr().unwrap();
            drop(free);
            if let Some(node) = self.serve_at(address, deadline, variables) {
                return node;
            }
        }
    }

    fn serve_at(
        &self,
        address: SocketAddr,
        deadline: Instant,
        variables: &[(&str, &str)],
    ) -> Option<Node> {
        let log = self.folder.path().join(format!("{}.log", address.port()));
        let mut command = self.command("serve");
        command.env("MIZAN_LISTEN", address.to_string()).envs(variables.iter().copied());
        let child = command.stderr(File::create(&log).unwrap()).spawn().unwrap();
        let mut node = Node { child, address, log };
        let mut greeting = String::new();
        let out = node.child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut greeting).unwrap();
        loop {
            if let Some(status) = node.child.try_wait().unwrap() {
                let log = node.log();
                assert!(log.contains("Cannot listen"), "{status}: {log}");
                return None;
            }
            let answer = node.client().send("GET", "/readyz", &[], None);
            if answer.is_ok_and(|answer| answer.status == 200) {
                return Some(node);
            }
            assert!(Instant::now() < deadline, "never ready: {}", node.log());
            sleep(PAUSE);
        }
    }
}

impl Node {
    /// Returns a client with a connection of its own.
    pub(super) fn client(&self) -> Client {
        Client::of(self.address)
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(super) fn log(&self) -> String {
        read_to_string(&self.log).unwrap()
    }

    /// Returns the file of its log, which is there after its end, too.
    pub(super) fn log_path(&self) -> PathBuf {
        self.log.clone()
    }

    /// Sends `SIGKILL`: the process finishes nothing.
    pub(super) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends `SIGTERM`.
    pub(super) fn terminate(&self) {
        self.signal("-TERM");
    }

    /// Sends a signal.
    pub(super) fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    }

    /// Waits for the end of the process; returns its exit code.
    pub(super) fn ended(mut self) -> Option<i32> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(Instant::now() < deadline, "it does not end: {}", self.log());
            sleep(PAUSE);
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
