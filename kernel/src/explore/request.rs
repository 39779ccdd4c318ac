//! The request of an operation that answers a question.

use super::explorer::Explorer;
use super::question::Question;
use super::records::Behind;
use crate::base::error::Result;
use crate::base::from_request::from_request;
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

from_request!(QuestionRequest, |request| {
    let explorer = Explorer::extract(request).into_inner()?;
    Ok(Self { explorer, query: request.query_string().to_owned() })
});

impl Argument for QuestionRequest {
    const IMPLIED: &'static [Implied] = &[Implied::Question, Implied::Reader];
}
