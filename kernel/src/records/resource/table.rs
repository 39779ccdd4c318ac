//! A resource whose records are the rows of one table.

/// Implements [`Resource`](crate::resource::Resource), [`Writable`](crate::resource::Writable) and
/// [`Deletable`](crate::resource::Deletable) for a resource whose records are the rows of one table.
///
/// `table_resource!(Companies, companies, Company, CompanyInput, Info { … })`: the resource, its
/// [`diesel::table!`](diesel::table), the type that a row is read as (`Selectable`), the type that one is
/// written by (`Insertable`, `AsChangeset`), and what the kernel has to know beside the types. The table has
/// the columns `id`, `created_at` and `updated_at`. What lists can be filtered, sorted and searched by
/// follows from the columns and the schema; searches look into the fields of the title.
#[macro_export]
macro_rules! table_resource {
    ($resource:ident, $table:ident, $view:ident, $input:ident, $info:expr $(,)?) => {
        impl $crate::resource::Resource for $resource {
            type View = $view;
            type Table = $table::table;
            type Source = $table::table;

            const INFO: $crate::resource::Info = $info;

            fn fields() -> $crate::list::Fields<$table::table> {
                static FIELDS: ::std::sync::LazyLock<$crate::list::Fields<$table::table>> =
                    ::std::sync::LazyLock::new(|| {
                        let searched = $crate::resource::title_fields($resource::INFO.title);
                        $crate::list::Fields::derived::<$view>(&searched)
                            .unwrap_or_else(|error| panic!("{error}"))
                    });
                FIELDS.clone()
            }

            fn list(
                conn: &mut $crate::db::Conn,
                query: &$crate::list::ListQuery,
                _: &$crate::records::actor::Actor,
            ) -> $crate::error::Result<$crate::list::Page<$view>> {
                use diesel::prelude::*;
                let rows =
                    $table::table.select(<$view>::as_select()).into_boxed::<$crate::db::Db>();
                query.page(conn, &Self::fields(), rows)
            }

            fn find(
                conn: &mut $crate::db::Conn,
                id: &$crate::id::Id,
            ) -> $crate::error::Result<$view> {
                use diesel::prelude::*;
                Ok($table::table.find(id).select(<$view>::as_select()).first(conn)?)
            }
        }

        impl $crate::resource::Writable for $resource {
            type Input = $input;

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

        impl $crate::resource::Deletable for $resource {}
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
