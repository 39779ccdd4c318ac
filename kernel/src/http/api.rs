//! Serves the standard operations of every resource over HTTP.

use std::sync::Arc;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::list::{Breakdown, ListQuery, Parameters, breakdown_field, page_and_limit};
use crate::engine::policy::PROPOSE;
use crate::http::attached::{comments, files};
use crate::http::change_sets::{inboxes, propose};
use crate::http::images;
use crate::http::secrets::without_secrets;
use crate::records::actor::Actor;
use crate::records::body::{Unchecked, Valid};
use crate::records::change_sets::{CREATE, DELETE, UPDATE};
use crate::records::core::Core;
use crate::records::idempotency::Answer;
use crate::records::jobs::work::LongRequest;
use crate::records::request::RequestContext;
use crate::records::revisions;
use crate::records::{RegisteredResource, Restore, RowChanges};
use crate::transfer::{self, Transfer};

type App = web::Data<Core>;
/// The resource that is mounted at the path of the request.
type Mounted = web::Data<RegisteredResource>;

/// Mounts the operations of a resource. Authorization rejects those that the resource does not
/// offer.
pub(crate) fn routes(config: &mut web::ServiceConfig, entry: &Arc<RegisteredResource>) {
    let path = entry.info().path();
    let path = path.trim_start_matches("/api");
    let one = format!("{path}/{{id:[0-9a-f]{{24}}}}");
    let at = |path: &str| web::resource(path).app_data(web::Data::from(Arc::clone(entry)));
    let below = |rest: &str| at(&format!("{path}/{rest}"));
    let below_one = |rest: &str| at(&format!("{one}/{rest}"));
    config
        .service(
            at(path)
                .route(web::get().to(list))
                .route(web::post().to(create))
                .route(web::patch().to(update_all)),
        )
        .service(below("delete").route(web::post().to(delete_all)))
        .service(below("filter-definitions").route(web::get().to(filter_definitions)))
        .service(below("breakdown").route(web::get().to(breakdown)))
        .service(below("duplicates").route(web::get().to(duplicates)))
        .service(below("deleted").route(web::get().to(deleted)))
        .service(below("export").route(web::get().to(transfer::download)))
        .service(below("import").route(web::post().to(import)))
        .service(below("images").route(web::post().to(images::upload)))
        .service(below_one("images/{file:[0-9a-f]{64}}").route(web::get().to(images::show)))
        .service(
            at(&one)
                .route(web::get().to(view))
                .route(web::patch().to(update))
                .route(web::delete().to(delete)),
        )
        .service(below_one("history").route(web::get().to(history)))
        .service(
            below_one("files")
                .route(web::get().to(files::list))
                .route(web::post().to(files::create)),
        )
        .service(
            below_one("files/{fileId}")
                .route(web::get().to(files::download))
                .route(web::delete().to(files::delete)),
        )
        .service(
            below_one("comments")
                .route(web::get().to(comments::list))
                .route(web::post().to(comments::create)),
        )
        .service(below_one("comments/people").route(web::get().to(comments::users)))
        .service(
            below_one("comments/{commentId}")
                .route(web::patch().to(comments::update))
                .route(web::delete().to(comments::delete)),
        )
        .service(below_one("restore").route(web::post().to(restore)));
}

async fn list(
    app: App,
    entry: Mounted,
    by: Actor,
    parameters: web::Query<Parameters>,
) -> Result<HttpResponse> {
    let parameters = parameters.into_inner();
    let (records, info) = (entry.registration.read, entry.info());
    let query = match info.plain_list && parameters.is_empty() {
        true => app.records.seen_query(&entry, ListQuery::all(info.sort)?, &by.access),
        false => app.records.query(&entry, parameters, &by, &app.policy)?,
    };
    let slow = query.is_slow();
    let body = match app.records.narrows(&by.access, &entry) {
        false => app.listed(slow, move |conn, from| records.list(conn, from, &query, &by)).await?,
        true => {
            let all = Arc::clone(&app.records);
            app.listed(slow, move |conn, from| all.list_seen(conn, from, &entry, (&query, &by)))
                .await?
        }
    };
    Ok(HttpResponse::Ok().content_type("application/json").body(body))
}

/// Reads the query parameters of a breakdown that a list does not have.
#[derive(Deserialize)]
struct WantedBreakdown {
    by: Option<String>,
}

