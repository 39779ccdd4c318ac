//! The settings of images and attached files: where they are stored, and their maximum size.

use std::path::{Path, PathBuf};

use super::database::DatabaseUrl;
use crate::base::error::{Error, Result};

/// Where images and attached files are stored, and their maximum size.
#[derive(Clone)]
pub struct MediaSettings {
    /// The folder that stores them when no object store is configured.
    pub folder: PathBuf,
    /// The maximum size of an upload, in MiB.
    pub max_mib: u64,
    /// The maximum size of an image, in millions of pixels.
    pub max_megapixels: u64,
    /// The maximum size of a file that is attached to a record, in MiB.
    pub max_file_mib: u64,
    /// How many MiB the files of all records may have together; 0: without limit.
    pub files_mib: u64,
    /// The object store that stores them instead of the folder.
    pub s3: Option<S3Settings>,
}

/// An object store with the Amazon S3 protocol.
#[derive(Clone, Default)]
pub struct S3Settings {
    /// Its URL, without the bucket.
    pub endpoint: String,
    /// The bucket, which must exist.
    pub bucket: String,
    /// The region in the signatures.
    pub region: String,
    /// The access key that requests are signed for.
    pub access_key: String,
    /// The secret key that requests are signed with.
    pub secret_key: String,
    /// Whether the bucket is part of the host name (virtual-hosted style) instead of the path.
    pub virtual_host: bool,
}

impl std::fmt::Debug for MediaSettings {
    /// Without the keys.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.s3 {
            Some(s3) => write!(f, "{} at {}", s3.bucket, s3.endpoint),
            None => write!(f, "{}", self.folder.display()),
        }
    }
}

impl MediaSettings {
    pub(super) fn blank() -> Self {
        Self {
            folder: PathBuf::new(),
            max_mib: 0,
            max_megapixels: 0,
            max_file_mib: 0,
            files_mib: 0,
            s3: None,
        }
    }

    /// Fails when the settings of the object store are incomplete.
    pub(super) fn check(&self) -> Result<()> {
        let Some(s3) = &self.s3 else { return Ok(()) };
        let missing = [
            ("media_s3_bucket", &s3.bucket),
            ("media_s3_access_key", &s3.access_key),
            ("media_s3_secret_key", &s3.secret_key),
        ];
        match missing.iter().find(|(_, value)| value.is_empty()) {
            Some((key, _)) => Err(Error::startup(format!(
                "media_s3_endpoint is set, and {key} is missing; set it too, or take the endpoint \
                 away to store images in media_folder"
            ))),
            None => Ok(()),
        }
    }
}

/// Returns the default folder, next to the database and named after it, so that two databases never
/// share one.
pub(super) fn default_folder(database: &DatabaseUrl) -> PathBuf {
    match database {
        DatabaseUrl::Sqlite(path) => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            path.with_file_name(format!("{stem}-media"))
        }
        DatabaseUrl::Postgres(url) => {
            let url = url.split('?').next().unwrap_or_default();
            let name = url.rsplit('/').next().filter(|name| is_bucket(name)).unwrap_or("mizan");
            Path::new("data").join(format!("{name}-media"))
        }
    }
}

pub(super) fn is_bucket(name: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    (1..=255).contains(&name.len()) && name.bytes().all(known) && !name.starts_with('.')
}

#[cfg(test)]
mod tests {
    use super::super::load;
    use super::*;

    fn error_message(file: &str) -> String {
        // The error message for these settings; empty when they are valid.
        let file = load::File { name: "mizan.toml".into(), text: Some(file.into()) };
        match load::read(&super::super::source::Variables::new(), &file, &[]) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn an_object_store_needs_all_settings_and_no_message_repeats_a_key() {
        let store = "media_s3_endpoint = 'https://s3.example.com'\nmedia_s3_bucket = 'desk'\n\
                     media_s3_access_key = 'me'\n";
        assert_eq!(error_message(&format!("{store}media_s3_secret_key = 'x'")), "");
        assert!(error_message(store).contains("media_s3_secret_key is missing"));
        for (line, expected) in [
            ("media_s3_endpoint = 'http://s3.example.com'", "it must be an https URL"),
            ("media_s3_bucket = 'a/b'", "it must be the name of a bucket"),
            ("media_s3_style = 'dns'", "it must be path or host"),
            ("media_max_mib = 0", "it must be a number from 1 to 100"),
            ("media_max_megapixels = 501", "it must be a number from 1 to 500"),
            ("media_folder = ''", "media_folder in mizan.toml is empty"),
        ] {
            assert!(error_message(line).contains(expected), "{}", error_message(line));
        }
    }

    #[test]
    fn images_are_stored_next_to_the_database_and_two_databases_share_no_folder() {
        let folder = |url: &str| default_folder(&DatabaseUrl::parse(url).unwrap());
        assert_eq!(folder("sqlite://data/mizan.db"), Path::new("data/mizan-media"));
        assert_eq!(folder("sqlite:///var/desk/a.db"), Path::new("/var/desk/a-media"));
        let postgres = "postgres://me:secret@db:5432/desk?sslmode=require";
        assert_eq!(folder(postgres), Path::new("data/desk-media"));
    }
}
