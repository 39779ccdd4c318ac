//! How records are read and written: `Resource` and `Writable`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, ItemStruct};

use crate::field::{Field, Joined, Listed, Stored, Through};
use crate::names::camel_case;
use crate::options::Options;
use crate::rust_types::listed_type;
use crate::types::{new_columns, new_name, written};

/// Writes what reads and writes records.
pub(crate) fn queries(of: &ItemStruct, options: &Options, fields: &[Field]) -> TokenStream {
    let (visibility, resource) = (&of.vis, &options.resource);
    let doc = format!("The resource `{}`.", options.table);
    let read = read(of, options, fields);
    let through = throughs(of, options, fields);
    let write = options.input.as_ref().map(|input| write(of, input, options, fields));
    quote! {
        #[doc = #doc]
        #visibility struct #resource;
        #through
        #read
        #write
    }
}

fn read(of: &ItemStruct, options: &Options, fields: &[Field]) -> TokenStream {
    let (view, resource, info) = (&of.ident, &options.resource, &options.info);
    let (table, id) = (options.own_table(), &options.id);
    let name = options.table.to_string();
    let references = fields.iter().filter_map(reference);
    let listed = fields.iter().map(|field| listed(field, options));
    let mut source = quote!(#table::table);
    let mut query_type = source.clone();
    let mut query = source.clone();
    for joined in joined(fields) {
        let other = options.table(&joined.to.table);
        let (of_source, of_query, join) = match joined.is_optional {
            false => ("InnerJoinQuerySource", "InnerJoin", "inner_join"),
            true => ("LeftJoinQuerySource", "LeftJoin", "left_join"),
        };
        let [of_source, of_query, join] =
            [of_source, of_query, join].map(|one| format_ident!("{one}"));
        source = quote!(::diesel::dsl::#of_source<#source, #other::table>);
        query_type = quote!(::diesel::dsl::#of_query<#query_type, #other::table>);
        query = quote!(#query.#join(#other::table));
    }
    let mut complete: Vec<TokenStream> = through_fields(fields)
        .map(|(field, _)| {
            let read = format_ident!("read_{}", field.name);
            quote!(#resource::#read(conn, records)?;)
        })
        .collect();
    complete.extend(options.complete.iter().map(|own| quote!((#own)(conn, records)?;)));
    let complete = (!complete.is_empty()).then(|| {
        quote! {
            const COMPLETE: Option<::kernel::resource::Complete<#view>> = Some(|conn, records| {
                #(#complete)*
                Ok(())
            });
        }
    });
    quote! {
        impl #resource {
            /// Returns the query of all records, with what it joins.
            pub(crate) fn query() -> #query_type {
                use ::diesel::prelude::*;
                #query
            }
        }

        impl ::kernel::resource::Resource for #resource {
            type View = #view;
            type Table = #table::table;
            type Source = #source;
            type Row = #view;

            const INFO: ::kernel::resource::Info = ::kernel::resource::Info {
                table: #name,
                id: #id,
                references: &[#(#references),*],
                ..#info
            };

            #complete

            fn fields() -> ::kernel::list::Fields<Self::Table, Self::Source> {
                ::kernel::list::Fields::new(#id, #table::id)#(#listed)*
            }

            fn rows() -> impl ::kernel::list::Rows<#view> {
                use ::diesel::prelude::*;
                Self::query().select(<#view>::as_select()).into_boxed::<::kernel::db::Db>()
            }

            fn row(
                conn: &mut ::kernel::db::Conn,
                id: &::kernel::id::Id,
            ) -> ::kernel::error::Result<#view> {
                use ::diesel::prelude::*;
                let row = ::kernel::on_each!(conn, |conn| Self::query()
                    .filter(#table::id.eq(id))
                    .select(<#view>::as_select())
                    .first(conn))?;
                Ok(row)
            }
        }
    }
}

fn joined(fields: &[Field]) -> impl Iterator<Item = &Joined> {
    fields.iter().filter_map(|field| match &field.stored {
        Stored::Joined(joined) => Some(joined),
        _ => None,
    })
}

fn through_fields(fields: &[Field]) -> impl Iterator<Item = (&Field, &Through)> {
    fields.iter().filter_map(|field| match &field.stored {
        Stored::Through(through) => Some((field, through)),
        _ => None,
    })
}

/// The declaration of a reference.
fn reference(field: &Field) -> Option<TokenStream> {
    let view = &field.json;
    let (pointer, [table, owner], column, to) = match &field.stored {
        Stored::Column { column, refers_to: Some(to), .. } => {
            (view.clone(), Default::default(), column, to)
        }
        Stored::Joined(Joined { link: Some(_), column, to, .. }) => {
            (format!("{view}/_id"), Default::default(), column, &to.resource)
        }
        Stored::Joined(Joined { written, column, to, .. }) => {
            (camel_case(&written.to_string()), Default::default(), column, &to.resource)
        }
        Stored::Through(Through { written, table, owner, item, to, .. }) => {
            let pointer = format!("{}/*", camel_case(&written.to_string()));
            (pointer, [table.to_string(), owner.to_string()], item, &to.resource)
        }
        Stored::Column { .. } | Stored::Parts(_) | Stored::Embedded(_) => return None,
    };
    let pointer = format!("/{pointer}");
    let column = column.to_string();
    Some(quote! {
        ::kernel::resource::Reference {
            field: #pointer,
            view: #view,
            table: #table,
            column: #column,
            owner: #owner,
            to: #to,
        }
    })
}

/// What lists do by a field.
fn listed(field: &Field, options: &Options) -> TokenStream {
    let (table, json, at) = (options.own_table(), &field.json, field.name.span());
    let mut listed = match &field.stored {
        _ if field.name == "id" => return TokenStream::new(),
        Stored::Column { listed: Listed::No, .. } | Stored::Through(_) | Stored::Parts(_) => {
            return TokenStream::new();
        }
        Stored::Column { column, listed: Listed::Yes, .. } => {
            quote_spanned!(at=> .field(#json, #table::#column))
        }
        Stored::Column { column, listed: Listed::LongText, .. } => {
            quote_spanned!(at=> .long_text(#json, #table::#column))
        }
        Stored::Column { column, listed: Listed::NaturalOrder { column: order, .. }, .. } => {
            quote_spanned!(at=> .natural_order(#json, #table::#column, #table::#order))
        }
        Stored::Embedded(parts) => {
            let parts = parts.iter().map(|(column, json)| quote!(.field(#json, #table::#column)));
            quote!(#(#parts)*)
        }
        Stored::Joined(joined) => {
            let (column, called) = (&joined.column, &joined.to.called);
            let to = options.table(&joined.to.table);
            let order = joined.called_order.iter();
            quote_spanned! {at=>
                .named(#json, #table::#column, #to::#called) #(.naturally(#to::#order))*
            }
        }
    };
    if field.searched {
        listed.extend(quote!(.searched()));
    }
    listed
}

/// What reads and writes the lists of references.
fn throughs(of: &ItemStruct, options: &Options, fields: &[Field]) -> TokenStream {
    let (view, resource) = (&of.ident, &options.resource);
    let all = through_fields(fields).map(|(field, through)| {
        let name = &field.name;
        let [read, add, replace] =
            ["read", "add", "replace"].map(|verb| format_ident!("{verb}_{name}"));
        let doc = format!("Replaces the {name} of a record with these, in this order.");
        let one = listed_type(&field.of);
        let (table, to) = (options.table(&through.table), options.table(&through.to.table));
        let Through { owner, item, to: called, .. } = through;
        let called = &called.called;
        let write = options.input.as_ref().map(|_| quote! {
            fn #add(
                conn: &mut ::kernel::db::Conn,
                id: &::kernel::id::Id,
                these: &[::kernel::id::Id],
            ) -> ::kernel::error::Result<()> {
                use ::diesel::prelude::*;
                if these.is_empty() {
                    return Ok(());
                }
                let row = |(position, one)| {
                    (#table::#owner.eq(id), #table::#item.eq(one), #table::position.eq(position))
                };
                let rows: Vec<_> = (0_i32..).zip(these).map(row).collect();
                ::kernel::on_each!(conn, |conn| ::diesel::insert_into(#table::table)
                    .values(rows)
                    .execute(conn))?;
                Ok(())
            }

            #[doc = #doc]
            pub(crate) fn #replace(
                conn: &mut ::kernel::db::Conn,
                id: &::kernel::id::Id,
                these: &[::kernel::id::Id],
            ) -> ::kernel::error::Result<()> {
                use ::diesel::prelude::*;
                ::diesel::delete(#table::table.filter(#table::#owner.eq(id))).execute(conn)?;
                Self::#add(conn, id, these)
            }
        });
        quote! {
            fn #read(
                conn: &mut ::kernel::db::Conn,
                records: &mut [#view],
            ) -> ::kernel::error::Result<()> {
                use ::diesel::prelude::*;
                let ids: Vec<&::kernel::id::Id> = records.iter().map(|record| &record.id).collect();
                let rows = #table::table
                    .inner_join(#to::table)
                    .filter(#table::#owner.eq_any(ids))
                    .order((#table::#owner, #table::position))
                    .select((#table::#owner, (#to::id, #to::#called)))
                    .load::<(::kernel::id::Id, #one)>(conn)?;
                let mut all = ::std::collections::HashMap::<_, Vec<#one>>::new();
                for (owner, one) in rows {
                    all.entry(owner).or_default().push(one);
                }
                for record in records {
                    record.#name = all.remove(&record.id).unwrap_or_default();
                }
                Ok(())
            }
            #write
        }
    });
    let all: Vec<TokenStream> = all.collect();
    if all.is_empty() {
        return TokenStream::new();
    }
    quote!(impl #resource { #(#all)* })
}

fn write(of: &ItemStruct, input: &Ident, options: &Options, fields: &[Field]) -> TokenStream {
    let (resource, new, table) = (&options.resource, new_name(of), options.own_table());
    let check = options.check.as_ref().map(
        |check| quote!(const CHECK: Option<::kernel::resource::Check<#input>> = Some(#check);),
    );
    let prepare = options.prepare.as_ref().map(|prepare| {
        quote!(const PREPARE: Option<::kernel::resource::Prepare<#input>> = Some(#prepare);)
    });
    let written = fields.iter().filter(|field| field.is_written());
    let changes = written.filter_map(|field| change(field, options));
    let lists: Vec<&Through> = through_fields(fields).map(|(_, through)| through).collect();
    let names: Vec<&Ident> = lists.iter().map(|through| &through.written).collect();
    let of_lists = |verb: &str| -> Vec<Ident> {
        through_fields(fields).map(|(field, _)| format_ident!("{verb}_{}", field.name)).collect()
    };
    let (add, replace) = (of_lists("add"), of_lists("replace"));
    let is_mutable = (!lists.is_empty()).then(|| quote!(mut));
    // What is in other tables is inserted for one record at a time.
    let insert_many = lists.is_empty().then(|| {
        let columns = new_columns(options, fields);
        let (name, all) = (options.table.to_string(), 0_usize..columns.len());
        let values: Vec<Ident> = all.map(|at| format_ident!("values_{at}")).collect();
        quote! {
            const INSERT_MANY: Option<::kernel::resource::InsertMany<#input>> =
                Some(|conn, inputs, _| {
                    let now = ::kernel::time::Timestamp::now();
                    #(let mut #values = Vec::with_capacity(inputs.len());)*
                    for (id, input) in inputs {
                        let new = #new::of(id, input, now);
                        #(#values.push(new.#columns);)*
                    }
                    let columns =
                        [#(::kernel::db::ColumnValues::of(#table::#columns, #values)),*];
                    ::kernel::db::insert_rows(conn, #name, &columns)
                });
        }
    });
    quote! {
        impl ::kernel::resource::Writable for #resource {
            type Input = #input;

            #check
            #prepare
            #insert_many

            fn insert(
                conn: &mut ::kernel::db::Conn,
                id: &::kernel::id::Id,
                #is_mutable input: #input,
                _: &::kernel::records::actor::Actor,
            ) -> ::kernel::error::Result<()> {
                use ::diesel::prelude::*;
                #(let #names = ::std::mem::take(&mut input.#names);)*
                let new = #new::of(id, input, ::kernel::time::Timestamp::now());
                ::kernel::on_each!(conn, |conn| ::diesel::insert_into(#table::table)
                    .values(new)
                    .execute(conn))?;
                #(Self::#add(conn, id, &#names)?;)*
                Ok(())
            }

            fn update(
                conn: &mut ::kernel::db::Conn,
                id: &::kernel::id::Id,
                was: &#input,
                is: #input,
                _: &::kernel::records::actor::Actor,
            ) -> ::kernel::error::Result<()> {
                use ::diesel::prelude::*;
                #(
                    if was.#names != is.#names {
                        Self::#replace(conn, id, &is.#names)?;
                    }
                )*
                ::kernel::db::update(#table::table.find(id))
                    .set((#(#changes,)* #table::updated_at.eq(::kernel::time::Timestamp::now())))
                    .execute(conn)?;
                Ok(())
            }
        }
    }
}

/// The assignment of a field that has changed.
fn change(field: &Field, options: &Options) -> Option<TokenStream> {
    let (table, name) = (options.own_table(), written(field).0);
    Some(match &field.stored {
        Stored::Column {
            column, listed: Listed::NaturalOrder { column: order, function }, ..
        } => {
            quote! {
                (was.#name != is.#name).then(|| {
                    (#table::#order.eq(#function(&is.#name)), #table::#column.eq(is.#name))
                })
            }
        }
        Stored::Column { column, .. } | Stored::Joined(Joined { column, link: None, .. }) => {
            quote!((was.#name != is.#name).then(|| #table::#column.eq(is.#name)))
        }
        Stored::Joined(Joined { column, is_optional: false, .. }) => {
            quote!((was.#name.id != is.#name.id).then(|| #table::#column.eq(is.#name.id)))
        }
        Stored::Joined(Joined { column, .. }) => {
            quote! {
                (was.#name.as_ref().map(|one| &one.id) != is.#name.as_ref().map(|one| &one.id))
                    .then(|| #table::#column.eq(is.#name.map(|one| one.id)))
            }
        }
        Stored::Parts(parts) => {
            let parts = parts
                .iter()
                .map(|(part, _)| quote!(#table::#part.eq(is.#name.as_ref().map(|all| all.#part))));
            quote!((was.#name != is.#name).then(|| (#(#parts,)*)))
        }
        Stored::Through(_) | Stored::Embedded(_) => return None,
    })
}
