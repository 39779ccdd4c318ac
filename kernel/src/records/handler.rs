//! Handlers: what the OpenAPI document says of an operation follows from the types of its handler's
//! arguments.
//!
//! The attributes of the crate `handlers` list these types, and each type says by [`Argument`] what it
//! implies. So a handler cannot be described as what it is not: one that takes no context of a request
//! honours no `Idempotency-Key`, and one that takes a [`ListRequest`](super::arguments::ListRequest) has
//! the parameters of a list.

use std::collections::BTreeMap;

use actix_web::dev::HttpServiceFactory;
use actix_web::{HttpRequest, web};
use schemars::JsonSchema;
use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{PathItem, Paths};
use utoipa::openapi::schema::Schema;
use utoipa_actix_web::OpenApiFactory;

use crate::base::error::{Error, Result};
use crate::records::actor::{Actor, InPerson};
use crate::records::audit::RequestOrigin;
use crate::records::body::{Unchecked, Valid};
use crate::records::request::{PublicRequestContext, RequestContext};
use crate::records::resource::Shape;

/// What the type of an argument implies for the operation.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Implied {
    /// A `POST` honours `Idempotency-Key`.
    IdempotencyKey,
    /// It honours `If-Match`.
    IfMatch,
    /// It acts on the record `{id}` of this resource, and honours `If-Match`.
    Record(&'static str),
    /// It has the parameters of the lists of this resource.
    List(&'static str),
    /// It has the parameters of a question to the explorer.
    Question,
    /// It takes a JSON body of this type.
    Body(Shape),
    /// It shows records as its reader sees them, or none.
    Reader,
    /// It sends a table as a file, in the format that the caller wants.
    Table,
    /// It may take long: a client may ask for a job.
    Job,
    /// It may respond with this status, a problem, described so if the usual description does not say enough.
    Problem(&'static str, Option<&'static str>),
}

/// A type that a handler takes as an argument.
#[diagnostic::on_unimplemented(
    message = "the kernel does not know `{Self}` as an argument of a handler",
    label = "what does it imply for the operation?",
    note = "implement `kernel::handler::Argument` for it: the OpenAPI document describes an operation \
            by the arguments of its handler"
)]
pub trait Argument {
    /// What it implies for the operation.
    const IMPLIED: &'static [Implied] = &[];
}

/// A handler. The attributes [`get`](macro@crate::get), [`post`](macro@crate::post) and so on implement
/// it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a handler of the kernel",
    label = "declare it with `kernel::get`, `kernel::post` and so on, in place of actix's attributes",
    note = "the OpenAPI document describes an operation by the arguments of its handler, which actix's \
            attributes do not show"
)]
pub trait Handler: HttpServiceFactory + OpenApiFactory {
    /// What each of its arguments implies for the operation.
    const IMPLIED: &'static [&'static [Implied]];
}

impl Argument for HttpRequest {}
impl Argument for web::Payload {}
impl<T> Argument for web::Data<T> {}
impl Argument for Actor {}
impl Argument for RequestOrigin {}

impl Argument for InPerson {
    const IMPLIED: &'static [Implied] = &[Implied::Problem("403", None)];
}

impl Argument for RequestContext {
    const IMPLIED: &'static [Implied] = &[Implied::IdempotencyKey];
}

impl Argument for PublicRequestContext {
    const IMPLIED: &'static [Implied] = &[Implied::IdempotencyKey, Implied::Problem("429", None)];
}

impl<T: JsonSchema> Argument for Valid<T> {
    const IMPLIED: &'static [Implied] =
        &[Implied::Body(Shape::of::<T>()), Implied::Problem("422", None)];
}

impl<T: JsonSchema> Argument for Unchecked<T> {
    const IMPLIED: &'static [Implied] = Valid::<T>::IMPLIED;
}

impl<T> Argument for web::Path<T> {
    const IMPLIED: &'static [Implied] = &[Implied::Problem("404", None)];
}

impl<T> Argument for web::Query<T> {
    const IMPLIED: &'static [Implied] = &[Implied::Problem("400", None)];
}

/// What a module mounts its handlers on.
pub struct Routes<'a>(Use<'a>);

