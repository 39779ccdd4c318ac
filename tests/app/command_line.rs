//! The binary as an operator runs it: its output and its exit codes.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use kernel::testing::{TestApp, TestDatabase};
use tempfile::TempDir;

use crate::PRODUCT;
use crate::policy::write_policy;

/// A folder in which the binary runs with the settings of the test and no others.
pub(crate) struct Operator {
    folder: TempDir,
    variables: Vec<(&'static str, String)>,
}

/// The result of a command: its exit code, its standard output and its standard error.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Operator {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), variables: Vec::new() }
    }

    pub(crate) fn set(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.variables.push((name, value.into()));
        self
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        std::fs::write(self.path().join(file), text).unwrap();
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mizan"));
        command.args(words.split(' ')).current_dir(self.path()).env_clear();
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn run(&self, words: &str) -> Ended {
        self.type_in(words, "")
    }

    fn type_in(&self, words: &str, typed: &str) -> Ended {
        let mut child = self.command(words).spawn().unwrap();
        child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Ended { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Ended {
    /// Returns the output of a command that succeeded.
    pub(crate) fn done(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""));
        self.out
    }

    /// Returns the error message of a command that failed.
    fn refused(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (Some(1), ""));
        let message = self.err.strip_prefix("mizan: ").unwrap().trim_end().to_owned();
        assert!(!message.contains('\n'), "{message}");
        message
    }
}

#[test]
fn invalid_setting_fails_every_command_with_a_message_that_names_it() {
    let operator = Operator::new().set("MIZAN_LISTEN", "8080");
    for words in ["serve", "migrate", "openapi", "config", "policy show", "keys rotate"] {
        assert_eq!(
            operator.run(words).refused(),
            "MIZAN_LISTEN is \"8080\"; it must be an address and a port such as 127.0.0.1:8080"
        );
    }
    let operator = Operator::new();
    operator.write("mizan.toml", "lissen = '127.0.0.1:8080'");
    assert_eq!(
        operator.run("config").refused(),
        "lissen in mizan.toml is no setting; did you mean listen?"
    );
    let operator = Operator::new().set("MIZAN_CONFIG", "elsewhere.toml");
    let message = operator.run("config").refused();
    assert!(message.starts_with("elsewhere.toml cannot be read: "), "{message}");
    let operator = Operator::new().set("MIZAN_POLICY", "elsewhere.csv");
    assert_eq!(
        operator.run("serve").refused(),
        "MIZAN_POLICY is \"elsewhere.csv\"; it must be the path of a file that is there"
    );
    for seconds in ["-1", "86401", "5 minutes"] {
        let operator = Operator::new().set("MIZAN_ESTIMATION_SCORE_DELAY_SECONDS", seconds);
        assert_eq!(
            operator.run("serve").refused(),
            format!(
                "MIZAN_ESTIMATION_SCORE_DELAY_SECONDS is \"{seconds}\"; it must be a number from 0 to \
                 86400"
            )
        );
    }
    assert_eq!(operator.run("serve --loudly").code, Some(2));
}

#[test]
fn config_lists_every_setting_with_its_source_and_no_secret() {
    let operator = Operator::new()
        .set("MIZAN_DATABASE_URL", "postgres://me:hush@db/mizan")
        .set("MIZAN_OIDC_KEYCLOAK_CLIENT_SECRET", "hush-hush");
    operator.write(
        "mizan.toml",
        "log = 'info'\n[[oidc]]\nid = 'keycloak'\nname = 'Keycloak'\n\
         issuer = 'https://id.example.com'\nclient_id = 'desk'\n",
    );
    let output = operator.run("config").done();
    assert!(!output.contains("hush"), "{output}");
    let row = |name: &str| {
        let line = output.lines().find(|line| line.split(' ').next() == Some(name)).unwrap();
        line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect::<Vec<_>>()
    };
    assert_eq!(row("log")[1..4], ["info", "mizan.toml", "warn"]);
    assert_eq!(row("listen")[1..4], ["127.0.0.1:8080", "default", "127.0.0.1:8080"]);
    assert_eq!(row("policy")[1..4], ["(none)", "default", "(none)"]);
    assert_eq!(
        row("database_url")[1..4],
        ["postgres://me:********@db/mizan", "MIZAN_DATABASE_URL", "sqlite://data/mizan.db"]
    );
    assert_eq!(
        row("oidc.keycloak.client_secret")[1..4],
        ["********", "MIZAN_OIDC_KEYCLOAK_CLIENT_SECRET", "(needed)"]
    );
    for name in ["connections", "drain_seconds", "metrics_from", "public_url", "trusted_proxies"] {
        assert_eq!(row(name).len(), 5, "{name}");
    }
}

