//! A resource whose records are the rows of one table.

/// Declares a resource whose records are the rows of one table: a type that implements
/// [`Resource`](crate::resource::Resource) and [`Writable`](crate::resource::Writable).
///
/// `table_resource!(pub Companies, companies, Company, CompanyInput, Info { … })`: the name of the type, its
/// [`diesel::table!`](diesel::table), the type that a row is read as (`Selectable`), the type that one is
/// written by (`Insertable`, `AsChangeset`), and what the kernel has to know beside the types. The table has
/// the columns `id`, `created_at` and `updated_at`. What lists can be filtered, sorted and searched by
/// follows from the columns and the schema; searches look into the fields of the title.
///
/// References join the table of the record referred to, which shows its name:
/// `joins: { inner "unit": unit_id = units.unit_number, left "company": company_id = companies.name }`, an
/// inner join for a column that always refers to one, a left join for one that may be empty.
///
/// A rule over several fields is a function, `check: starts_before_it_ends`, of the type
/// [`Check`](crate::resource::Check). Forms, patches and imports respect it.
#[macro_export]
macro_rules! table_resource {
    (
        $visibility:vis $resource:ident, $table:ident, $view:ident, $input:ident, $info:expr
        $(, joins: { $($joins:tt)* })? $(, check: $check:expr)? $(,)?
    ) => {
        #[doc = concat!("The resource `", stringify!($table), "`.")]
        $visibility struct $resource;

        impl $crate::resource::Resource for $resource {
            type View = $view;
            type Table = $table::table;
            type Source = $crate::table_resource!(@source [$table::table] $($($joins)*)?);

            const INFO: $crate::resource::Info =
                $crate::resource::Info { table: stringify!($table), ..$info };

            fn fields() -> $crate::list::Fields<Self::Table, Self::Source> {
                let searched = $crate::resource::title_fields($resource::INFO.title);
                let fields = $crate::list::Fields::derived::<$view>(&searched)
                    .unwrap_or_else(|error| panic!("{error}"));
                $crate::table_resource!(@named $table, fields, searched; $($($joins)*)?)
            }

            $crate::rows!(
                $table: $crate::table_resource!(@query [$table::table] $($($joins)*)?) => $view
            );
        }

        impl $crate::resource::Writable for $resource {
            type Input = $input;

            $(const CHECK: Option<$crate::resource::Check<$input>> = Some($check);)?

            fn insert(
                conn: &mut $crate::db::Conn,
                id: &$crate::id::Id,
                input: $input,
                _: &$crate::records::actor::Actor,
            ) -> $crate::error::Result<()> {
                use diesel::prelude::*;
                let now = $crate::time::Timestamp::now();
                let stamps = ($table::created_at.eq(now), $table::updated_at.eq(now));
                diesel::insert_into($table::table)
                    .values(($table::id.eq(id), input, stamps))
                    .execute(conn)?;
                Ok(())
            }

            fn update(
                conn: &mut $crate::db::Conn,
                id: &$crate::id::Id,
                _: &$input,
                is: $input,
                _: &$crate::records::actor::Actor,
            ) -> $crate::error::Result<()> {
                use diesel::prelude::*;
                $crate::db::update($table::table.find(id))
                    .set((is, $table::updated_at.eq($crate::time::Timestamp::now())))
                    .execute(conn)?;
                Ok(())
            }
        }
    };

    (@source [$($source:tt)*]) => { $($source)* };
    (
        @source [$($source:tt)*]
        inner $name:literal: $column:ident = $to:ident.$called:ident $(, $($rest:tt)*)?
    ) => {
        $crate::table_resource!(
            @source [diesel::dsl::InnerJoinQuerySource<$($source)*, $to::table>] $($($rest)*)?
        )
    };
    (
        @source [$($source:tt)*]
        left $name:literal: $column:ident = $to:ident.$called:ident $(, $($rest:tt)*)?
    ) => {
        $crate::table_resource!(
            @source [diesel::dsl::LeftJoinQuerySource<$($source)*, $to::table>] $($($rest)*)?
        )
    };

    (@query [$($query:tt)*]) => { $($query)* };
    (
        @query [$($query:tt)*]
        inner $name:literal: $column:ident = $to:ident.$called:ident $(, $($rest:tt)*)?
    ) => {
        $crate::table_resource!(@query [$($query)*.inner_join($to::table)] $($($rest)*)?)
    };
    (
        @query [$($query:tt)*]
        left $name:literal: $column:ident = $to:ident.$called:ident $(, $($rest:tt)*)?
    ) => {
        $crate::table_resource!(@query [$($query)*.left_join($to::table)] $($($rest)*)?)
    };

    (@named $table:ident, $fields:expr, $searched:ident;) => { $fields.in_order_of_columns() };
    (
        @named $table:ident, $fields:expr, $searched:ident;
        $kind:ident $name:literal: $column:ident = $to:ident.$called:ident $(, $($rest:tt)*)?
    ) => {
        $crate::table_resource!(
            @named $table,
            $fields
                .named($name, $table::$column, $to::$called)
                .searched_when($searched.contains(&$name)),
            $searched;
            $($($rest)*)?
        )
    };
}

/// Returns the fields of a title: of `name` the field `name`, of `{firstName} {lastName}` both.
#[doc(hidden)]
pub fn title_fields(title: &'static str) -> Vec<&'static str> {
    match super::title::placeholders(title) {
        Ok(fields) if title.contains('{') => fields.collect(),
        _ => vec![title],
    }
}
