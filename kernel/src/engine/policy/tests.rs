//! The policy of a small office: desks, a clerk, a chief who inherits from the clerk.

use super::Operation;
use super::rules_tests::Offices;
use super::watch::Watch;
use super::*;

pub(super) const ROLES: &str = "g, clerk, user\ng, chief, clerk\n";
const LINES: &str = "p, clerk, desks, read\np, chief, desks, *\n";

pub(super) fn permissions() -> Permissions {
    let pairs = [
        ("desks", "read"),
        ("desks", "update"),
        ("desks", "sell"),
        ("safes", "read"),
        ("safes", "open"),
        ("office", "enter"),
        ("vault", "enter"),
        (SECOND_FACTOR, REQUIRE),
    ];
    let owned = |(one, other): (&str, &str)| (one.to_owned(), other.to_owned());
    let areas = [("safes", "vault")].map(owned).into();
    Permissions { pairs: pairs.map(owned).into(), areas }
}

async fn evaluate(lines: &str) -> Result<Policy> {
    let sources = [
        Source { whose: "Policy of the roles".into(), lines: ROLES, names_roles: true },
        Source { whose: "Policy of desks".into(), lines, names_roles: false },
    ];
    Policy::evaluate(&sources, &permissions(), Arc::new(Offices)).await
}

/// A policy that was read from this file.
async fn of_file(path: &Path, lines: &str) -> Policy {
    let sources = [Source::file(path, lines)];
    Policy::evaluate(&sources, &permissions(), Arc::new(Offices)).await.unwrap()
}

fn operations() -> Vec<Operation> {
    let needs =
        |action: &str| AuthorizationRule::Needs { resource: "desks".into(), action: action.into() };
    [
        ("desk_list", "GET", "/api/desks", needs("read")),
        ("desk_view", "GET", "/api/desks/{id}", needs("read")),
        ("desk_update", "PATCH", "/api/desks/{id}", needs("update")),
        ("desk_export", "GET", "/api/desks/export", needs("read")),
        ("desk_sell", "POST", "/api/desks/{id}/sell", needs("sell")),
        ("sign_in", "POST", "/api/sign-in", AuthorizationRule::Public),
        ("me", "GET", "/api/me", AuthorizationRule::SignedIn),
    ]
    .map(|(id, method, path, rule)| Operation {
        id: id.into(),
        method: method.into(),
        path: path.into(),
        rule,
    })
    .into()
}

#[actix_web::test]
async fn roles_inherit_and_the_rest_is_denied() {
    let policy = evaluate(LINES).await.unwrap();
    let may = |role: &str, action| policy.allows(&[role.to_owned()], "desks", action);
    assert!(may("clerk", "read") && may("chief", "read") && may("chief", "update"));
    assert!(!may("user", "read") && !may("clerk", "update") && !may("stranger", "read"));
    assert!(!policy.allows(&["chief".to_owned()], "chairs", "read"));
}

#[actix_web::test]
async fn a_role_that_may_read_a_resource_may_enter_its_area_and_nothing_more_follows() {
    // A module's own policy may not let a role act where it may not enter; an operator's file may.
    let lines = "p, clerk, safes, read\np, user, safes, open\n";
    let refused = evaluate(lines).await.unwrap_err().to_string();
    assert!(
        refused.starts_with("Policy of desks, line 2: `user` may not enter `vault`"),
        "{refused}"
    );
    let policy = of_file(Path::new("policy.csv"), &format!("{ROLES}{lines}")).await;
    let may = |role: &str, what, action| policy.allows(&[role.to_owned()], what, action);
    assert!(may("clerk", "vault", "enter") && may("chief", "vault", "enter"));
    // Actions other than reading open no area, and reading opens only its own.
    assert!(!may("user", "vault", "enter") && !may("clerk", "office", "enter"));
    assert!(!may("clerk", "desks", "read") && !may("clerk", "safes", "update"));
    let vault = matrix(&policy, &operations());
    let row = vault.lines().find(|line| line.starts_with("vault:enter")).unwrap();
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["vault:enter", ".", "x", "x", "."]);
}

