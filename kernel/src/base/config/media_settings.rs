//! The declarations of the image settings.

use super::declared::{Form, HIDDEN, Setting, is_secure_url, some, store};
use super::media::{S3Settings, default_folder, is_bucket};
use super::values::Config;

/// In the order in which they are read: the endpoint precedes the settings that belong to it.
pub(super) const SETTINGS: &[Setting<Config>] = &[
    Setting {
        key: "media_folder",
        purpose: "the folder that uploaded images are stored in; all processes of one database need the \
                  same",
        must: "the path of a folder",
        default: Some(|config| default_folder(&config.database).display().to_string()),
        set: |config, text| store(&mut config.media.folder, some(text).map(Into::into)),
        show: |config| config.media.folder.display().to_string(),
        ..Setting::TEXT
    },
    Setting {
        key: "media_max_mib",
        purpose: "how many MiB an uploaded image may have",
        form: Form::Number(1, 100, ""),
        default: Some(|_| "20".into()),
        set: |config, text| store(&mut config.media.max_mib, text.parse().ok()),
        show: |config| config.media.max_mib.to_string(),
        ..Setting::TEXT
    },
    Setting {
        key: "media_max_megapixels",
        purpose: "how many million pixels an uploaded image may have; one is decoded at a time, and takes up \
                  to 8 bytes for each",
        form: Form::Number(1, 500, ""),
        default: Some(|_| "50".into()),
        set: |config, text| store(&mut config.media.max_megapixels, text.parse().ok()),
        show: |config| config.media.max_megapixels.to_string(),
        ..Setting::TEXT
    },
    Setting {
        key: "media_max_file_mib",
        purpose: "how many MiB a file may have that is attached to a record",
        form: Form::Number(1, 100, ""),
        default: Some(|_| "25".into()),
        set: |config, text| store(&mut config.media.max_file_mib, text.parse().ok()),
        show: |config| config.media.max_file_mib.to_string(),
        ..Setting::TEXT
    },
    Setting {
        key: "media_files_mib",
        purpose: "how many MiB the files that are attached to records may have together; 0: without limit",
        form: Form::Number(0, 1_000_000_000, ""),
        default: Some(|_| "0".into()),
        set: |config, text| store(&mut config.media.files_mib, text.parse().ok()),
        show: |config| config.media.files_mib.to_string(),
        ..Setting::TEXT
    },
    Setting {
        key: "media_s3_endpoint",
        purpose: "an object store (S3) that holds images instead of media_folder; empty: none",
        must: "an https URL without query or fragment; http will do on this machine alone",
        default: Some(|_| String::new()),
        set: |config, text| {
            config.media.s3 = match text {
                "" => None,
                text if is_secure_url(text) => {
                    Some(S3Settings { endpoint: text.into(), ..S3Settings::default() })
                }
                _ => return None,
            };
            Some(())
        },
        show: |config| shown(config, |s3| &s3.endpoint),
        ..Setting::TEXT
    },
    Setting {
        key: "media_s3_bucket",
        purpose: "the bucket of the object store, which must exist and belong to one database only",
        must: "the name of a bucket",
        default: Some(|_| String::new()),
        set: |config, text| set_s3(config, text, is_bucket, |s3| &mut s3.bucket),
        show: |config| shown(config, |s3| &s3.bucket),
        ..Setting::TEXT
    },
    Setting {
        key: "media_s3_region",
        purpose: "the region of the bucket",
        must: "the name of a region",
        default: Some(|_| "us-east-1".into()),
        set: |config, text| {
            some(text)?;
            set_s3(config, text, is_bucket, |s3| &mut s3.region)
        },
        show: |config| shown(config, |s3| &s3.region),
        ..Setting::TEXT
    },
    Setting {
        key: "media_s3_style",
        purpose: "where URLs name the bucket: path or host",
        must: "path or host",
        default: Some(|_| "path".into()),
        set: |config, text| {
            let virtual_host = match text {
                "path" => false,
                "host" => true,
                _ => return None,
            };
            if let Some(s3) = s3(config) {
                s3.virtual_host = virtual_host;
            }
            Some(())
        },
        show: |config| {
            let host = config.media.s3.as_ref().is_some_and(|s3| s3.virtual_host);
            if host { "host" } else { "path" }.into()
        },
        ..Setting::TEXT
    },
    Setting {
        key: "media_s3_access_key",
        purpose: "the access key that signs requests to the object store; it must be allowed to get, put and delete \
                  objects",
        secret: true,
        default: Some(|_| String::new()),
        set: |config, text| set_s3(config, text, is_some, |s3| &mut s3.access_key),
        show: |config| hidden(&shown(config, |s3| &s3.access_key)),
        ..Setting::TEXT
    },
    Setting {
        key: "media_s3_secret_key",
        purpose: "the secret of that access key",
        secret: true,
        default: Some(|_| String::new()),
        set: |config, text| set_s3(config, text, is_some, |s3| &mut s3.secret_key),
        show: |config| hidden(&shown(config, |s3| &s3.secret_key)),
        ..Setting::TEXT
    },
];

fn s3(config: &mut Config) -> Option<&mut S3Settings> {
    config.media.s3.as_mut()
}

/// Stores one setting of the object store. Validates it and stores nothing when no endpoint is set.
fn set_s3(
    config: &mut Config,
    text: &str,
    is_right: fn(&str) -> bool,
    field: fn(&mut S3Settings) -> &mut String,
) -> Option<()> {
    if !text.is_empty() && !is_right(text) {
        return None;
    }
    if let Some(s3) = s3(config) {
        text.clone_into(field(s3));
    }
    Some(())
}

fn is_some(text: &str) -> bool {
    some(text).is_some()
}

/// Returns a setting of the object store; empty without one.
fn shown(config: &Config, field: fn(&S3Settings) -> &String) -> String {
    config.media.s3.as_ref().map(|s3| field(s3).clone()).unwrap_or_default()
}

fn hidden(secret: &str) -> String {
    if secret.is_empty() { String::new() } else { HIDDEN.into() }
}
