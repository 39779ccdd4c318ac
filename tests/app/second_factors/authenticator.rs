//! An authenticator of passkeys, written from the standard.

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use data_encoding::BASE64URL_NOPAD as BASE64;
use serde_json::{Value, json};

/// The origin at which its passkeys are made.
pub(super) const HERE: &str = "https://desk.example.com";

pub(super) const PRESENT: u8 = 1;
pub(super) const VERIFIED: u8 = 4;

/// A passkey on a device.
pub(super) struct Authenticator {
    key: EcdsaKeyPair,
    id: Vec<u8>,
    pub(super) user: String,
    pub(super) origin: String,
    pub(super) flags: u8,
    pub(super) counter: std::cell::Cell<u32>,
}

impl Authenticator {
    /// One that says it belongs to this user.
    pub(super) fn of(user: impl Into<String>) -> Self {
        Self { user: user.into(), ..Self::new() }
    }

    pub(super) fn new() -> Self {
        let mut id = vec![0; 16];
        aws_lc_rs::rand::fill(&mut id).unwrap();
        Self {
            key: EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).unwrap(),
            id,
            user: String::new(),
            origin: HERE.into(),
            flags: PRESENT | VERIFIED,
            counter: std::cell::Cell::new(0),
        }
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let data = json!({
            "type": kind, "challenge": options["challenge"], "origin": self.origin,
            "crossOrigin": false,
        });
        data.to_string().into_bytes()
    }

    fn head(&self, flags: u8) -> Vec<u8> {
        self.counter.set(self.counter.get() + 1);
        let mut data = digest(&SHA256, b"desk.example.com").as_ref().to_vec();
        data.push(self.flags | flags);
        data.extend(self.counter.get().to_be_bytes());
        data
    }

    /// Answers the options of a registration.
    pub(super) fn register(&mut self, options: &Value) -> Value {
        self.user = options["user"]["id"].as_str().unwrap().to_owned();
        const ATTESTED: u8 = 0x40;
        let mut data = self.head(ATTESTED);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        // A COSE key, in CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
        let point = self.key.public_key().as_ref();
        data.extend([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]);
        data.extend(&point[1..33]);
        data.extend([0x22, 0x58, 32]);
        data.extend(&point[33..]);
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(data);
        let client_data = self.client_data("webauthn.create", options);
        json!({
            "id": BASE64.encode(&self.id), "rawId": BASE64.encode(&self.id), "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": BASE64.encode(&client_data),
                "attestationObject": BASE64.encode(&object),
                "transports": ["internal"],
            },
        })
    }

    /// Answers the options of a sign-in.
    pub(super) fn sign(&self, options: &Value) -> Value {
        let data = self.head(0);
        let client_data = self.client_data("webauthn.get", options);
        let mut signed = data.clone();
        signed.extend(digest(&SHA256, &client_data).as_ref());
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        json!({
            "id": BASE64.encode(&self.id), "rawId": BASE64.encode(&self.id), "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "authenticatorData": BASE64.encode(&data),
                "clientDataJSON": BASE64.encode(&client_data),
                "signature": BASE64.encode(signature.as_ref()),
                "userHandle": self.user,
            },
        })
    }
}
