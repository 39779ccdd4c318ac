//! utoipa as handlers see it: `#[utoipa::path]` takes the schema of a type from schemars, without losing
//! keywords, so that a type needs no second schema.
//!
//! The attribute expands to code that names `utoipa::ToSchema` and `utoipa::PartialSchema` of the scope in
//! which it stands. A handler imports this module under that name, in which each type with a schema of
//! schemars has them.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde_json::Value;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType};
use utoipa::openapi::{Ref, RefOr};

#[doc(hidden)]
pub use utoipa::{__dev, Path, r#gen};
pub use utoipa::{IntoParams, openapi, path};

use crate::engine::schema::generator;

/// The schema of a type, or a reference to it.
pub trait PartialSchema {
    /// Returns the schema, or a reference to it.
    fn schema() -> RefOr<Schema>;
}

/// The named schema of a type.
pub trait ToSchema: PartialSchema {
    /// Returns its name.
    fn name() -> Cow<'static, str>;
    /// Collects the named schemas that the type consists of.
    fn schemas(out: &mut Vec<(String, RefOr<Schema>)>);
}

impl<T: JsonSchema> PartialSchema for T {
    fn schema() -> RefOr<Schema> {
        raw(generator().subschema_for::<T>().to_value())
    }
}

impl<T: JsonSchema> ToSchema for T {
    fn name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schemas(out: &mut Vec<(String, RefOr<Schema>)>) {
        let mut generator = generator();
        generator.subschema_for::<T>();
        let named = generator.take_definitions(true).into_iter();
        out.extend(named.map(|(name, schema)| (name, raw(schema))));
    }
}

/// Passes a JSON Schema through utoipa as a schema without a type, every keyword an extension.
fn raw(schema: Value) -> RefOr<Schema> {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        return RefOr::Ref(Ref::new(reference));
    }
    let keywords = schema.as_object().cloned().unwrap_or_default();
    let object = ObjectBuilder::new()
        .schema_type(SchemaType::AnyValue)
        .extensions(Some(Extensions::from_iter(keywords)))
        .build();
    RefOr::T(Schema::Object(object))
}
