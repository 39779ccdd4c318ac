//! The standard calls of every resource over HTTP.

use actix_web::http::header::{self, HeaderMap};
use actix_web::{HttpRequest, HttpResponse, web};

use crate::auth::Actor;
use crate::error::{Error, Result};
use crate::id::Id;
use crate::kernel::Kernel;
use crate::list::{ListQuery, Parameters};
use crate::records::Entry;
use crate::resource::{Info, Record};
use crate::schema::Body;
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
                .route(
                    web::post()
                        .to(move |app: App, by: Actor, body: Body| create(app, name, by, body)),
                ),
        )
        .service(
            web::resource(one)
                .route(
                    web::get()
                        .to(move |app: App, id: web::Path<Id>| view(app, name, id.into_inner())),
                )
                .route(web::patch().to(
                    move |app: App,
                          id: web::Path<Id>,
                          request: HttpRequest,
                          by: Actor,
                          body: Body| {
                        update(app, name, id.into_inner(), request, by, body)
                    },
                ))
                .route(web::delete().to(
                    move |app: App, id: web::Path<Id>, request: HttpRequest, by: Actor| {
                        delete(app, name, id.into_inner(), request, by)
                    },
                )),
        )
        .service(web::resource(format!("{path}/import")).route(web::post().to(
            move |app: App,
                  by: Actor,
                  query: web::Query<transfer::Options>,
                  request: HttpRequest,
                  payload: web::Payload| {
                transfer::upload(app, name, by, query.into_inner(), request, payload)
            },
        )));
}

fn entry<'a>(app: &'a App, name: &str) -> Result<&'a Entry> {
    app.plan.records.get(name).ok_or(Error::NotFound)
}

async fn list(
    app: App,
    name: &'static str,
    by: Actor,
    parameters: Parameters,
) -> Result<HttpResponse> {
    let registration = entry(&app, name)?.registration;
    let info = registration.info;
    let plain = info.plain_list && parameters.is_empty();
    let (query, run) = if plain {
        (ListQuery::all(info.sort), registration.list_plain)
    } else {
        (ListQuery::read(parameters, info.sort)?, registration.list)
    };
    let body = app.db.read(move |conn| run(conn, &query, &by)).await?;
    Ok(HttpResponse::Ok().content_type("application/json").body(body))
}

async fn view(app: App, name: &'static str, id: Id) -> Result<HttpResponse> {
    let find = entry(&app, name)?.registration.find;
    let record = app.db.read(move |conn| find(conn, &id)).await?;
    Ok(answer(HttpResponse::Ok(), &record))
}

async fn create(app: App, name: &'static str, by: Actor, Body(body): Body) -> Result<HttpResponse> {
    let path = entry(&app, name)?.registration.info.path();
    let kernel = app.clone();
    let (id, record) = app
        .db
        .write(move |conn| kernel.plan.records.create(conn, entry(&kernel, name)?, body, &by))
        .await?;
    let mut created = HttpResponse::Created();
    created.insert_header((header::LOCATION, format!("{path}/{id}")));
    Ok(answer(created, &record))
}

async fn update(
    app: App,
    name: &'static str,
    id: Id,
    request: HttpRequest,
    by: Actor,
    Body(patch): Body,
) -> Result<HttpResponse> {
    let if_match = if_match(request.headers())?;
    let kernel = app.clone();
    let updated = app
        .db
        .write(move |conn| {
            let records = &kernel.plan.records;
            records.update(conn, entry(&kernel, name)?, &id, patch, if_match.as_deref(), &by)
        })
        .await?;
    Ok(answer(HttpResponse::Ok(), &updated.record))
}

async fn delete(
    app: App,
    name: &'static str,
    id: Id,
    request: HttpRequest,
    by: Actor,
) -> Result<HttpResponse> {
    let if_match = if_match(request.headers())?;
    let kernel = app.clone();
    app.db
        .write(move |conn| {
            let records = &kernel.plan.records;
            records.delete(conn, entry(&kernel, name)?, &id, if_match.as_deref(), &by)
        })
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

fn if_match(headers: &HeaderMap) -> Result<Option<String>> {
    let Some(value) = headers.get(header::IF_MATCH) else { return Ok(None) };
    let text = value.to_str().map_err(|_| Error::Malformed("`If-Match` cannot be read".into()))?;
    Ok(Some(text.to_owned()))
}

fn answer(mut response: actix_web::HttpResponseBuilder, record: &Record) -> HttpResponse {
    response.insert_header((header::ETAG, record.etag())).json(&record.view)
}
