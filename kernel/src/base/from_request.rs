//! Arguments of handlers that are read from the head of a request.

/// Lets a handler take a type as an argument: `from_request!(Actor, |request| …)`, a generic one
/// `from_request!(RecordRequest<R> where R: Resource, |request| …)`.
macro_rules! from_request {
    ($type:ty $(where $of:ident: $bound:path)?, |$request:ident| $read:expr) => {
        impl $(<$of: $bound>)? actix_web::FromRequest for $type {
            type Error = $crate::base::error::Error;
            type Future = std::future::Ready<$crate::base::error::Result<Self>>;

            fn from_request(
                $request: &actix_web::HttpRequest,
                _: &mut actix_web::dev::Payload,
            ) -> Self::Future {
                let read = || -> $crate::base::error::Result<Self> { $read };
                std::future::ready(read())
            }
        }
    };
}
pub(crate) use from_request;
