//! The fields of a list as they follow from a table and from the type that its rows are read as.

use diesel::Table;
use schemars::JsonSchema;

use super::expression::{Column, ColumnSql, NamedTable};
use super::fields::Fields;
use super::kind::{HasKind, Kind};
use crate::base::error::Result;
use crate::engine::schema::Definitions;

/// From how many characters on a text is sorted by its beginning alone.
const LONG: u64 = 1_000;

/// The columns of a table, as diesel has them: a tuple.
pub trait TableColumns<Of> {
    /// Calls `each` with the name and the column of every one.
    #[doc(hidden)]
    fn each(self, each: &mut dyn FnMut(&'static str, DerivedColumn));
}

/// A column with its type erased.
#[doc(hidden)]
pub struct DerivedColumn(Column);

macro_rules! table_columns {
    ($($column:ident)+) => {
        impl<Of, $($column),+> TableColumns<Of> for ($($column,)+)
        where
            Of: NamedTable,
            $($column: diesel::Column<Table = Of> + ColumnSql + 'static,
              $column::SqlType: HasKind,)+
        {
            #[expect(non_snake_case, reason = "each type parameter names its value")]
            fn each(self, each: &mut dyn FnMut(&'static str, DerivedColumn)) {
                let ($($column,)+) = self;
                $(each($column::NAME, DerivedColumn(Column::of($column)));)+
            }
        }
    };
}

macro_rules! up_to {
    ($first:ident $($rest:ident)*) => {
        table_columns!($first $($rest)*);
        up_to!($($rest)*);
    };
    () => {};
}
up_to!(A B C D E F G H I J K L M N O P Q R S T U V W X Y Z A2 B2 C2 D2 E2 F2);

impl<Of, Source> Fields<Of, Source>
where
    Of: Table + NamedTable + 'static,
    Of::AllColumns: TableColumns<Of>,
{
    /// Derives the fields from the columns of the table that a `View` shows under the same name in camel
    /// case, `id` as `_id`, each as one value and no list. A text of more than 1,000 characters is sorted by
    /// its beginning. Searches look into the texts among the fields in `searched`.
    ///
    /// It costs a schema: made once, and cloned for each request.
    ///
    /// # Errors
    /// When the schema of `View` is not right.
    pub fn derived<View: JsonSchema>(searched: &[&str]) -> Result<Self> {
        let mut definitions = Definitions::default();
        let view = definitions.add::<View>("kernel")?;
        let properties = definitions.get(&view).map(|view| &view["properties"]);
        let mut fields = Self::empty();
        Of::all_columns().each(&mut |column, DerivedColumn(sql)| {
            let name = json_name(column);
            let Some(property) = properties.and_then(|all| all.get(&name)) else { return };
            if is_list(property) {
                return;
            }
            let name: &'static str = name.leak();
            if column == "id" {
                fields.add_id(name, sql);
                return;
            }
            let is_long = property["maxLength"].as_u64().is_some_and(|most| most > LONG);
            let sql = if is_long { sql.of_kind(Kind::LongText) } else { sql };
            let is_text = matches!(sql.kind(), Kind::Text | Kind::LongText);
            fields.add(name, sql, is_text && searched.contains(&name));
        });
        Ok(fields)
    }

    /// Puts the fields in the order of the table's columns; a reference where its identifier is.
    #[doc(hidden)]
    pub fn in_order_of_columns(mut self) -> Self {
        let mut names = Vec::new();
        Of::all_columns().each(&mut |column, _| names.push(json_name(column)));
        self.sort_by_key(|field| {
            names.iter().position(|name| {
                name == field || name.strip_suffix("Id").is_some_and(|name| name == field)
            })
        });
        self
    }
}

/// `created_at` is `createdAt`, `id` is `_id`.
fn json_name(column: &str) -> String {
    if column == "id" {
        return "_id".to_owned();
    }
    let mut words = column.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

/// Whether a property holds several values, or a group of fields.
fn is_list(property: &serde_json::Value) -> bool {
    let kinds = [&property["type"], &property["type"][0]];
    property.get("$ref").is_some() || kinds.iter().any(|kind| *kind == "array" || *kind == "object")
}

#[cfg(test)]
mod tests {
    use super::json_name;

    #[test]
    fn columns_are_named_as_json_names_them() {
        for (column, name) in [("id", "_id"), ("name", "name"), ("updated_at", "updatedAt")] {
            assert_eq!(json_name(column), name);
        }
    }
}
