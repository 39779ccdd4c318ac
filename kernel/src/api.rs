//! The standard calls of every resource over HTTP.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::auth::{Actor, NewPassword};
use crate::call::Call;
use crate::changes;
use crate::db::Conn;
use crate::db::engine::snapshot;
use crate::error::{Error, Result};
use crate::id::Id;
use crate::kernel::Kernel;
use crate::list::{ListQuery, Parameters, break_down, breakdown_field, page_and_limit};
use crate::media::{self, ShowQuery};
use crate::once::Answer;
use crate::records::{Bulk, Entry, Restore};
use crate::resource::Info;
use crate::schema::{Body, Checker};
use crate::transfer;

type App = web::Data<Kernel>;

/// Mounts the calls of the resource `name`. What it does not offer the guard does not let through.
pub(crate) fn routes(config: &mut web::ServiceConfig, name: &'static str, info: &Info) {
    let path = info.path();
    let path = path.trim_start_matches("/api");
    let one = format!("{path}/{{id:[0-9a-f]{{24}}}}");
    config
        .service(
            web::resource(path)
                .route(web::get().to(move |app: App, by: Actor, query: web::Query<Parameters>| {
                    list(app, name, by, query.into_inner())
                }))
                .route(web::post().to(move |call: Call, body: Body| create(call, name, body)))
                .route(web::patch().to(move |call: Call, body: Body| update_all(call, name, body))),
        )
        .service(
            web::resource(format!("{path}/delete"))
                .route(web::post().to(move |call: Call, body: Body| delete_all(call, name, body))),
        )
        .service(
            web::resource(format!("{path}/filter-definitions"))
                .route(web::get().to(move |app: App| filter_definitions(app, name))),
        )
        .service(web::resource(format!("{path}/breakdown")).route(web::get().to(
            move |app: App,
                  by: Actor,
                  wanted: web::Query<WantedBreakdown>,
                  query: web::Query<Parameters>| {
                breakdown(app, name, by, wanted.into_inner(), query.into_inner())
            },
        )))
        .service(web::resource(format!("{path}/export")).route(web::get().to(
            move |app: App,
                  by: Actor,
                  wanted: web::Query<transfer::Wanted>,
                  query: web::Query<Parameters>| {
                transfer::download(app, name, by, wanted.into_inner(), query.into_inner())
            },
        )))
        .service(web::resource(format!("{path}/import")).route(web::post().to(
            move |call: Call,
                  query: web::Query<transfer::Options>,
                  request: HttpRequest,
                  payload: web::Payload| {
                transfer::upload(call, name, query.into_inner(), request, payload)
            },
        )))
        .service(web::resource(format!("{path}/images")).route(web::post().to(
            move |call: Call, request: HttpRequest, payload: web::Payload| {
                media::upload(call, request, payload)
            },
        )))
        .service(web::resource(format!("{one}/images/{{file:[0-9a-f]{{64}}}}")).route(
            web::get().to(
                move |app: App,
                      request: HttpRequest,
                      of: web::Path<(Id, String)>,
                      query: web::Query<ShowQuery>| {
                    image(app, request, name, of.into_inner(), query.into_inner())
                },
            ),
        ))
        .service(
            web::resource(&one)
                .route(
                    web::get()
                        .to(move |app: App, id: web::Path<Id>| view(app, name, id.into_inner())),
                )
                .route(web::patch().to(move |call: Call, id: web::Path<Id>, body: Body| {
                    update(call, name, id.into_inner(), body)
                }))
                .route(
                    web::delete().to(move |call: Call, id: web::Path<Id>| {
                        delete(call, name, id.into_inner())
                    }),
                ),
        )
        .service(web::resource(format!("{one}/history")).route(web::get().to(
            move |app: App, id: web::Path<Id>, query: web::Query<PageParameters>| {
                history(app, name, id.into_inner(), query.into_inner())
            },
        )))
        .service(web::resource(format!("{one}/restore")).route(web::post().to(
            move |call: Call, id: web::Path<Id>, body: Body| {
                restore(call, name, id.into_inner(), body)
            },
        )));
}