#[test]
fn a_policy_is_shown_saved_changed_and_checked() {
    let operator = Operator::new();
    let matrix = Path::new(env!("CARGO_MANIFEST_DIR")).join("policies/matrix.txt");
    let shown = operator.run("policy show").done();
    assert_eq!(shown, std::fs::read_to_string(matrix).unwrap());

    let lines = operator.run("policy show --lines").done();
    operator.write("policy.csv", &lines);
    let output = operator.run("policy check policy.csv").done();
    assert!(
        output
            .ends_with("Compared with the product's own policy, nobody gains or loses anything.\n"),
        "{output}"
    );
    let operator = operator.set("MIZAN_POLICY", "policy.csv");
    assert_eq!(operator.run("policy show").done(), shown);
    assert_eq!(operator.run("policy show --lines").done(), lines);

    operator.write("new.csv", &format!("{lines}p, analytics, companies, read\n"));
    let output = operator.run("policy check new.csv").done();
    let (_, changes) = output.split_once('\n').unwrap();
    assert_eq!(
        changes,
        "Compared with policy.csv:\n  + analytics company_comment_create\n\
         \x20 + analytics company_comment_delete\n  + analytics company_comment_list\n\
         \x20 + analytics company_comment_people\n  + analytics company_comment_update\n\
         \x20 + analytics company_duplicates\n  + analytics company_file_list\n\
         \x20 + analytics company_file_view\n  + analytics company_list\n\
         \x20 + analytics company_view\n  + analytics backoffice:enter\n"
    );
    operator.write("new.csv", &format!("{lines}p, analytics, compnies, read\n"));
    assert_eq!(
        operator.run("policy check new.csv").refused(),
        format!(
            "new.csv, line {}: there is no resource `compnies`; did you mean companies?",
            lines.lines().count() + 1
        )
    );
    // Without an argument it checks the configured policy. That one must also be valid for a start.
    operator.write("policy.csv", "p, admin, units\n");
    let message = "policy.csv, line 1: a line is `p, role, resource, action` or `g, role, \
                    inherited role`";
    assert_eq!(operator.run("policy check").refused(), message);
    assert_eq!(operator.run("serve").refused(), message);
    assert_eq!(
        Operator::new().run("policy check").refused(),
        "Name a file to check: here, or by the setting policy (MIZAN_POLICY)"
    );
}

#[actix_web::test]
async fn a_permission_is_explained_for_a_role_and_for_an_account() {
    let database = TestDatabase::new();
    let operator = Operator::new().set("MIZAN_DATABASE_URL", database.url());
    assert_eq!(
        operator.run("policy explain analytics unit_list").done(),
        "analytics may not call unit_list (GET /api/backoffice/units).\n\
         It needs the permission units:read. No line gives it to analytics or what is inherited \
         (user). This one would:\n  p, analytics, units, read\n"
    );
    assert_eq!(
        operator.run("policy explain analytic unit_list").refused(),
        "There is no role analytic; did you mean analytics?"
    );
    assert_eq!(
        operator.run("policy explain admin units_list").refused(),
        "There is no operation units_list; did you mean unit_list?"
    );
    operator.run("migrate").done();
    assert_eq!(
        operator.run("policy explain mona@desk.test unit_list").refused(),
        "There is no account with the address mona@desk.test"
    );
    let made =
        "user create --email mona@desk.test --first-name Mone\u{301} --role admin --password-stdin";
    assert_eq!(operator.type_in(made, "mizan-demo\n").code, Some(0));
    let output = operator.run("policy explain Mona@desk.test GET /api/backoffice/units").done();
    assert_eq!(
        output,
        "Mona@desk.test has the roles: admin.\n\
         Mona@desk.test may call unit_list (GET /api/backoffice/units).\n\
         It needs the permission units:read. These lines give it:\n  \
         p, admin, units, *  (Policy of module units, line 1)\n"
    );
    let app = TestApp::on(&PRODUCT, database).await;
    let admin = app.sign_in("admin").await;
    let found = admin.get("/api/backoffice/users?search=mona").await.expect(200);
    assert_eq!(found["items"][0]["firstName"], "Mon\u{e9}");
    let (id, email) = app.account("user").await;
    app.lock(&id).await;
    assert_eq!(
        operator.run(&format!("policy explain {email} auth_me")).done(),
        format!(
            "{email} has the roles: user.\n\
             The account is locked: nobody is let in by it, whatever the policy says.\n\
             {email} may call auth_me (GET /api/auth/me): everybody may who is signed in.\n"
        )
    );
}

