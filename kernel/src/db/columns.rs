//! Column types that SQLite and PostgreSQL hold alike.

use std::borrow::Cow;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::Pg;
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::Text;
use diesel::sqlite::Sqlite;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use super::conn::Db;

/// A list of texts, stored as JSON in a text column.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, AsExpression, FromSqlRow,
)]
#[diesel(sql_type = Text)]
#[serde(transparent)]
pub struct TextList(pub Vec<String>);

impl TextList {
    fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string(&self.0)
    }
}

impl JsonSchema for TextList {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "TextList".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Vec<String>>::json_schema(generator)
    }
}

impl<DB: Backend> FromSql<Text, DB> for TextList
where
    String: FromSql<Text, DB>,
{
    fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
        Ok(Self(serde_json::from_str(&String::from_sql(bytes)?)?))
    }
}

impl ToSql<Text, Sqlite> for TextList {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.json()?);
        Ok(IsNull::No)
    }
}

impl ToSql<Text, Pg> for TextList {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        std::io::Write::write_all(out, self.json()?.as_bytes())?;
        Ok(IsNull::No)
    }
}

impl ToSql<Text, Db> for TextList {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Db>) -> serialize::Result {
        out.set_value((Text, self));
        Ok(IsNull::No)
    }
}

/// Stores an enum as text, in the words given: `text_enum!(Status { Sold => "sold" })`. The enum
/// derives `AsExpression` and `FromSqlRow` with `sql_type = Text`.
#[macro_export]
macro_rules! text_enum {
    ($name:ident { $($variant:ident => $word:literal),+ $(,)? }) => {
        impl<DB> diesel::serialize::ToSql<diesel::sql_types::Text, DB> for $name
        where
            DB: diesel::backend::Backend,
            str: diesel::serialize::ToSql<diesel::sql_types::Text, DB>,
        {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, DB>,
            ) -> diesel::serialize::Result {
                let word: &'static str = match self { $(Self::$variant => $word),+ };
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