#[actix_web::test]
async fn a_line_that_names_something_unknown_is_refused_by_its_number() {
    for (lines, message) in [
        ("p, ghost, desks, read", "Policy of desks, line 1: there is no role `ghost`"),
        (
            "p, clerks, desks, read",
            "Policy of desks, line 1: there is no role `clerks`; did you mean clerk?",
        ),
        ("\np, clerk, chairs, read", "Policy of desks, line 2: there is no resource `chairs`"),
        (
            "g, user, chief",
            "Policy of desks, line 1: only the product itself says what roles inherit",
        ),
        ("p, clerk, desks, fly", "Policy of desks, line 1: `desks` has no action `fly`"),
        (
            "p, clerk, desks, reed",
            "Policy of desks, line 1: `desks` has no action `reed`; did you mean read?",
        ),
        (
            "p, clerk, desks",
            "Policy of desks, line 1: a line is `p, role, resource, action` or `g, role, inherited role`",
        ),
    ] {
        assert_eq!(evaluate(lines).await.unwrap_err().to_string(), message);
    }
}

#[actix_web::test]
async fn the_lines_in_force_can_be_saved_and_are_the_same_policy() {
    let policy = evaluate(LINES).await.unwrap();
    let saved = policy.lines();
    assert_eq!(
        saved,
        "# Policy of the roles\ng, clerk, user\ng, chief, clerk\n\n\
         # Policy of desks\np, clerk, desks, read\np, chief, desks, *\n"
    );
    let again = of_file(Path::new("policy.csv"), &saved).await;
    assert_eq!(again.lines(), saved);
    assert_eq!(matrix(&again, &operations()), matrix(&policy, &operations()));
}

#[actix_web::test]
async fn a_check_reports_what_each_role_gains_and_loses() {
    let before = evaluate(LINES).await.unwrap();
    let path = Path::new("new.csv");
    let reported =
        |policy: &Policy| report("new.csv", policy, "the old one", &before, &operations());

    let same = of_file(path, &before.lines()).await;
    assert_eq!(
        reported(&same),
        "new.csv holds: 3 roles, 4 lines.\n\
         Warning: there is no role admin, without which nobody can look after users\n\
         Compared with the old one, nobody gains or loses anything.\n"
    );
    let lines = "g, clerk, user\ng, admin, clerk\np, clerk, desks, sell\np, user, office, enter\n";
    assert_eq!(
        reported(&of_file(path, lines).await),
        "new.csv holds: 3 roles, 4 lines.\n\
         Warning: no line gives admin anything of its own\n\
         Compared with the old one:\n\
         \x20 + role admin\n\
         \x20 - role chief\n\
         \x20 + admin desk_sell\n\
         \x20 + admin office:enter\n\
         \x20 - chief desk_export\n\
         \x20 - chief desk_list\n\
         \x20 - chief desk_sell\n\
         \x20 - chief desk_update\n\
         \x20 - chief desk_view\n\
         \x20 - clerk desk_export\n\
         \x20 - clerk desk_list\n\
         \x20 + clerk desk_sell\n\
         \x20 - clerk desk_view\n\
         \x20 + clerk office:enter\n\
         \x20 + user office:enter\n\
         Roles are known from the start of a process: a running one takes this policy only when it \
         is started anew.\n"
    );
}