/// What handlers are mounted for.
enum Use<'a> {
    /// To serve them.
    Serve(&'a mut web::ServiceConfig),
    /// To describe them, with this before the path of each.
    Describe(&'static str, &'a mut Declared),
}

/// Handlers as they declare themselves.
#[derive(Default)]
pub(crate) struct Declared {
    paths: Paths,
    schemas: Vec<(String, RefOr<Schema>)>,
    /// What the arguments imply, by path and method.
    implied: BTreeMap<(String, String), Vec<Implied>>,
}

/// An operation: its path, its method, what its handler says of it, and what follows from the handler.
pub(crate) struct DescribedOperation {
    pub(crate) path: String,
    pub(crate) method: String,
    pub(crate) description: Value,
    pub(crate) implied: Vec<Implied>,
}

impl<'a> Routes<'a> {
    /// Mounts handlers to serve them.
    pub(crate) fn serving(config: &'a mut web::ServiceConfig) -> Self {
        Self(Use::Serve(config))
    }

    /// Mounts a handler.
    pub fn service<H: Handler + 'static>(&mut self, handler: H) -> &mut Self {
        match &mut self.0 {
            Use::Serve(config) => drop(config.service(handler)),
            Use::Describe(base, declared) => declared.add(base, &handler),
        }
        self
    }
}

impl Declared {
    /// Describes the handlers that `mount` mounts under `base`.
    pub(crate) fn under(base: &'static str, mount: impl FnOnce(&mut Routes<'_>)) -> Self {
        let mut declared = Self::default();
        mount(&mut Routes(Use::Describe(base, &mut declared)));
        declared
    }

    fn add<H: Handler>(&mut self, base: &str, handler: &H) {
        handler.schemas(&mut self.schemas);
        for (path, item) in handler.paths().paths {
            let path = format!("{base}{path}");
            for method in methods(&item) {
                self.implied.insert((path.clone(), method), H::IMPLIED.concat());
            }
            let mut paths = Paths::new();
            paths.paths.insert(path, item);
            self.paths.merge(paths);
        }
    }

    /// Returns the schemas that the handlers name, by name.
    pub(crate) fn schemas(&self) -> Result<BTreeMap<String, Value>> {
        let schemas = self.schemas.iter().map(|(name, schema)| {
            let mut schema = serde_json::to_value(schema).map_err(Error::internal)?;
            sort_keywords(&mut schema);
            Ok((name.clone(), schema))
        });
        schemas.collect()
    }

    /// Returns the operations, by path.
    pub(crate) fn operations(mut self) -> Result<Vec<DescribedOperation>> {
        let paths = serde_json::to_value(&self.paths).map_err(Error::internal)?;
        let mut operations = Vec::new();
        for (path, item) in paths.as_object().into_iter().flatten() {
            for (method, description) in item.as_object().into_iter().flatten() {
                let key = (path.clone(), method.clone());
                let implied = self.implied.remove(&key).unwrap_or_default();
                let (path, method) = key;
                let mut description = description.clone();
                sort_schemas(&mut description);
                operations.push(DescribedOperation { path, method, description, implied });
            }
        }
        Ok(operations)
    }
}

/// Returns the methods of the operations at a path.
fn methods(item: &PathItem) -> Vec<String> {
    let item = serde_json::to_value(item).unwrap_or_default();
    item.as_object().into_iter().flatten().map(|(method, _)| method.clone()).collect()
}

/// Sorts the keywords of the schemas in a description.
fn sort_schemas(described: &mut Value) {
    match described {
        Value::Object(fields) => {
            for (name, field) in fields {
                sort_schemas(field);
                if matches!(name.as_str(), "schema" | "items") {
                    sort_keywords(field);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(sort_schemas),
        _ => {}
    }
}

/// Sorts the keywords of a schema, its type before all others: they come back from utoipa in arbitrary
/// order, and the document must be the same each time.
fn sort_keywords(schema: &mut Value) {
    let Some(keywords) = schema.as_object_mut() else { return };
    let kind = keywords.shift_remove("type");
    keywords.sort_keys();
    if let Some(kind) = kind {
        keywords.shift_insert(0, "type".into(), kind);
    }
}