fn entry<'a>(kernel: &'a Kernel, name: &str) -> Result<&'a Entry> {
    kernel.plan.records.get(name).ok_or(Error::NotFound)
}

async fn list(
    app: App,
    name: &'static str,
    by: Actor,
    parameters: Parameters,
) -> Result<HttpResponse> {
    let entry = entry(&app, name)?;
    let registration = entry.registration;
    let info = registration.info;
    let plain = info.plain_list && parameters.is_empty();
    let (query, run) = if plain {
        (ListQuery::all(info.sort)?, registration.list_plain)
    } else {
        let query = ListQuery::read(parameters, info.sort, &entry.definitions)?;
        (query, registration.list)
    };
    let body = app.db.read_quick_or_long(move |conn| run(conn, &query, &by)).await?;
    Ok(HttpResponse::Ok().content_type("application/json").body(body))
}

/// The query of a breakdown, beside that of a list.
#[derive(Deserialize)]
struct WantedBreakdown {
    by: Option<String>,
}

/// How many records that the caller may see have each value of a field.
async fn breakdown(
    app: App,
    name: &'static str,
    by: Actor,
    wanted: WantedBreakdown,
    parameters: Parameters,
) -> Result<HttpResponse> {
    let entry = entry(&app, name)?;
    let list = entry.registration.items;
    let field = breakdown_field(wanted.by.as_deref(), &entry.definitions)?.clone();
    let query = ListQuery::read(parameters, entry.info().sort, &entry.definitions)?;
    let work = move |conn: &mut Conn| {
        let listed = |conn: &mut Conn, query: &ListQuery| list(conn, query, &by).map(drop);
        snapshot(conn, |conn| break_down(conn, query.clone(), &field, listed))
    };
    Ok(HttpResponse::Ok().json(app.db.read_quick_or_long(work).await?))
}

/// What the list can be filtered by. Nothing is asked of the database: its indexes were read at
/// the start.
async fn filter_definitions(app: App, name: &'static str) -> Result<HttpResponse> {
    let definitions = &entry(&app, name)?.definitions;
    let told: Vec<_> = definitions.iter().map(|one| one.told(&app.indexes)).collect();
    Ok(HttpResponse::Ok().json(told))
}

async fn view(app: App, name: &'static str, id: Id) -> Result<HttpResponse> {
    let kernel = app.clone();
    let record = app.db.answer(move |conn| entry(&kernel, name)?.find(conn, &id)).await?;
    Ok(Answer::record(StatusCode::OK, &record)?.respond())
}

async fn image(
    app: App,
    request: HttpRequest,
    name: &'static str,
    (id, file): (Id, String),
    query: ShowQuery,
) -> Result<HttpResponse> {
    media::show(&app, &request, (name, id, file), &query).await
}

async fn create(call: Call, name: &'static str, Body(body): Body) -> Result<HttpResponse> {
    let kernel = call.kernel.clone();
    let checked = entry(&kernel, name)?.check(body)?;
    let asked = asked(&call, entry(&kernel, name)?, &checked).await?;
    let inner = kernel.clone();
    // What takes long is done before anybody has to wait for it.
    let prepared = match entry(&kernel, name)?.registration.prepare {
        None => checked,
        Some(prepare) => web::block(move || prepare(checked)).await.map_err(Error::internal)??,
    };
    call.write(&asked, move |writing| {
        let entry = entry(&inner, name)?;
        let (id, record) =
            writing.records.create_prepared(writing.conn, entry, prepared, writing.by)?;
        let location = Some(format!("{}/{id}", entry.info().path()));
        Ok(Answer { location, ..Answer::record(StatusCode::CREATED, &record)? })
    })
    .await
}

