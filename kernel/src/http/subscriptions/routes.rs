//! POST and GET …/{id}/subscriptions of saved filters and views, and DELETE of one.

use actix_web::{HttpResponse, web};
use data_encoding::HEXLOWER;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::content::must_see;
use super::kinds::{Comparison, MailFormat};
use super::queries::{self, SubscriptionRow};
use super::schedule::Schedule;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, statements};
use crate::engine::list::page_and_limit;
use crate::http::saved::{self, SavedKind};
use crate::records::body::Valid;
use crate::records::handler::Routes;
use crate::records::idempotency::Answer;
use crate::records::request::RequestContext;
use crate::{delete, get, post, utoipa};

/// How many subscriptions a user may have.
const MOST: i64 = 100;

const ONE: &str = "Give one of `schedule` and `when`";

/// The identifiers of what is saved and of a subscription to it, in a path.
type OfSaved = (Id, String);

/// Mounts the operations, under `/api`.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(filter_subscription_list)
        .service(filter_subscription_create)
        .service(filter_subscription_view)
        .service(filter_subscription_delete)
        .service(view_subscription_list)
        .service(view_subscription_create)
        .service(view_subscription_view)
        .service(view_subscription_delete);
}

/// A bound of a count.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Bound")]
pub(super) struct Bound {
    /// How the count is compared.
    #[schemars(title = "Comparison", extend("x-messages" = { "required": "Comparison is required" }))]
    operator: Comparison,
    /// What it is compared with.
    #[schemars(title = "Count", range(min = 0, max = 1_000_000_000), extend(
        "x-messages" = { "required": "Count is required" }
    ))]
    count: i64,
}

/// A subscription to make: at a time, or when a count crosses a bound.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Subscription")]
struct SubscriptionInput {
    /// When mails are sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    schedule: Option<Schedule>,
    /// Or: the bound that the count crosses. One mail is sent until it has crossed back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    when: Option<Bound>,
    /// What a mail holds.
    #[schemars(title = "Format", extend("x-messages" = { "required": "Format is required" }))]
    format: MailFormat,
}

/// A subscription.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Subscription {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    /// When mails are sent; null for an alert.
    schedule: Option<Schedule>,
    /// The bound of an alert; null otherwise.
    when: Option<Bound>,
    /// What a mail holds.
    format: MailFormat,
    /// When it was made.
    created_at: Timestamp,
    /// When the latest mail was made.
    last_at: Option<Timestamp>,
}

/// A page of subscriptions.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SubscriptionPage {
    /// The newest first.
    items: Vec<Subscription>,
    /// The exact number of subscriptions.
    #[schemars(range(min = 0))]
    total: i64,
    /// The number of this page, from 1.
    page: i64,
    /// How many subscriptions a page has.
    limit: i64,
    /// The number of pages.
    total_pages: i64,
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct SubscriptionParameters {
    /// The number of the page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1_000_000_000, default = 1)]
    page: Option<String>,
    /// How many subscriptions a page has.
    #[param(value_type = Option<u8>, minimum = 1, maximum = 100, default = 20)]
    limit: Option<String>,
}

/// List the own subscriptions to a saved filter
#[get(
    "/backoffice/saved-filters/{id:[0-9a-f]{24}}/subscriptions",
    tag = "saved-filters",
    permission = "saved-filters:read",
    path(id = "The saved filter."),
    params(SubscriptionParameters),
    response(200, "One page", SubscriptionPage),
    problem(404, "The caller sees no such saved filter, or this server sends no mail")
)]
async fn filter_subscription_list(
    context: RequestContext,
    id: web::Path<Id>,
    query: web::Query<SubscriptionParameters>,
) -> Result<HttpResponse> {
    list(context, SavedKind::Filter, id.into_inner(), query.into_inner()).await
}

