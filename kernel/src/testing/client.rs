//! The clients of the product in tests, their requests and the answers.

use std::net::IpAddr;

use actix_web::body::MessageBody;
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode, header};
use actix_web::test::TestRequest;
use serde_json::{Value, json};

use super::{EventStream, TestApp};
use crate::base::time::Timestamp;

/// A client with an access token or without one.
pub struct TestClient<'a> {
    pub(super) app: &'a TestApp,
    pub(super) token: Option<String>,
}

/// A request that is being built.
pub struct RequestBuilder<'a> {
    app: &'a TestApp,
    request: TestRequest,
}

/// The answer to a request.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body: JSON, or null when there is none.
    pub body: Value,
    /// The bytes of the body.
    pub bytes: Vec<u8>,
}

impl<'a> TestClient<'a> {
    /// Returns its token, empty without one.
    pub fn token(&self) -> &str {
        self.token.as_deref().unwrap_or_default()
    }

    /// Signs in with a password; returns the answer.
    pub async fn login(&self, email: &str, password: &str) -> Answer {
        let body = json!({ "email": email, "password": password });
        self.post("/api/auth/login", body).await
    }

    /// Begins a request without a body.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder<'a> {
        let mut request = TestRequest::default().method(method).uri(path);
        request = request.insert_header((header::HOST, "localhost"));
        if let Some(token) = &self.token {
            request = request.insert_header((header::AUTHORIZATION, format!("Bearer {token}")));
        }
        RequestBuilder { app: self.app, request }
    }

    /// Creates an API token that is valid for an hour, and returns it. With null for `permissions`
    /// it has all permissions of its owner.
    pub async fn api_token(&self, permissions: Value) -> String {
        let expires_at = Timestamp::now().plus_seconds(60 * 60);
        let mut body = json!({ "name": "Test", "expiresAt": expires_at });
        if !permissions.is_null() {
            body["permissions"] = permissions;
        }
        let made = self.post("/api/auth/tokens", body).await.expect(201);
        made["token"].as_str().unwrap_or_default().to_owned()
    }

    /// Sends `GET`.
    pub async fn get(&self, path: &str) -> Answer {
        self.request(Method::GET, path).send().await
    }

    /// Sends `POST` with a JSON body.
    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.request(Method::POST, path).json(&body).send().await
    }

    /// Sends `PATCH` with a JSON body.
    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.request(Method::PATCH, path).json(&body).send().await
    }

    /// Sends `DELETE`.
    pub async fn delete(&self, path: &str) -> Answer {
        self.request(Method::DELETE, path).send().await
    }
}

impl RequestBuilder<'_> {
    /// Sets a header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        let name: HeaderName = name.parse().unwrap_or_else(|_| panic!("{name} is no header"));
        let value: HeaderValue = value.parse().unwrap_or_else(|_| panic!("{value} is no value"));
        self.request = self.request.insert_header((name, value));
        self
    }

    /// Sets the address of the client.
    pub fn from(mut self, address: &str) -> Self {
        let address: IpAddr = address.parse().unwrap_or_else(|_| panic!("{address} is no address"));
        self.request = self.request.peer_addr((address, 40_000).into());
        self
    }

    /// Sets a JSON body.
    pub fn json(mut self, body: &Value) -> Self {
        self.request = self.request.set_json(body);
        self
    }

    /// Sets a body of this content type.
    pub fn body(mut self, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        let body: Vec<u8> = body.into();
        self.request = self.request.insert_header((header::CONTENT_TYPE, kind)).set_payload(body);
        self
    }

    /// Sets a multipart form with a file and other fields.
    pub fn file(self, table: impl AsRef<[u8]>, fields: &[(&str, &str)]) -> Self {
        const BOUNDARY: &str = "xxBOUNDARYxx";
        let mut body = Vec::new();
        for (name, value) in fields {
            body.extend(
                format!(
                    "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n\
                     {value}\r\n"
                )
                .into_bytes(),
            );
        }
        body.extend(
            format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; \
                 filename=\"table\"\r\nContent-Type: application/octet-stream\r\n\r\n"
            )
            .into_bytes(),
        );
        body.extend_from_slice(table.as_ref());
        body.extend(format!("\r\n--{BOUNDARY}--\r\n").into_bytes());
        self.body(&format!("multipart/form-data; boundary={BOUNDARY}"), body)
    }

    /// Sends the request.
    pub async fn send(self) -> Answer {
        Answer::of((self.app.dispatch)(self.request.to_request()).await).await
    }

    /// Sends the request, and reads its response as events while they arrive.
    pub async fn follow(self) -> EventStream {
        EventStream::of((self.app.dispatch)(self.request.to_request()).await)
    }
}

impl Answer {
    pub(super) async fn of(response: ServiceResponse<impl MessageBody>) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = actix_web::test::read_body(response).await;
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Self { status, headers, body, bytes: bytes.to_vec() }
    }

    /// Returns the text of a header; empty when it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Returns the body of an answer with this status; panics with the body on any other.
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{:#}", self.body);
        self.body
    }

    /// Returns the field errors of the answer: pointers and messages.
    pub fn errors(&self) -> Vec<(&str, &str)> {
        let errors = self.body["errors"].as_array().into_iter().flatten();
        errors
            .map(|error| {
                (
                    error["pointer"].as_str().unwrap_or_default(),
                    error["message"].as_str().unwrap_or_default(),
                )
            })
            .collect()
    }
}