/// Counts the records that the caller may see, for each value of a field.
async fn breakdown(
    app: App,
    entry: Mounted,
    by: Actor,
    wanted: web::Query<WantedBreakdown>,
    parameters: web::Query<Parameters>,
) -> Result<HttpResponse> {
    let records = entry.registration.read;
    let own = by.access.of(entry.info().name);
    let seen = entry.definitions.iter().filter(|one| own.is_none_or(|own| own.sees(one.key)));
    let field = breakdown_field(wanted.by.as_deref(), seen)?.clone();
    let is_nameless = app.records.nameless(&entry, &by.access).contains(&field.key);
    let query = app.records.query(&entry, parameters.into_inner(), &by, &app.policy)?;
    let values = {
        let (key, readable) = (field.key, query.readable(field.key));
        app.listed(true, move |conn, from| {
            let all = records.values(conn, from, &query, key, &by)?;
            // Records whose reference leads to one that the reader may not read are counted as those without any.
            let Some(readable) = &readable else { return Ok(all) };
            let readable = records.values(conn, from, readable, key, &by)?;
            Ok(all.zip(readable).map(|(all, readable)| readable.completed(all.total)))
        })
        .await?
    };
    let values = if is_nameless { values.without_names() } else { values };
    Ok(HttpResponse::Ok().json(Breakdown::of(&field, values)))
}

/// Returns the filters that the list accepts.
async fn filter_definitions(app: App, entry: Mounted, by: Actor) -> Result<HttpResponse> {
    let may = |resource: &str, action: &str| by.may(&app.policy, resource, action);
    let definitions = app.records.filterable(&entry, &may).seen_by(&by.access).all();
    let definitions: Vec<_> = definitions.map(|one| one.told(true)).collect();
    Ok(HttpResponse::Ok().json(definitions))
}

async fn view(app: App, entry: Mounted, by: Actor, id: web::Path<Id>) -> Result<HttpResponse> {
    let records = Arc::clone(&app.records);
    let read = move |conn: &mut Conn| {
        let record = entry.find(conn, &id)?;
        records.answer(conn, &entry, record, &by)
    };
    Ok(app.db.read_quick_or_long(read).await?.respond())
}

async fn import(
    context: RequestContext,
    long: LongRequest,
    transfer: web::Data<Transfer>,
    entry: Mounted,
    options: web::Query<transfer::Options>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse> {
    let body = (request, payload);
    transfer::upload((context, long), transfer, entry, options, body, inboxes::proposed).await
}

async fn create(context: RequestContext, entry: Mounted, body: Unchecked) -> Result<HttpResponse> {
    let proposing = context.is_proposal.then(|| context.by.changing_by(PROPOSE));
    let by = proposing.as_ref().unwrap_or(&context.by);
    let checked = context.core.records.check_input(&entry, body.json, by)?;
    if context.is_proposal {
        return propose(context, entry, Id::new(), (CREATE, checked)).await;
    }
    let requested = without_secrets(&context, checked.clone(), &entry.secrets()).await?;
    // Slow work is done before the transaction begins, so that no other request waits for it.
    let prepared = match entry.registration.creates().filter(|write| write.is_prepared()) {
        None => checked,
        Some(write) => {
            web::block(move || write.prepare(checked)).await.map_err(Error::internal)??
        }
    };
    context
        .write(&requested, move |writing| {
            let id = Id::new();
            let record = writing.create(&entry, &id, prepared)?;
            let location = Some(format!("{}/{id}", entry.info().path()));
            let answer = writing.answer(&entry, record)?;
            Ok(Answer { location, status: StatusCode::CREATED, ..answer })
        })
        .await
}

async fn update(
    context: RequestContext,
    entry: Mounted,
    id: web::Path<Id>,
    patch: Unchecked,
) -> Result<HttpResponse> {
    let checked = context.core.records.check_patch(&entry, patch.json, &context.by);
    if context.is_proposal {
        return propose(context, entry, id.into_inner(), (UPDATE, checked?)).await;
    }
    context.update(entry, id.into_inner(), checked).await
}

async fn delete(
    context: RequestContext,
    entry: Mounted,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    if context.is_proposal {
        return propose(context, entry, id.into_inner(), (DELETE, Value::Null)).await;
    }
    context
        .write(&Value::Null, move |writing| {
            writing.delete(&entry, &id)?;
            Ok(Answer::nothing())
        })
        .await
}

/// Reads the query parameters of a bulk operation.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct BulkParameters {
    #[serde(default)]
    pub(super) dry_run: bool,
}

