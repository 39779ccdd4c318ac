//! Tests of which settings are loaded from which environment and file, and of the error messages.

use super::Config;
use super::EffectiveSetting;
use super::Setting;
use super::load::{File, read};
use crate::base::error::Result;

const KEYCLOAK: &str = r#"
    [[oidc]]
    id = "keycloak"
    name = "Keycloak"
    issuer = "https://id.example.com/realms/desk"
    client_id = "desk"
    client_secret = "hush-hush"
"#;

const MINIMUM: Setting = Setting {
    key: "survey.minimum_answers",
    purpose: "how many it takes",
    default: 4,
    least: 1,
    most: 100,
};

fn load(variables: &[(&str, &str)], text: &str) -> Result<(Config, Vec<EffectiveSetting>)> {
    let own = |(name, value): &(&str, &str)| (name.to_string(), value.to_string());
    let file = File { name: "mizan.toml".into(), text: Some(text.into()) };
    read(&variables.iter().map(own).collect(), &file, &[MINIMUM])
}

fn error_message(variables: &[(&str, &str)], text: &str) -> String {
    load(variables, text).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn nothing_set_is_every_default() {
    let (config, reported) = load(&[], "").unwrap();
    assert_eq!(config.database.to_string(), "SQLite, data/mizan.db");
    assert_eq!(config.public_url, "http://127.0.0.1:8080");
    assert_eq!((config.connections, config.drain_seconds), (8, 3));
    assert!(config.policy.is_none() && config.trusted_proxies.is_empty());
    assert!(config.metrics_from.iter().all(|network| network.addr().is_loopback()));
    assert!(reported.iter().all(|one| one.source == "default"));
}

#[test]
fn the_environment_wins_over_the_file_which_wins_over_the_defaults() {
    let text = "listen = '0.0.0.0:80'\nlog = 'info'\ntrusted_proxies = ['10.0.0.0/8', '::1']";
    let url = "postgres://me:hush@db/mizan";
    let set = [("MIZAN_LOG", "debug"), ("MIZAN_DATABASE_URL", url), ("MIZAN_POLICY", "Cargo.toml")];
    let (config, reported) = load(&set, text).unwrap();
    assert_eq!(config.log, tracing::Level::DEBUG);
    assert_eq!(config.public_url, "http://0.0.0.0:80");
    assert_eq!((config.connections, config.trusted_proxies.len()), (16, 2));
    let effective = |name: &str| {
        let one = reported.iter().find(|one| one.name == name).unwrap();
        (one.value.as_str(), one.source.as_str(), one.default.as_deref())
    };
    assert_eq!(effective("log"), ("debug", "MIZAN_LOG", Some("warn")));
    assert_eq!(effective("listen"), ("0.0.0.0:80", "mizan.toml", Some("127.0.0.1:8080")));
    assert_eq!(effective("public_url").2, Some("http://0.0.0.0:80"));
    assert_eq!(effective("policy"), ("Cargo.toml", "MIZAN_POLICY", Some("")));
    assert_eq!(effective("database_url").0, "postgres://me:********@db/mizan");
    // An empty variable overrides the file.
    assert!(load(&[("MIZAN_POLICY", "")], "policy = 'Cargo.toml'").unwrap().0.policy.is_none());
}

#[test]
fn providers_are_read_and_their_secrets_hidden() {
    let (config, reported) = load(&[], KEYCLOAK).unwrap();
    let [provider] = config.oidc.as_slice() else { panic!("one") };
    assert_eq!(provider.client_secret, "hush-hush");
    assert_eq!(provider.roles_claim, "/public_metadata/roles");
    assert_eq!((provider.scopes.len(), &provider.audience), (2, &None));
    assert!(!format!("{reported:?} {config:?}").contains("hush"));

    let elsewhere = KEYCLOAK.replace("client_secret = \"hush-hush\"", "");
    let variable = "MIZAN_OIDC_KEYCLOAK_CLIENT_SECRET";
    let (config, reported) = load(&[(variable, "quiet")], &elsewhere).unwrap();
    assert_eq!(config.oidc[0].client_secret, "quiet");
    let secret = reported.iter().find(|one| one.name == "oidc.keycloak.client_secret").unwrap();
    assert_eq!((secret.value.as_str(), secret.source.as_str()), ("********", variable));
    assert_eq!(secret.default, None);
    assert_eq!(
        error_message(&[], &elsewhere),
        "client_secret is missing in [[oidc]] keycloak in mizan.toml; it must be some text, \
         here or in MIZAN_OIDC_KEYCLOAK_CLIENT_SECRET"
    );
}

#[test]
fn a_wrong_setting_is_named_with_its_place_and_what_it_must_be() {
    for (variables, text, expected) in [
        (
            &[("MIZAN_LISTEN", "8080")][..],
            "",
            "MIZAN_LISTEN is \"8080\"; it must be an address and a port such as 127.0.0.1:8080",
        ),
        (
            &[],
            "listen = '8080'",
            "listen in mizan.toml is \"8080\"; it must be an address and a port such as \
             127.0.0.1:8080",
        ),
        (
            &[],
            "log = 'info'\nlisten = 8080",
            "listen in mizan.toml is not text in quotes; it must be an address and a port \
             such as 127.0.0.1:8080",
        ),
        (
            &[("MIZAN_LOG", "loud")],
            "",
            "MIZAN_LOG is \"loud\"; it must be error, warn, info, debug or trace",
        ),
        (
            &[("MIZAN_PUBLIC_URL", "https://me:hush@desk.example.com")],
            "",
            "MIZAN_PUBLIC_URL is \"https://…@desk.example.com\"; it must be an origin such as \
             https://desk.example.com",
        ),
        (
            &[("MIZAN_TRUSTED_PROXIES", "10.0.0.0/8,office")],
            "",
            "MIZAN_TRUSTED_PROXIES is \"10.0.0.0/8,office\"; it must be addresses or networks \
             such as 10.0.0.0/8, separated by commas",
        ),
        (
            &[],
            "metrics_from = 'office'",
            "metrics_from in mizan.toml is not a list of texts in quotes; it must be a list of \
             addresses or networks such as 10.0.0.0/8",
        ),
        (
            &[],
            "drain_seconds = -1",
            "drain_seconds in mizan.toml is \"-1\"; it must be a number of seconds from 0 to \
             3600",
        ),
        (
            &[("MIZAN_CONNECTIONS", "")],
            "",
            "MIZAN_CONNECTIONS is empty; it must be a number from 1 to 1000",
        ),
        (
            &[("MIZAN_LISTENS", "x")],
            "",
            "MIZAN_LISTENS is set, but there is no such setting; did you mean MIZAN_LISTEN?",
        ),
        (
            &[("MIZAN_OIDC_OKTA_CLIENT_SECRET", "x")],
            "",
            "MIZAN_OIDC_OKTA_CLIENT_SECRET is set, but there is no such setting; `mizan \
             config` lists those there are",
        ),
        (
            &[],
            "policy = 'nowhere.csv'",
            "policy in mizan.toml is \"nowhere.csv\"; it must be the path of a file that is \
             there",
        ),
        (&[], "lissen = 'x'", "lissen in mizan.toml is no setting; did you mean listen?"),
        (
            &[],
            "colour = 'x'",
            "colour in mizan.toml is no setting; `mizan config` lists those there are",
        ),
        (
            &[],
            "[oidc]\nid = 'x'",
            "oidc in mizan.toml is written otherwise; it must be a block [[oidc]] for each \
             provider",
        ),
    ] {
        assert_eq!(error_message(variables, text), expected);
    }
    assert!(error_message(&[], "log = 'info'\nlisten = hush").starts_with("mizan.toml, line 2: "));
    let reported = error_message(&[("MIZAN_DATABASE_URL", "mysql://me:hush@db/x")], "");
    assert!(reported.starts_with("MIZAN_DATABASE_URL cannot be used; it must be sqlite://"));
    assert!(!reported.contains("hush"));
}

#[test]
fn a_wrong_provider_is_named_with_its_block() {
    let with = |from: &str, to: &str| KEYCLOAK.replace(from, to);
    for (text, expected) in [
        (
            with("https://id.example.com/realms/desk", "http://id.example.com"),
            "issuer in [[oidc]] keycloak in mizan.toml is \"http://id.example.com\"; it must \
             be an https URL without query or fragment; http will do on this machine alone",
        ),
        (
            with("\"keycloak\"", "\"Key Cloak\""),
            "id in [[oidc]] Key Cloak in mizan.toml is \"Key Cloak\"; it must be made of a-z, \
             0-9 and -",
        ),
        (
            with("id = \"keycloak\"", ""),
            "id is missing in [[oidc]] block 1 in mizan.toml; it must be made of a-z, 0-9 and -",
        ),
        (
            format!("{KEYCLOAK}{KEYCLOAK}"),
            "id in [[oidc]] block 2 in mizan.toml is \"keycloak\", and so is another one; it \
             must be its own",
        ),
        (
            format!("{KEYCLOAK}roles_claim = \"realm_access.roles\""),
            "roles_claim in [[oidc]] keycloak in mizan.toml is \"realm_access.roles\"; it must \
             be a JSON pointer such as /realm_access/roles",
        ),
        (
            format!("{KEYCLOAK}clientid = \"x\""),
            "clientid in [[oidc]] keycloak in mizan.toml is no setting; did you mean client_id?",
        ),
        (
            format!("{KEYCLOAK}listen = \"x\""),
            "listen in [[oidc]] keycloak in mizan.toml is no setting; what is not of a \
             provider stands above the first [[oidc]]",
        ),
        (
            with("\"hush-hush\"", "[\"hush\"]"),
            "client_secret in [[oidc]] keycloak in mizan.toml is not text in quotes; it must \
             be some text",
        ),
    ] {
        assert_eq!(error_message(&[], &text), expected);
    }
}

#[test]
fn variables_of_tests_and_of_kubernetes_are_none_of_ours() {
    for name in [
        "MIZAN_TEST_DATABASE_URL",
        "MIZAN_CHROMIUM",
        "MIZAN_PORT",
        "MIZAN_PORT_80_TCP_ADDR",
        "MIZAN_SERVICE_HOST",
    ] {
        assert!(load(&[(name, "x")], "").is_ok(), "{name}");
    }
}

#[test]
fn what_modules_declare_is_set_like_everything_else() {
    let effective = |variables: &[(&str, &str)], text: &str| {
        let (config, reported) = load(variables, text).unwrap();
        let reported = reported.into_iter().find(|one| one.name == MINIMUM.key).unwrap();
        (config.of_modules.whole(&MINIMUM), reported.source)
    };
    let text = "[survey]\nminimum_answers = 7";
    assert_eq!(effective(&[], ""), (4, "default".into()));
    assert_eq!(effective(&[], text), (7, "mizan.toml".into()));
    let name = "MIZAN_SURVEY_MINIMUM_ANSWERS";
    assert_eq!(effective(&[(name, "9")], text), (9, name.into()));
    for (variables, text, expected) in [
        (
            &[(name, "0")][..],
            "",
            "MIZAN_SURVEY_MINIMUM_ANSWERS is \"0\"; it must be a number from 1 to 100",
        ),
        (
            &[],
            "[survey]\nminimum_answers = 'x'",
            "survey.minimum_answers in mizan.toml is \"x\"; it must be a number from 1 to 100",
        ),
        (
            &[],
            "survey = 1",
            "survey in mizan.toml is written otherwise; it must be a table [survey]",
        ),
        (
            &[],
            "[survey]\nminimum = 1",
            "minimum in [survey] in mizan.toml is no setting; did you mean minimum_answers?",
        ),
        (
            &[("MIZAN_SURVEY_MINIMUM_ANSWER", "1")],
            "",
            "MIZAN_SURVEY_MINIMUM_ANSWER is set, but there is no such setting; did you mean MIZAN_SURVEY_MINIMUM_ANSWERS?",
        ),
    ] {
        assert_eq!(error_message(variables, text), expected);
    }
}
