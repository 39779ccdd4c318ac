//! When settings are read: who can write to their file cannot open a serving process.

use super::process::{free_address, run, send, serve};
use crate::policy::write_policy;

const METRICS: &str = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";

#[test]
fn settings_are_read_at_the_start_only_and_a_signal_loads_the_policy() {
    let (folder, address) = (tempfile::tempdir().unwrap(), free_address());
    let set = |network: &str| {
        let text = format!("metrics_from = ['{network}']\n");
        std::fs::write(folder.path().join("mizan.toml"), text).unwrap();
    };
    let settings = [("MIZAN_LISTEN", address.as_str()), ("MIZAN_POLICY", "policy.csv")];
    let policy = folder.path().join("policy.csv");
    write_policy(&policy, "");
    set("198.51.100.0/24");
    {
        let serving = serve(folder.path(), &settings).unwrap();
        assert_eq!(send(&address, METRICS), 404);
        set("127.0.0.0/8");
        serving.signal("-HUP");
        while !serving.line().contains("this policy is in force now") {}
        assert_eq!(send(&address, METRICS), 404);
    }
    let _serving = serve(folder.path(), &settings).unwrap();
    assert_eq!(send(&address, METRICS), 200);
}

/// The defaults that SECURITY.md states.
#[test]
fn defaults_are_those_that_are_promised() {
    let folder = tempfile::tempdir().unwrap();
    let config = run(folder.path(), "config", &[]).unwrap();
    for (name, promised) in [
        ("trusted_proxies", "(none)"),
        ("metrics_from", "127.0.0.1/32,::1/128"),
        ("connections_per_address", "256"),
        ("media_max_mib", "20"),
        ("media_max_megapixels", "50"),
        ("media_max_file_mib", "25"),
        ("media_files_mib", "0"),
        ("retention.history_days", "0"),
        ("retention.audit_days", "365"),
        ("retention.join_requests_days", "365"),
        ("users.join_requests_per_hour", "200"),
        ("users.join_requests_max", "10000"),
    ] {
        let mut rows = config.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let row = rows.find(|row| row.first() == Some(&name));
        assert_eq!(row.unwrap_or_default().get(1), Some(&promised), "{name}");
    }
}