async fn update_all(
    context: RequestContext,
    entry: Mounted,
    parameters: web::Query<BulkParameters>,
    body: Unchecked,
) -> Result<HttpResponse> {
    let dry_run = parameters.dry_run;
    if body.json.get("changes").is_some() {
        return update_rows(context, entry, dry_run, body.json).await;
    }
    let (selection, mut rest) = context.selection(&entry, body.json, &["update"])?;
    let patch = rest.remove("update").unwrap_or_default();
    context
        .write_or_rehearse(dry_run, &Value::Null, move |writing| {
            Answer::ok(&writing.update_all(&entry, &selection, patch)?)
        })
        .await
}

/// Applies a patch of its own to each record.
async fn update_rows(
    context: RequestContext,
    entry: Mounted,
    dry_run: bool,
    body: Value,
) -> Result<HttpResponse> {
    let (of, records, by) = (entry.clone(), Arc::clone(&context.core.records), context.by.clone());
    let read = web::block(move || RowChanges::read((&records, &by), &of, body)).await;
    let rows = read.map_err(Error::internal)??;
    context
        .write_or_rehearse(dry_run, &Value::Null, move |writing| {
            Answer::ok(&writing.update_rows(&entry, &rows)?)
        })
        .await
}

async fn delete_all(
    context: RequestContext,
    entry: Mounted,
    parameters: web::Query<BulkParameters>,
    body: Unchecked,
) -> Result<HttpResponse> {
    let (selection, _) = context.selection(&entry, body.json.clone(), &[])?;
    context
        .write_or_rehearse(parameters.dry_run, &body.json, move |writing| {
            Answer::ok(&writing.delete_all(&entry, &selection)?)
        })
        .await
}

/// Reads the query parameters of the audit trail.
#[derive(Deserialize)]
struct PageParameters {
    page: Option<String>,
    limit: Option<String>,
}

async fn history(
    app: App,
    entry: Mounted,
    by: Actor,
    id: web::Path<Id>,
    query: web::Query<PageParameters>,
) -> Result<HttpResponse> {
    let PageParameters { page, limit } = query.into_inner();
    let (page, limit) = page_and_limit(page, limit)?;
    let records = Arc::clone(&app.records);
    let versions = app
        .db
        .read_quick_or_long(move |conn| {
            let mut versions = revisions::page(conn, entry.info(), &id, page, limit)?;
            if versions.total == 0 {
                // A record that is older than the audit trail has no revisions yet.
                entry.find(conn, &id)?;
            }
            records.see_history(conn, &entry, &id, (&mut versions.items, &by))?;
            Ok(versions)
        })
        .await?;
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-cache")).json(versions))
}

/// Lists groups of records that are likely one.
async fn duplicates(
    app: App,
    entry: Mounted,
    by: Actor,
    query: web::Query<PageParameters>,
) -> Result<HttpResponse> {
    let PageParameters { page, limit } = query.into_inner();
    let paging = page_and_limit(page, limit)?;
    let records = Arc::clone(&app.records);
    let policy = Arc::clone(&app.policy);
    let read = move |conn: &mut Conn| records.duplicates(conn, &entry, paging, (&policy, &by));
    Ok(HttpResponse::Ok().json(app.read_long(read).await?))
}

/// Lists the records that are deleted now.
async fn deleted(
    app: App,
    entry: Mounted,
    by: Actor,
    query: web::Query<PageParameters>,
) -> Result<HttpResponse> {
    let PageParameters { page, limit } = query.into_inner();
    let paging = page_and_limit(page, limit)?;
    let records = Arc::clone(&app.records);
    let read = move |conn: &mut Conn| records.deleted(conn, &entry, paging, &by);
    let page = app.db.read_quick_or_long(read).await?;
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-cache")).json(page))
}

async fn restore(
    context: RequestContext,
    entry: Mounted,
    id: web::Path<Id>,
    body: Valid<Restore>,
) -> Result<HttpResponse> {
    let Restore { version } = body.value;
    context
        .write(&json!(version), move |writing| {
            let record = writing.restore(&entry, &id, version)?;
            writing.answer(&entry, record)
        })
        .await
}
