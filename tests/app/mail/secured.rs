//! The connection of a client, which may be secured by a certificate of the tests. It names this machine, is valid for a
//! hundred years, and is signed by an authority whose key was thrown away.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use rustls::crypto::aws_lc_rs::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// The certificate of the authority, for who trusts it.
pub(crate) const AUTHORITY: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/app/mail/tls/authority.pem");
/// That of another one.
pub(crate) const ANOTHER_AUTHORITY: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/app/mail/tls/another-authority.pem");
const CERTIFICATE: &[u8] = include_bytes!("tls/server.pem");
const KEY: &[u8] = include_bytes!("tls/server-key.pem");

pub(super) enum Stream {
    Plain(TcpStream),
    Secured(Box<StreamOwned<ServerConnection, TcpStream>>),
}

impl Stream {
    pub(super) fn is_secured(&self) -> bool {
        matches!(self, Self::Secured(_))
    }

    /// Has the client secure what follows.
    pub(super) fn secured(self) -> Self {
        let Self::Plain(stream) = self else { return self };
        let certificate = CertificateDer::from_pem_slice(CERTIFICATE).unwrap();
        let key = PrivateKeyDer::from_pem_slice(KEY).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .unwrap();
        let connection = ServerConnection::new(Arc::new(config)).unwrap();
        Self::Secured(Box::new(StreamOwned::new(connection, stream)))
    }
}

impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.read(into),
            Self::Secured(stream) => stream.read(into),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.write(bytes),
            Self::Secured(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Self::Plain(stream) => stream.flush(),
            Self::Secured(stream) => stream.flush(),
        }
    }
}
