//! The declarations of the image settings.

use super::declared::{Form, HIDDEN, Setting, is_secure_url, some};
use super::media::{S3Settings, default_folder, is_bucket};
use super::values::Config;

/// In the order in which they are read: the endpoint precedes the settings that belong to it.
pub(super) const SETTINGS: &[Setting<Config>] = &[
    Setting {
        key: "media_folder",
        purpose: "the folder that uploaded images are stored in; all processes of one database need the \
                  same",
        must: "the path of a folder",
        form: Form::Text,
        secret: false,
        default: Some(|config| default_folder(&config.database).display().to_string()),
        set: |config, text| {
            config.media.folder = some(text)?.into();
            Some(())
        },
        show: |config| config.media.folder.display().to_string(),
    },
    Setting {
        key: "media_max_mib",
        purpose: "how many MiB an uploaded image may have",
        must: "a number from 1 to 100",
        form: Form::Number,
        secret: false,
        default: Some(|_| "20".into()),
        set: |config, text| {
            config.media.max_mib = number(text, 100)?;
            Some(())
        },
        show: |config| config.media.max_mib.to_string(),
    },
    Setting {
        key: "media_max_megapixels",
        purpose: "how many million pixels an uploaded image may have; one is decoded at a time, and takes up \
                  to 8 bytes for each",
        must: "a number from 1 to 500",
        form: Form::Number,
        secret: false,
        default: Some(|_| "50".into()),
        set: |config, text| {
            config.media.max_megapixels = number(text, 500)?;
            Some(())
        },
        show: |config| config.media.max_megapixels.to_string(),
    },
    Setting {
        key: "media_s3_endpoint",
        purpose: "an object store (S3) that holds images instead of media_folder; empty: none",
        must: "an https URL without query or fragment; http will do on this machine alone",
        form: Form::Text,
        secret: false,
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
        show: |config| config.media.s3.as_ref().map(|s3| s3.endpoint.clone()).unwrap_or_default(),
    },
    Setting {
        key: "media_s3_bucket",
        purpose: "the bucket of the object store, which must exist and belong to one database only",
        must: "the name of a bucket",
        form: Form::Text,
        secret: false,
        default: Some(|_| String::new()),
        set: |config, text| set_s3(config, text, is_bucket, |s3| &mut s3.bucket),
        show: |config| config.media.s3.as_ref().map(|s3| s3.bucket.clone()).unwrap_or_default(),
    },
    Setting {
        key: "media_s3_region",
        purpose: "the region of the bucket",
        must: "the name of a region",
        form: Form::Text,
        secret: false,
        default: Some(|_| "us-east-1".into()),
        set: |config, text| {
            some(text)?;
            set_s3(config, text, is_bucket, |s3| &mut s3.region)
        },
        show: |config| config.media.s3.as_ref().map(|s3| s3.region.clone()).unwrap_or_default(),
    },
    Setting {
        key: "media_s3_style",
        purpose: "where URLs name the bucket: path or host",
        must: "path or host",
        form: Form::Text,
        secret: false,
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
    },
    Setting {
        key: "media_s3_access_key",
        purpose: "the access key that signs requests to the object store; it must be allowed to get, put and delete \
                  objects",
        must: "some text",
        form: Form::Text,
        secret: true,
        default: Some(|_| String::new()),
        set: |config, text| set_s3(config, text, is_some, |s3| &mut s3.access_key),
        show: |config| hidden(config.media.s3.as_ref().map(|s3| s3.access_key.as_str())),
    },
    Setting {
        key: "media_s3_secret_key",
        purpose: "the secret of that access key",
        must: "some text",
        form: Form::Text,
        secret: true,
        default: Some(|_| String::new()),
        set: |config, text| set_s3(config, text, is_some, |s3| &mut s3.secret_key),
        show: |config| hidden(config.media.s3.as_ref().map(|s3| s3.secret_key.as_str())),
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

fn number(text: &str, most: u64) -> Option<u64> {
    text.parse().ok().filter(|number| (1..=most).contains(number))
}

fn is_some(text: &str) -> bool {
    some(text).is_some()
}

fn hidden(secret: Option<&str>) -> String {
    if secret.is_some_and(|secret| !secret.is_empty()) { HIDDEN.into() } else { String::new() }
}