/// Subscribe to a saved filter
///
/// What it shows is mailed to the caller: at a time of the week in the product's time zone, or when the number of records
/// crosses a bound. Each mail shows what the caller may see by then.
#[post(
    "/backoffice/saved-filters/{id:[0-9a-f]{24}}/subscriptions",
    tag = "saved-filters",
    permission = "saved-filters:read",
    path(id = "The saved filter."),
    response(201, "The new subscription", Subscription),
    problem(404, "The caller sees no such saved filter, or this server sends no mail"),
    problem(409, "The caller has as many as one may have")
)]
async fn filter_subscription_create(
    context: RequestContext,
    id: web::Path<Id>,
    body: Valid<SubscriptionInput>,
) -> Result<HttpResponse> {
    create(context, SavedKind::Filter, id.into_inner(), body).await
}

/// Read an own subscription to a saved filter
#[get(
    "/backoffice/saved-filters/{id:[0-9a-f]{24}}/subscriptions/{subscriptionId}",
    tag = "saved-filters",
    permission = "saved-filters:read",
    path(id = "The saved filter.", subscriptionId = "The subscription."),
    response(200, "The subscription", Subscription),
    problem(404, "The caller has no such subscription, or this server sends no mail")
)]
async fn filter_subscription_view(
    context: RequestContext,
    path: web::Path<OfSaved>,
) -> Result<HttpResponse> {
    view(context, path.into_inner()).await
}

/// End an own subscription to a saved filter
#[delete(
    "/backoffice/saved-filters/{id:[0-9a-f]{24}}/subscriptions/{subscriptionId}",
    tag = "saved-filters",
    permission = "saved-filters:read",
    path(id = "The saved filter.", subscriptionId = "The subscription."),
    response(204, "Ended"),
    problem(404, "The caller has no such subscription")
)]
async fn filter_subscription_delete(
    context: RequestContext,
    path: web::Path<OfSaved>,
) -> Result<HttpResponse> {
    end(context, path.into_inner()).await
}

/// List the own subscriptions to a saved view
#[get(
    "/backoffice/saved-views/{id:[0-9a-f]{24}}/subscriptions",
    tag = "saved-views",
    permission = "saved-views:read",
    path(id = "The saved view."),
    params(SubscriptionParameters),
    response(200, "One page", SubscriptionPage),
    problem(404, "The caller sees no such saved view, or this server sends no mail")
)]
async fn view_subscription_list(
    context: RequestContext,
    id: web::Path<Id>,
    query: web::Query<SubscriptionParameters>,
) -> Result<HttpResponse> {
    list(context, SavedKind::View, id.into_inner(), query.into_inner()).await
}

/// Subscribe to a saved view
///
/// As to a saved filter; what is counted are the rows of the view.
#[post(
    "/backoffice/saved-views/{id:[0-9a-f]{24}}/subscriptions",
    tag = "saved-views",
    permission = "saved-views:read",
    path(id = "The saved view."),
    response(201, "The new subscription", Subscription),
    problem(404, "The caller sees no such saved view, or this server sends no mail"),
    problem(409, "The caller has as many as one may have")
)]
async fn view_subscription_create(
    context: RequestContext,
    id: web::Path<Id>,
    body: Valid<SubscriptionInput>,
) -> Result<HttpResponse> {
    create(context, SavedKind::View, id.into_inner(), body).await
}

/// Read an own subscription to a saved view
#[get(
    "/backoffice/saved-views/{id:[0-9a-f]{24}}/subscriptions/{subscriptionId}",
    tag = "saved-views",
    permission = "saved-views:read",
    path(id = "The saved view.", subscriptionId = "The subscription."),
    response(200, "The subscription", Subscription),
    problem(404, "The caller has no such subscription, or this server sends no mail")
)]
async fn view_subscription_view(
    context: RequestContext,
    path: web::Path<OfSaved>,
) -> Result<HttpResponse> {
    view(context, path.into_inner()).await
}

/// End an own subscription to a saved view
#[delete(
    "/backoffice/saved-views/{id:[0-9a-f]{24}}/subscriptions/{subscriptionId}",
    tag = "saved-views",
    permission = "saved-views:read",
    path(id = "The saved view.", subscriptionId = "The subscription."),
    response(204, "Ended"),
    problem(404, "The caller has no such subscription")
)]
async fn view_subscription_delete(
    context: RequestContext,
    path: web::Path<OfSaved>,
) -> Result<HttpResponse> {
    end(context, path.into_inner()).await
}

