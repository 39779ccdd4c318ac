//! Column types that SQLite and PostgreSQL store alike.

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A list of texts, stored as JSON in a text column.
#[derive(
    Clone,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    AsExpression,
    FromSqlRow,
)]
#[diesel(sql_type = Text)]
#[serde(transparent)]
#[schemars(inline, description = "")]
pub struct TextList(pub Vec<String>);

crate::json_column!(TextList);

/// Stores a type as JSON in a text column: `json_column!(PaymentPlan)`. The type derives `Serialize`,
/// `Deserialize`, and `AsExpression` and `FromSqlRow` with `sql_type = Text`.
#[macro_export]
macro_rules! json_column {
    ($($name:ident),+ $(,)?) => {$(
        impl<DB: diesel::backend::Backend>
            diesel::deserialize::FromSql<diesel::sql_types::Text, DB> for $name
        where
            String: diesel::deserialize::FromSql<diesel::sql_types::Text, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> diesel::deserialize::Result<Self> {
                let text = <String as diesel::deserialize::FromSql<
                    diesel::sql_types::Text,
                    DB,
                >>::from_sql(bytes)?;
                Ok($crate::serde_json::from_str(&text)?)
            }
        }

        impl diesel::serialize::ToSql<diesel::sql_types::Text, diesel::sqlite::Sqlite> for $name {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, diesel::sqlite::Sqlite>,
            ) -> diesel::serialize::Result {
                out.set_value($crate::serde_json::to_string(self)?);
                Ok(diesel::serialize::IsNull::No)
            }
        }

        impl diesel::serialize::ToSql<diesel::sql_types::Text, diesel::pg::Pg> for $name {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, diesel::pg::Pg>,
            ) -> diesel::serialize::Result {
                std::io::Write::write_all(out, $crate::serde_json::to_string(self)?.as_bytes())?;
                Ok(diesel::serialize::IsNull::No)
            }
        }

        impl diesel::serialize::ToSql<diesel::sql_types::Text, $crate::db::Db> for $name {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, $crate::db::Db>,
            ) -> diesel::serialize::Result {
                out.set_value((diesel::sql_types::Text, self));
                Ok(diesel::serialize::IsNull::No)
            }
        }
    )+};
}

/// An enum that is stored as text, which [`text_enum!`](crate::text_enum) implements.
pub trait TextEnum {
    /// The text and the label of each variant, in order.
    const VALUES: &'static [(&'static str, &'static str)];

    /// Returns the text.
    fn word(self) -> &'static str;
}

/// Declares an enum that is stored as text, and read, written and documented as the same text. Each
/// variant has its text and its label: `Sold = ("sold", "Sold")`. Further derives, such as `Default`, are
/// added.
#[macro_export]
macro_rules! text_enum {
    (
        $(#[$of_enum:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$of_variant:meta])* $variant:ident = ($word:literal, $label:literal)),+ $(,)?
        }
    ) => {
        $(#[$of_enum])*
        #[derive(
            Clone,
            Copy,
            Debug,
            PartialEq,
            Eq,
            diesel::expression::AsExpression,
            diesel::deserialize::FromSqlRow,
            serde::Serialize,
            serde::Deserialize,
            schemars::JsonSchema,
        )]
        #[diesel(sql_type = diesel::sql_types::Text)]
        #[schemars(inline, extend("x-labels" = { $($word: $label),+ }))]
        $visibility enum $name {
            $($(#[$of_variant])* #[serde(rename = $word)] $variant),+
        }

        impl $crate::db::TextEnum for $name {
            const VALUES: &'static [(&'static str, &'static str)] = &[$(($word, $label)),+];

            fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl<DB> diesel::serialize::ToSql<diesel::sql_types::Text, DB> for $name
        where
            DB: diesel::backend::Backend,
            str: diesel::serialize::ToSql<diesel::sql_types::Text, DB>,
        {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, DB>,
            ) -> diesel::serialize::Result {
                let word = $crate::db::TextEnum::word(*self);
                <str as diesel::serialize::ToSql<diesel::sql_types::Text, DB>>::to_sql(word, out)
            }
        }

        impl<DB> diesel::deserialize::FromSql<diesel::sql_types::Text, DB> for $name
        where
            DB: diesel::backend::Backend,
            String: diesel::deserialize::FromSql<diesel::sql_types::Text, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> diesel::deserialize::Result<Self> {
                let word = <String as diesel::deserialize::FromSql<
                    diesel::sql_types::Text,
                    DB,
                >>::from_sql(bytes)?;
                match word.as_str() {
                    $($word => Ok(Self::$variant),)+
                    other => Err(format!("unknown word `{other}`").into()),
                }
            }
        }
    };
}