#[actix_web::test]
async fn an_operation_is_found_by_its_name_or_by_a_request() {
    let operations = operations();
    let meant = |text: &str| operation_meant(&operations, text).map(|found| found.id.as_str());
    for (text, id) in [
        ("desk_list", "desk_list"),
        ("GET /api/desks", "desk_list"),
        ("get /api/desks?page=2", "desk_list"),
        ("GET /api/desks/{id}", "desk_view"),
        ("GET /api/desks/64b8f0c2a1d3e4f5a6b7c8d9", "desk_view"),
        ("PATCH /api/desks/64b8f0c2a1d3e4f5a6b7c8d9", "desk_update"),
        ("GET /api/desks/export", "desk_export"),
        ("POST /api/desks/64b8f0c2a1d3e4f5a6b7c8d9/sell", "desk_sell"),
    ] {
        assert_eq!(meant(text).unwrap(), id, "{text}");
    }
    for (text, message) in [
        ("desk_lists", "There is no operation desk_lists; did you mean desk_list?"),
        ("fly", "There is no operation fly"),
        ("GET /api/desk", "There is no operation at /api/desk; did you mean /api/desks?"),
        (
            "DELETE /api/desks/64b8f0c2a1d3e4f5a6b7c8d9",
            "There is no operation DELETE /api/desks/64b8f0c2a1d3e4f5a6b7c8d9; there are: GET, PATCH",
        ),
    ] {
        assert_eq!(meant(text).unwrap_err().to_string(), message);
    }
}

#[actix_web::test]
async fn a_decision_is_explained_by_lines_and_inheritance() {
    let policy = evaluate(LINES).await.unwrap();
    let operations = operations();
    let explained = |who: &str, roles: &[&str], operation: &str| {
        let roles: Vec<String> = roles.iter().map(|role| (*role).to_owned()).collect();
        let operation = operation_meant(&operations, operation).unwrap();
        explain(&policy.in_force(), who, &roles, operation)
    };
    assert_eq!(
        explained("chief", &["chief"], "desk_list"),
        "chief may call desk_list (GET /api/desks).\n\
         It needs the permission desks:read. These lines give it:\n\
         \x20 p, chief, desks, *  (Policy of desks, line 2)\n\
         \x20 p, clerk, desks, read  (Policy of desks, line 1)\n\
         \x20   by g, chief, clerk  (Policy of the roles, line 2)\n"
    );
    assert_eq!(
        explained("mona@desk.test", &["clerk"], "desk_sell"),
        "mona@desk.test may not call desk_sell (POST /api/desks/{id}/sell).\n\
         It needs the permission desks:sell. No line gives it to clerk or what is inherited \
         (user). This one would:\n\
         \x20 p, clerk, desks, sell\n"
    );
    assert_eq!(
        explained("user", &["user"], "me"),
        "user may call me (GET /api/me): everybody may who is signed in.\n"
    );
    assert_eq!(
        explained("user", &["user"], "sign_in"),
        "user may call sign_in (POST /api/sign-in): anybody may.\n"
    );
}

#[actix_web::test]
async fn an_explanation_says_that_a_second_factor_is_required() {
    let lines = "p, clerk, desks, read\np, clerk, second-factor, require\n";
    let policy = evaluate(lines).await.unwrap();
    let operations = operations();
    let explained = |role: &str, operation: &str| {
        let operation = operation_meant(&operations, operation).unwrap();
        explain(&policy.in_force(), role, &[role.to_owned()], operation)
    };
    let requires = "A session needs a second factor for it, which these lines require:\n\
                    \x20 p, clerk, second-factor, require  (Policy of desks, line 2)\n\
                    \x20   by g, chief, clerk  (Policy of the roles, line 2)\n";
    for operation in ["desk_list", "me"] {
        let text = explained("chief", operation);
        assert!(text.ends_with(requires), "{text}");
    }
    for (role, operation) in [("chief", "sign_in"), ("chief", "desk_sell"), ("user", "me")] {
        let text = explained(role, operation);
        assert!(!text.contains("second factor"), "{text}");
    }
}

#[actix_web::test]
async fn what_is_explained_is_what_casbin_decides() {
    // Roles that inherit in a cycle, and on two paths.
    let lines = "g, clerk, user\ng, chief, clerk\ng, chief, user\ng, a, b\ng, b, a\n\
                 p, user, desks, read\np, b, desks, *\np, clerk, office, enter\n";
    let policy = of_file(Path::new("policy.csv"), lines).await;
    for role in policy.roles() {
        for (resource, action) in permissions().pairs {
            let allowed = policy.allows(std::slice::from_ref(role), &resource, &action);
            let explained =
                !explain::grants(&policy.in_force(), role, &resource, &action).is_empty();
            assert_eq!(allowed, explained, "{role} {resource}:{action}");
        }
    }
}

