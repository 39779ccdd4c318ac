//! The request of an operation that answers a question.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use super::explorer::Explorer;
use super::question::Question;
use super::records::Behind;
use crate::base::error::{Error, Result};
use crate::records::handler::{Argument, Implied};

/// The request of an operation that answers a question to the explorer. A handler takes it as an argument,
/// which gives the operation the parameters of a question.
pub struct QuestionRequest {
    explorer: Explorer,
    query: String,
}

impl QuestionRequest {
    /// Reads the question. The handler reads the parameters in `own` itself.
    ///
    /// # Errors
    /// Status 400 for a parameter that is unknown, repeated or not possible.
    pub fn question(&self, own: &[&str]) -> Result<Question> {
        Question::of(&self.explorer, &self.query, own)
    }

    /// Reads the question for the records behind a value. The handler reads the parameters in `own`
    /// itself.
    ///
    /// # Errors
    /// Status 400 for a parameter that is unknown, repeated or not possible.
    pub fn behind(&self, own: &[&str]) -> Result<Behind> {
        Behind::of(&self.explorer, &self.query, own)
    }
}

impl FromRequest for QuestionRequest {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let explorer = Explorer::from_request(request, payload).into_inner();
        let query = request.query_string().to_owned();
        ready(explorer.map(|explorer| Self { explorer, query }))
    }
}

impl Argument for QuestionRequest {
    const IMPLIED: &'static [Implied] = &[Implied::Question];
}
