//! Lets a type with a schemars schema be used where utoipa needs a schema of its own, without
//! losing keywords.

use schemars::JsonSchema;
use serde_json::Value;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType};
use utoipa::openapi::{Ref, RefOr};

use crate::engine::schema::generator;

/// Makes utoipa take the schemas of these types from schemars.
#[macro_export]
macro_rules! api_schema {
    ($($shape:ty),+ $(,)?) => { $(
        impl $crate::utoipa::PartialSchema for $shape {
            fn schema() -> $crate::utoipa::openapi::RefOr<$crate::utoipa::openapi::schema::Schema> {
                $crate::schema::inlined::<$shape>()
            }
        }
        impl $crate::utoipa::ToSchema for $shape {
            fn name() -> std::borrow::Cow<'static, str> {
                <$shape as $crate::schemars::JsonSchema>::schema_name()
            }
            fn schemas(
                out: &mut Vec<(
                    String,
                    $crate::utoipa::openapi::RefOr<$crate::utoipa::openapi::schema::Schema>,
                )>,
            ) {
                $crate::schema::define::<$shape>(out);
            }
        }
    )+ };
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

/// Returns the schema of `T`, or a reference to it.
pub fn inlined<T: JsonSchema>() -> RefOr<Schema> {
    raw(generator().subschema_for::<T>().to_value())
}

/// Collects the named schemas that `T` consists of.
pub fn define<T: JsonSchema>(out: &mut Vec<(String, RefOr<Schema>)>) {
    let mut generator = generator();
    generator.subschema_for::<T>();
    out.extend(
        generator.take_definitions(true).into_iter().map(|(name, schema)| (name, raw(schema))),
    );
}

crate::api_schema!(crate::base::error::Problem);
