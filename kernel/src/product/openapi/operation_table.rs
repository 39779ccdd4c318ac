//! The operations as requests ask for them: by the pattern of the path that matched, and then by
//! the method.

use std::borrow::Cow;
use std::collections::HashMap;

use actix_web::http::Method;

use crate::base::error::{Error, Result};
use crate::engine::metrics::Called;
use crate::engine::policy::{AuthorizationRule, Operation};

/// All operations.
pub(crate) struct Operations(HashMap<String, Vec<AuthorizedOperation>>);

/// What a request has to pass.
pub(crate) struct AuthorizedOperation {
    pub(crate) method: Method,
    pub(crate) permit: AuthorizationRule,
    /// The operation's id.
    pub(crate) called: Called,
}

impl Operations {
    pub(crate) fn new(operations: &[Operation]) -> Result<Self> {
        let mut guards: HashMap<String, Vec<AuthorizedOperation>> = HashMap::new();
        for Operation { id, method, path, permit } in operations {
            let method = method.parse().map_err(Error::internal)?;
            let guard = AuthorizedOperation {
                method,
                permit: permit.clone(),
                called: Called::from(id.as_str()),
            };
            guards.entry(path.clone()).or_default().push(guard);
        }
        for here in guards.values_mut() {
            here.sort_unstable_by(|one, other| one.method.as_str().cmp(other.method.as_str()));
        }
        Ok(Self(guards))
    }

    /// The operations at a path, by the pattern that it was mounted with.
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
    fn patterns_are_known_by_their_names_alone() {
        assert_eq!(
            document_path("/api/units/{id:[0-9a-f]{24}}/history"),
            "/api/units/{id}/history"
        );
        assert_eq!(document_path("/api/units"), "/api/units");
    }
}