#[actix_web::test]
async fn account_needs_no_last_name_and_cannot_have_a_common_password() {
    let database = TestDatabase::new();
    let operator = Operator::new().set("MIZAN_DATABASE_URL", database.url());
    let make = "user create --email mona@desk.test --first-name Mona --role admin --password-stdin";
    for (password, message) in [
        ("password123", "This is one of the most common passwords. Choose another one"),
        ("mona@desk.test", "The password must not be the name or the email. Choose another one"),
    ] {
        assert_eq!(operator.type_in(make, &format!("{password}\n")).refused(), message);
    }
    let empty = make.replace("mona@", "amal@") + " --last-name=";
    for words in [make, &empty] {
        assert_eq!(operator.type_in(words, "seven lonely gulls\n").code, Some(0), "{words}");
    }
    let app = TestApp::on(&PRODUCT, database).await;
    for email in ["mona@desk.test", "amal@desk.test"] {
        let login = app.anonymous().login(email, "seven lonely gulls").await.expect(200);
        assert_eq!(login["user"]["lastName"], "");
    }
}

#[actix_web::test]
async fn key_rotation_keeps_sessions_and_applies_to_running_processes_immediately() {
    let database = TestDatabase::new();
    let running = TestApp::on(&PRODUCT, database.clone()).await;
    let before = running.sign_in("admin").await.token().to_owned();

    let operator = Operator::new().set("MIZAN_DATABASE_URL", database.url());
    let output = operator.run("keys rotate").done();
    let started = TestApp::on(&PRODUCT, database.clone()).await;
    let keys = started.anonymous().get("/.well-known/jwks.json").await.expect(200);
    let keys = keys["keys"].as_array().unwrap();
    assert_eq!(keys.len(), 2);
    assert!(output.contains(keys[1]["kid"].as_str().unwrap()), "{output}");

    let after = started.sign_in("admin").await.token().to_owned();
    for app in [&running, &started] {
        for token in [&before, &after] {
            assert_eq!(app.bearer(token).get("/api/auth/me").await.status, 200);
        }
    }

    operator.run("keys rotate --revoke").done();
    let started = TestApp::on(&PRODUCT, database.clone()).await;
    for token in [&before, &after] {
        assert_eq!(started.bearer(token).get("/api/auth/me").await.status, 401);
    }
    let session = started.sign_in("admin").await;
    assert_eq!(session.get("/api/auth/me").await.status, 200);
}

/// A serving process and its log. It ends with the test.
struct Serving {
    child: Child,
    log: mpsc::Receiver<String>,
}