/// A checked input as far as it makes a call that comes again the same: of its secrets only what is
/// as slow to guess from as what is stored of them.
async fn asked(call: &Call, entry: &Entry, checked: &Value) -> Result<Value> {
    let (mut asked, secrets) = entry.without_secrets(checked);
    if call.may_come_again() {
        for (name, secret) in secrets {
            let typed = secret.as_str().unwrap_or_default();
            let trace = NewPassword::from(typed).trace(call.by.id.as_str()).await?;
            asked[name] = trace.into();
        }
    }
    Ok(asked)
}

async fn update(call: Call, name: &'static str, id: Id, Body(patch): Body) -> Result<HttpResponse> {
    let kernel = call.kernel.clone();
    let checked = entry(&kernel, name)?.check_patch(patch);
    call.write(&Value::Null, move |writing| {
        let (records, if_match) = (writing.records, writing.if_match);
        let entry = entry(&kernel, name)?;
        let updated = records.update(writing.conn, entry, &id, checked, if_match, writing.by)?;
        Answer::record(StatusCode::OK, &updated.record)
    })
    .await
}

async fn delete(call: Call, name: &'static str, id: Id) -> Result<HttpResponse> {
    let kernel = call.kernel.clone();
    call.write(&Value::Null, move |writing| {
        let (records, if_match) = (writing.records, writing.if_match);
        records.delete(writing.conn, entry(&kernel, name)?, &id, if_match, writing.by)?;
        Ok(Answer::nothing())
    })
    .await
}

async fn update_all(call: Call, name: &'static str, Body(body): Body) -> Result<HttpResponse> {
    let kernel = call.kernel.clone();
    let (bulk, mut rest) = Bulk::read(entry(&kernel, name)?, body, &["update"])?;
    call.write(&Value::Null, move |writing| {
        let entry = entry(&kernel, name)?;
        let patch = rest["update"].take();
        Answer::ok(&writing.records.update_all(writing.conn, entry, &bulk, patch, writing.by)?)
    })
    .await
}

async fn delete_all(call: Call, name: &'static str, Body(body): Body) -> Result<HttpResponse> {
    let kernel = call.kernel.clone();
    let (bulk, _) = Bulk::read(entry(&kernel, name)?, body.clone(), &[])?;
    call.write(&body, move |writing| {
        let entry = entry(&kernel, name)?;
        Answer::ok(&writing.records.delete_all(writing.conn, entry, &bulk, writing.by)?)
    })
    .await
}

/// The query of a history.
#[derive(Deserialize)]
struct PageParameters {
    page: Option<String>,
    limit: Option<String>,
}

async fn history(
    app: App,
    name: &'static str,
    id: Id,
    query: PageParameters,
) -> Result<HttpResponse> {
    let (page, limit) = page_and_limit(query.page, query.limit)?;
    let kernel = app.clone();
    let versions = app
        .db
        .read_quick_or_long(move |conn| {
            let entry = entry(&kernel, name)?;
            let versions = changes::page(conn, entry.info(), &id, page, limit)?;
            if versions.total == 0 {
                // What was there before there was a history has none yet.
                entry.find(conn, &id)?;
            }
            Ok(versions)
        })
        .await?;
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-cache")).json(versions))
}

async fn restore(call: Call, name: &'static str, id: Id, Body(body): Body) -> Result<HttpResponse> {
    static CHECKER: std::sync::LazyLock<Checker> = std::sync::LazyLock::new(Checker::of::<Restore>);
    let Restore { version } = CHECKER.read(body)?;
    let kernel = call.kernel.clone();
    call.write(&json!(version), move |writing| {
        let (records, if_match) = (writing.records, writing.if_match);
        let entry = entry(&kernel, name)?;
        let record = records.restore(writing.conn, entry, &id, version, if_match, writing.by)?;
        Answer::record(StatusCode::OK, &record)
    })
    .await
}
