//! Secrets of bodies, which must not be stored with an idempotency key.

use serde_json::Value;

use crate::auth::NewPassword;
use crate::base::error::Result;
use crate::records::request::RequestContext;

/// Replaces the secrets of a body by what is as slow to guess from as what is stored of them: by the rest
/// a repeated request is known to be the same.
pub(super) async fn without_secrets(
    context: &RequestContext,
    mut body: Value,
    secrets: &[String],
) -> Result<Value> {
    for name in secrets {
        let secret = body.as_object_mut().and_then(|fields| fields.remove(name));
        if let Some(secret) = secret.filter(|_| context.has_idempotency_key()) {
            let typed = secret.as_str().unwrap_or_default();
            let trace = NewPassword::from(typed).trace(context.by.id.as_str()).await?;
            body[name] = trace.into();
        }
    }
    Ok(body)
}