async fn list(
    context: RequestContext,
    kind: SavedKind,
    id: Id,
    SubscriptionParameters { page, limit }: SubscriptionParameters,
) -> Result<HttpResponse> {
    context.must_send_mail()?;
    let (page, limit) = page_and_limit(page, limit)?;
    let by = context.by.clone();
    let read = move |conn: &mut Conn| {
        saved::subscribed(conn, kind, &id, &by.id)?;
        queries::list(conn, &by.id, &id)
    };
    let all = context.read(read).await?;
    let total = i64::try_from(all.len()).map_err(Error::internal)?;
    let skipped = usize::try_from((page - 1) * limit).map_err(Error::internal)?;
    let most = usize::try_from(limit).map_err(Error::internal)?;
    let items = all.into_iter().skip(skipped).take(most).map(Subscription::of).collect();
    let total_pages = (total + limit - 1) / limit;
    let page = SubscriptionPage { items, total, page, limit, total_pages };
    Ok(HttpResponse::Ok().json(page))
}

async fn create(
    context: RequestContext,
    kind: SavedKind,
    id: Id,
    body: Valid<SubscriptionInput>,
) -> Result<HttpResponse> {
    context.must_send_mail()?;
    let Valid { value: SubscriptionInput { schedule, when, format }, json } = body;
    if schedule.is_some() == when.is_some() {
        return Err(Error::invalid("", ONE));
    }
    let core = std::sync::Arc::clone(&context.core);
    context
        .write(&json, move |writing| {
            let by = writing.by;
            let saved = saved::subscribed(writing.conn, kind, &id, &by.id)?;
            must_see(&core, by, kind.resource(&saved.of), format)?;
            // One user's are made one after the other, so that there are not more than may be.
            statements::lock(writing.conn, "accounts", &by.id, statements::RowLock::Update)?;
            if queries::count(writing.conn, &by.id)? >= MOST {
                return Err(Error::conflict(format!(
                    "You have {MOST} subscriptions already. End one before you make another"
                )));
            }
            let mut token = [0; 24];
            aws_lc_rs::rand::fill(&mut token).map_err(Error::internal)?;
            let now = Timestamp::now();
            let row = SubscriptionRow {
                id: Id::new(),
                account_id: by.id.clone(),
                saved_id: id,
                weekday: schedule.as_ref().and_then(|schedule| schedule.weekday),
                time: schedule.map(|schedule| schedule.time),
                operator: when.as_ref().map(|when| when.operator),
                bound: when.map(|when| when.count),
                format,
                is_across: false,
                stop_token: HEXLOWER.encode(&token),
                created_at: now,
                last_at: None,
                next_at: now,
            };
            // An alert is looked at soon.
            let next_at = if row.time.is_some() { row.next(now)? } else { now };
            let row = SubscriptionRow { next_at, ..row };
            queries::insert(writing.conn, &row)?;
            Answer::created(&Subscription::of(row))
        })
        .await
}

async fn view(context: RequestContext, (id, subscription): OfSaved) -> Result<HttpResponse> {
    context.must_send_mail()?;
    let subscription = Id::parse(&subscription).ok_or(Error::NotFound)?;
    let by = context.by.id.clone();
    let find = move |conn: &mut Conn| queries::find(conn, &by, &id, &subscription);
    let row = context.read(find).await?.ok_or(Error::NotFound)?;
    Ok(HttpResponse::Ok().json(Subscription::of(row)))
}

async fn end(context: RequestContext, (id, subscription): OfSaved) -> Result<HttpResponse> {
    let subscription = Id::parse(&subscription).ok_or(Error::NotFound)?;
    context
        .write(&Value::Null, move |writing| {
            match queries::delete(writing.conn, &writing.by.id, &id, &subscription)? {
                true => Ok(Answer::nothing()),
                false => Err(Error::NotFound),
            }
        })
        .await
}

impl Subscription {
    fn of(row: SubscriptionRow) -> Self {
        let when = row.alert().map(|(operator, count)| Bound { operator, count });
        Self {
            id: row.id,
            schedule: row.time.map(|time| Schedule { weekday: row.weekday, time }),
            when,
            format: row.format,
            created_at: row.created_at,
            last_at: row.last_at,
        }
    }
}
