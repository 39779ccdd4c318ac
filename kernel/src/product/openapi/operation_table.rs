//! The authorization rules of the operations, by the pattern of the matched path and then by the
//! method.

use std::borrow::Cow;
use std::collections::HashMap;

use actix_web::http::Method;

use crate::base::error::{Error, Result};
use crate::engine::metrics::Called;
use crate::engine::policy::{AuthorizationRule, Operation};

/// All operations, by path.
pub(crate) struct Operations(HashMap<String, Vec<AuthorizedOperation>>);

/// The authorization rule of an operation.
pub(crate) struct AuthorizedOperation {
    pub(crate) method: Method,
    pub(crate) rule: AuthorizationRule,
    /// The operation's id.
    pub(crate) called: Called,
    /// Method and path, as the document writes it.
    pub(crate) described: String,
}

impl Operations {
    pub(crate) fn new(operations: &[Operation]) -> Result<Self> {
        let mut by_path: HashMap<String, Vec<AuthorizedOperation>> = HashMap::new();
        for Operation { id, method, path, rule } in operations {
            let method: Method = method.parse().map_err(Error::internal)?;
            let operation = AuthorizedOperation {
                described: format!("{method} {path}"),
                method,
                rule: rule.clone(),
                called: Called::from(id.as_str()),
            };
            by_path.entry(path.clone()).or_default().push(operation);
        }
        for here in by_path.values_mut() {
            here.sort_unstable_by(|one, other| one.method.as_str().cmp(other.method.as_str()));
        }
        Ok(Self(by_path))
    }

    /// Returns the operations at a path, by the pattern that it was mounted with.
    pub(crate) fn at(&self, pattern: &str) -> &[AuthorizedOperation] {
        self.0.get(&*document_path(pattern)).map_or(&[], Vec::as_slice)
    }
}

/// `/units/{id:[0-9a-f]{24}}` -> `/units/{id}`, as the document writes it.
fn document_path(pattern: &str) -> Cow<'_, str> {
    if !pattern.contains(':') {
        return Cow::Borrowed(pattern);
    }
    let mut path = String::with_capacity(pattern.len());
    let mut depth = 0;
    let mut in_expression = false;
    for letter in pattern.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ':' if depth == 1 => in_expression = true,
            _ => {}
        }
        if depth == 0 {
            in_expression = false;
        }
        if !in_expression {
            path.push(letter);
        }
    }
    Cow::Owned(path)
}

#[cfg(test)]
mod tests {
    use super::document_path;

    #[test]
    fn patterns_are_reduced_to_their_parameter_names() {
        assert_eq!(
            document_path("/api/units/{id:[0-9a-f]{24}}/history"),
            "/api/units/{id}/history"
        );
        assert_eq!(document_path("/api/units"), "/api/units");
    }
}