impl Serving {
    fn start(operator: &Operator) -> Self {
        let mut child = operator.command("serve").spawn().unwrap();
        let mut greeting = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut greeting).unwrap();
        assert!(greeting.starts_with("Mizan serves"), "{greeting}");
        let (lines_sent, log) = mpsc::channel();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        std::thread::spawn(move || {
            lines.map_while(Result::ok).try_for_each(|line| lines_sent.send(line))
        });
        Self { child, log }
    }

    /// Waits for the line of the log that contains this text.
    fn wait_for_line(&self, what: &str) -> String {
        loop {
            let line = self.log.recv_timeout(Duration::from_secs(30));
            let line = line.unwrap_or_else(|_| panic!("the log has no line with {what}"));
            if line.contains(what) {
                return line;
            }
        }
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn running_process_logs_the_result_of_a_policy_change() {
    let database = TestDatabase::new();
    let operator = Operator::new()
        .set("MIZAN_DATABASE_URL", database.url())
        .set("MIZAN_LISTEN", "127.0.0.1:0")
        .set("MIZAN_POLICY", "policy.csv");
    let policy = operator.path().join("policy.csv");
    // An invalid policy at the start is no start.
    write_policy(&policy, "p, ghost, companies, read\n");
    assert!(operator.run("serve").refused().ends_with("there is no role `ghost`"));

    write_policy(&policy, "");
    operator.run("migrate").done();
    let serving = Serving::start(&operator);
    write_policy(&policy, "p, analytics, chairs, read\n");
    let line = serving.wait_for_line("there is no resource `chairs`");
    assert!(line.contains("\"ERROR\"") && line.contains("The policy stays as it was"), "{line}");
    write_policy(&policy, "p, analytics, companies, read\n");
    let line = serving.wait_for_line("this policy is in force now");
    assert!(line.contains("+ analytics companies:read"), "{line}");
    serving.signal("-HUP");
    serving.wait_for_line("this policy is in force now");
}

#[test]
fn mappings_are_listed_shown_and_explained() {
    let operator = Operator::new();
    let list = operator.run("mappings").done();
    let rows: Vec<Vec<&str>> =
        list.lines().map(|line| line.splitn(3, "  ").map(str::trim).collect()).collect();
    assert_eq!(rows.len(), 2, "{list}");
    assert_eq!(rows[0][..2], ["bayut-rents", "units"]);
    assert!(rows[0][2].starts_with("Listings of apartments to rent"), "{list}");
    assert!(rows[1][0] == "dld-projects" && rows[1][1].starts_with("projects"), "{list}");
    let text = operator.run("mappings dld-projects").done();
    assert!(text.contains("\n[fields.name]\n"), "{text}");
    assert_eq!(
        operator.run("mappings dld-project").refused(),
        "There is no mapping 'dld-project'; did you mean dld-projects?"
    );
    let grammar = operator.run("mappings --grammar").done();
    for word in ["header_line", "otherwise", "flags", "at_least", "`sheet`", "by.location"] {
        assert!(grammar.contains(word), "{word}");
    }
}

#[test]
fn import_prints_skipped_rows_created_records_and_progress() {
    let database = TestDatabase::new();
    let operator = Operator::new().set("MIZAN_DATABASE_URL", database.url());
    operator.write(
        "projects.toml",
        "resource = \"projects\"\nexisting = \"skip\"\nskip_rows = [{ column = \"Name\", equals = \"Total\" }]\n\
         fields.name = \"Name\"\nfields.location = \"Area\"\n\
         fields.\"developer._id\" = { lookup = \"developers\", by.name = \"Builder\", create = {} }\n",
    );
    operator.write("one.csv", "Name,Area,Builder\nPalm,Marina,Noor\nTotal,,\n");
    let arguments = "import projects one.csv --mapping projects.toml";
    assert_eq!(
        operator.run(&format!("{arguments} --dry-run")).done(),
        "1 would be created, 0 would be updated, 1 skipped\n\
         would be made on the way: 1 developer\n  \
         1 skipped: The mapping leaves it out by skip_rows[0] (line 3)\n"
    );
    operator.run(arguments).done();
    let rows: String = (0..7).map(|row| format!("Palm,Area {row},Noor\n")).collect();
    operator.write("two.csv", &format!("Name,Area,Builder\nCreek,Arjan,Reem\n{rows}"));
    assert_eq!(
        operator.run("import projects two.csv --mapping projects.toml --repeated first").done(),
        "1 created, 0 updated, 7 skipped\nmade on the way: 1 developer\n  \
         1 skipped: This project exists already (line 3)\n  \
         6 skipped: This project stands in the file already (lines 4, 5, 6, 7, 8, …)\n"
    );

    // An error of the mapping is one message with an exit code, in every mode for existing records.
    let lines = "resource = \"projects\"\nexisting = \"update\"\nfields.name = \"Name\"\nfields.locaton = \"Area\"\n";
    operator.write("wrong.toml", lines);
    for dry in ["", " --dry-run"] {
        assert_eq!(
            operator.run(&format!("import projects one.csv --mapping wrong.toml{dry}")).refused(),
            "Nothing was imported: fields.locaton: projects have no field 'locaton'; did you mean location?"
        );
    }
    assert_eq!(
        operator.run("import projects one.csv --mapping projcts").refused(),
        "There is no file and no mapping 'projcts'; there are: bayut-rents (for units), \
         dld-projects (for projects)"
    );
    let rows: String = (0..10_500).map(|row| format!("Company {row},nobody\n")).collect();
    operator.write("many.csv", &format!("name,email\n{rows}"));
    let ended = operator.run("import companies many.csv");
    assert_eq!(ended.code, Some(1));
    assert!(ended.err.ends_with(
        "… and 9,900 more\nmizan: At least 10,000 rows were refused, and nothing was imported; \
         reading stopped at line 10,001\n"
    ));
}
