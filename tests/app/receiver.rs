//! A program that takes the messages of webhooks, on this machine.

use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use actix_web::web::{self, Bytes};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use aws_lc_rs::hmac;
use data_encoding::BASE64;
use serde_json::Value;

/// The secret of the webhooks that send to it.
pub(crate) const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// A message as the receiver got it.
pub(crate) struct Received {
    pub(crate) id: String,
    pub(crate) body: Value,
    pub(crate) is_signed: bool,
}

/// A receiver on this machine.
#[derive(Clone, Default)]
pub(crate) struct Receiver {
    received: Arc<Mutex<Vec<Received>>>,
    /// The statuses of the next answers; 204 when there are none left.
    statuses: Arc<Mutex<Vec<u16>>>,
    pub(crate) address: String,
}

async fn receive(receiver: web::Data<Receiver>, request: HttpRequest, body: Bytes) -> HttpResponse {
    let header = |name: &str| request.headers().get(name).unwrap().to_str().unwrap().to_owned();
    let (id, seconds) = (header("webhook-id"), header("webhook-timestamp"));
    let key = BASE64.decode(SECRET.strip_prefix("whsec_").unwrap().as_bytes()).unwrap();
    let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
    let signed = [format!("{id}.{seconds}.").as_bytes(), &body].concat();
    let tag = BASE64.encode(hmac::sign(&key, &signed).as_ref());
    let is_signed = header("webhook-signature") == format!("v1,{tag}");
    let body = serde_json::from_slice(&body).unwrap();
    receiver.received.lock().unwrap().push(Received { id, body, is_signed });
    let status = receiver.statuses.lock().unwrap().pop().unwrap_or(204);
    match status {
        204 => HttpResponse::NoContent().finish(),
        status => {
            let mut response = HttpResponse::build(status.try_into().unwrap());
            response.insert_header(("location", "/elsewhere")).body("what a receiver answers")
        }
    }
}

impl Receiver {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/hooks", listener.local_addr().unwrap());
        let receiver = Self { address, ..Self::default() };
        let data = web::Data::new(receiver.clone());
        let app = move || App::new().app_data(data.clone()).default_service(web::to(receive));
        let server = HttpServer::new(app).workers(1).disable_signals().listen(listener).unwrap();
        actix_web::rt::spawn(server.run());
        receiver
    }

    pub(crate) fn answers(&self, statuses: &[u16]) {
        *self.statuses.lock().unwrap() = statuses.iter().rev().copied().collect();
    }

    /// Returns what has been received since the last call.
    pub(crate) fn taken(&self) -> Vec<Received> {
        std::mem::take(&mut *self.received.lock().unwrap())
    }

    /// Returns the bodies of what has been received since the last call.
    pub(crate) fn bodies(&self) -> Vec<Value> {
        self.taken().into_iter().map(|one| one.body).collect()
    }

    pub(crate) fn types(&self) -> Vec<String> {
        let text = |one: Received| one.body["type"].as_str().unwrap().to_owned();
        self.taken().into_iter().map(text).collect()
    }
}
