//! What the document says of a handler follows from the types of its arguments. What cannot follow is
//! refused.

use actix_web::{HttpResponse, web};
use kernel::module::Module;
use kernel::prelude::*;
use kernel::testing::{generated, startup_error};
use kernel::{
    ListRequest, Product, PublicRequestContext, RecordRequest, RequestContext, Valid, delete, get,
    post, utoipa,
};
use serde_json::Value;

use super::INSPECTIONS;
use crate::PRODUCT;
use crate::inspections::first::{Inspections, Repeat};

/// A public handler with these arguments.
macro_rules! handler {
    ($method:ident $path:literal $name:ident($($arguments:tt)*)) => {
        #[$method($path, tag = "audits", permission = "public", response(200, "Done"))]
        async fn $name($($arguments)*) -> HttpResponse {
            HttpResponse::Ok().finish()
        }
    };
}

/// A module that mounts these handlers, above inspections.
macro_rules! audits {
    ($($handler:ident),+) => {{
        const AUDITS: Module = Module {
            routes: |api| {
                api$(.service($handler))+;
            },
            ..Module::new("audits")
        };
        const MODULES: &[Module] = &[companies::MODULE, INSPECTIONS, AUDITS];
        Product { modules: MODULES, ..PRODUCT }
    }};
}

handler!(post "/audits" audit_create(_: RequestContext, _: Valid<Repeat>));
handler!(post "/audits/count" audit_count(_: Actor, _: web::Query<()>));
handler!(post "/audits/ask" audit_ask(_: PublicRequestContext));
handler!(get "/audits" audit_list(_: RequestContext, _: ListRequest<Inspections>));
handler!(get "/audits/{file}" audit_view(_: web::Path<String>));
handler!(post "/audits/{id}/close" audit_close(_: RecordRequest<Inspections>));
handler!(delete "/audits/{id}" audit_delete(_: RecordRequest<Inspections>));

#[actix_web::test]
async fn operation_is_described_by_the_arguments_of_its_handler() {
    let product = audits!(
        audit_create,
        audit_count,
        audit_ask,
        audit_list,
        audit_view,
        audit_close,
        audit_delete
    );
    let (document, _) = generated(&product).await;
    let names = |of: &Value| -> Vec<String> {
        let parameters = of["parameters"].as_array().into_iter().flatten();
        parameters.map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    let statuses = |of: &Value| -> Vec<String> {
        let responses = of["responses"].as_object().unwrap();
        let mut statuses: Vec<String> = responses.keys().cloned().collect();
        statuses.sort();
        statuses
    };
    let paths = &document["paths"];
    for (operation, parameters, refusals) in [
        (
            &paths["/api/audits"]["post"],
            &["Idempotency-Key"][..],
            &["200", "400", "413", "415", "422", "503", "507"][..],
        ),
        (&paths["/api/audits/count"]["post"], &[], &["200", "400", "503", "507"]),
        (
            &paths["/api/audits/ask"]["post"],
            &["Idempotency-Key"],
            &["200", "400", "422", "429", "503", "507"],
        ),
        (
            &paths["/api/audits"]["get"],
            &["page", "limit", "sort", "sortBy", "sortDirection", "filters", "search"],
            &["200", "400", "503"],
        ),
        (&paths["/api/audits/{file}"]["get"], &["file"], &["200", "404", "503"]),
        (
            &paths["/api/audits/{id}/close"]["post"],
            &["id", "If-Match", "Idempotency-Key"],
            &["200", "400", "404", "409", "412", "422", "503", "507"],
        ),
        (
            &paths["/api/audits/{id}"]["delete"],
            &["id", "If-Match"],
            &["200", "400", "404", "409", "412", "422", "503", "507"],
        ),
    ] {
        let id = &operation["operationId"];
        assert_eq!(names(operation), parameters, "{id}");
        assert_eq!(statuses(operation), refusals, "{id}");
    }
    let body = &paths["/api/audits"]["post"]["requestBody"]["content"]["application/json"];
    assert_eq!(body["schema"]["$ref"], "#/components/schemas/Repeat");
    assert_eq!(paths["/api/audits/{id}/close"]["post"]["x-acts-on-record"], true);
}

handler!(get "/audits/d" lists_units(_: ListRequest<units::Units>));
handler!(post "/audits/{id}/e" acts_on_unit(_: RecordRequest<units::Units>));
handler!(post "/audits/f" acts_on_none(_: RecordRequest<Inspections>));

#[actix_web::test]
async fn what_arguments_imply_is_possible() {
    for (product, sentence) in [
        (audits!(lists_units), "lists_units lists units, which no module below brings"),
        (
            audits!(acts_on_unit),
            "acts_on_unit acts on a record of units, which no module below brings",
        ),
        (
            audits!(acts_on_none),
            "acts_on_none acts on a record of inspections, and its path has no `{id}`",
        ),
    ] {
        assert_eq!(startup_error(&product).await, format!("Module audits: operation {sentence}."));
    }
}