/// A policy file in a folder of its own, the policy read from it, and its watch.
struct Office {
    _folder: tempfile::TempDir,
    policy: Policy,
    watch: Watch,
}

impl Office {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("policy.csv");
        let lines = format!("{ROLES}{LINES}");
        std::fs::write(&path, &lines).unwrap();
        let policy = of_file(&path, &lines).await;
        Self { _folder: folder, watch: Watch::new(path, &policy), policy }
    }

    fn write(&self, more: &str) {
        std::fs::write(&self.watch.path, format!("{ROLES}{LINES}{more}")).unwrap();
    }

    async fn poll(&mut self) -> Option<Result<Vec<String>>> {
        self.watch.poll(&self.policy, false).await
    }

    /// Returns the message why another policy was rejected, at the second poll.
    async fn refusal(&mut self) -> String {
        assert!(self.poll().await.is_none());
        self.poll().await.unwrap().unwrap_err().to_string()
    }

    fn clerk_may(&self, action: &str) -> bool {
        self.policy.allows(&["clerk".to_owned()], "desks", action)
    }
}

#[actix_web::test]
async fn a_changed_file_is_loaded_when_two_polls_agree_and_reported_once() {
    let mut office = Office::new().await;
    assert!(office.poll().await.is_none());
    office.write("p, clerk, desks, update\n");
    assert!(office.poll().await.is_none());
    assert!(!office.clerk_may("update"));
    // The file is still being written.
    office.write("p, clerk, desks, update\np, clerk, desks, sell\n");
    assert!(office.poll().await.is_none());
    let changes = office.poll().await.unwrap().unwrap();
    assert_eq!(changes, ["+ clerk desks:sell", "+ clerk desks:update"]);
    assert!(office.clerk_may("update") && office.clerk_may("sell"));
    assert!(office.poll().await.is_none());

    // A return to the former content is a change like any other.
    office.write("");
    assert!(office.poll().await.is_none());
    let changes = office.poll().await.unwrap().unwrap();
    assert_eq!(changes, ["- clerk desks:sell", "- clerk desks:update"]);
    assert!(!office.clerk_may("update"));
}

#[actix_web::test]
async fn a_requested_reload_is_immediate_and_always_reported() {
    let mut office = Office::new().await;
    office.write("p, clerk, desks, update\n");
    let reloaded = office.watch.poll(&office.policy, true).await.unwrap().unwrap();
    assert_eq!(reloaded, ["+ clerk desks:update"]);
    let again = office.watch.poll(&office.policy, true).await.unwrap().unwrap();
    assert!(again.is_empty());
    assert!(office.poll().await.is_none());
}

#[actix_web::test]
async fn an_invalid_file_leaves_the_policy_as_it_was() {
    let mut office = Office::new().await;
    let path = office.watch.path.clone();
    let at = path.display().to_string();
    office.write("p, clerk, chairs, read\n");
    assert_eq!(office.refusal().await, format!("{at}, line 5: there is no resource `chairs`"));
    assert!(office.poll().await.is_none(), "it is reported once");

    office.write("g, temp, user\np, temp, desks, read\n");
    assert_eq!(
        office.refusal().await,
        format!(
            "{at} has other roles (+ role temp), which are known from the start of a process; \
             start it anew to change them"
        )
    );
    std::fs::write(&path, "").unwrap();
    let empty = office.refusal().await;
    assert_eq!(empty, format!("{at} names no role; a line `g, role, inherited role` names two"));
    std::fs::remove_file(&path).unwrap();
    let missing = office.refusal().await;
    assert!(missing.starts_with(&format!("The policy {at} cannot be read: ")), "{missing}");
    assert!(office.clerk_may("read") && !office.clerk_may("update"));

    office.write("p, clerk, desks, update\n");
    assert!(office.poll().await.is_none());
    office.poll().await.unwrap().unwrap();
    assert!(office.clerk_may("update"));
}
