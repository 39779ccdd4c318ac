//! Bodies with which every `POST` of the document succeeds, and the records that they need.

use kernel::testing::{PASSWORD, TestApp, TestClient};
use serde_json::{Value, json};

use super::PATH;
use crate::assessing::{Place, text};

/// The body with which a `POST` succeeds.
pub(super) enum With {
    Json(String, Value),
    File(String, Vec<u8>),
    Nothing(String),
}

/// Creates the records that requests need, each with a name of its own.
pub(super) struct Fixtures<'a> {
    pub(super) app: &'a TestApp,
    pub(super) admin: TestClient<'a>,
    pub(super) place: Place,
    pub(super) document: Value,
    pub(super) made: usize,
}

impl Fixtures<'_> {
    fn name(&mut self) -> String {
        self.made += 1;
        format!("Name {}", self.made)
    }

    /// Returns what the document says of a resource.
    fn resource(&self, is: impl Fn(&Value) -> bool) -> Value {
        let tags = self.document["tags"].as_array().unwrap();
        tags.iter().find(|tag| is(tag)).unwrap()["x-resource"].clone()
    }

    /// Returns the body of a new record of the resource at `path`.
    async fn new_record(&mut self, path: &str) -> Value {
        let name = self.name();
        let number = self.made;
        match path.rsplit('/').next().unwrap() {
            "users" => json!({
                "firstName": name, "lastName": "A", "email": format!("n{number}@desk.test"),
                "password": PASSWORD, "roles": ["user"],
            }),
            "projects" => json!({
                "name": name, "location": "Arjan", "developer": { "_id": self.place.developer },
            }),
            "units" => self.place.unit(&format!("B-{number}")),
            "weekly-rotations" => json!({ "name": name, "projectIds": [] }),
            "saved-filters" => json!({
                "resource": "units", "name": name,
                "filterState": { "operator": "AND", "conditions": [] },
            }),
            "webhooks" => json!({
                "url": format!("https://127.0.0.1/{number}"), "events": ["*"],
                "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            }),
            "saved-mappings" => json!({
                "resource": "units", "name": name, "mapping": { "columns": { "Rent": "yearlyRentInAED" } },
            }),
            "saved-views" => json!({ "name": name, "view": "dataset=units&measures=rent" }),
            _ => {
                let resource = self.resource(|tag| tag["x-resource"]["path"] == path);
                self.required_fields(resource["schemas"]["input"].as_str().unwrap()).await
            }
        }
    }

    /// Returns a body with the fields that a schema requires.
    async fn required_fields(&mut self, schema: &str) -> Value {
        let schema = self.document["components"]["schemas"][schema].clone();
        let mut body = json!({});
        for field in schema["required"].as_array().into_iter().flatten() {
            let property = &schema["properties"][field.as_str().unwrap()];
            let is_list = property["type"] == "array";
            let property = if is_list { &property["items"] } else { property };
            let referred = property["x-reference"]["resource"].as_str();
            let value = match (property["type"].as_str(), referred) {
                (_, Some(name)) => {
                    let resource = self.resource(|tag| tag["name"] == name);
                    json!(Box::pin(self.record(resource["path"].as_str().unwrap())).await)
                }
                (Some("integer" | "number"), _) => json!(self.made),
                (Some("boolean"), _) => json!(false),
                _ if property["enum"].is_array() => property["enum"][0].clone(),
                _ if property["format"] == "date" => json!("2026-12-01"),
                _ => json!(self.name()),
            };
            body[field.as_str().unwrap()] = if is_list { json!([value]) } else { value };
        }
        body
    }

    /// Returns a change of a new company, for a set.
    async fn change(&mut self) -> Value {
        let company = self.record(PATH).await;
        json!({ "resource": "companies", "update": { "address": "Palm" }, "ids": [company] })
    }

    async fn record(&mut self, path: &str) -> String {
        if path.ends_with("/join-requests") {
            return self.join_request().await;
        }
        let body = self.new_record(path).await;
        let made = self.admin.post(path, body).await.expect(201);
        text(made.get("_id").unwrap_or(&made["id"]))
    }

    /// Returns a record of the resource at `path`, which may be one that no operation creates.
    async fn present(&mut self, path: &str) -> String {
        if path.ends_with("/flags") {
            return self.flag().await;
        }
        if path.ends_with("/estimations") {
            assert!(self.place.save(&self.admin, 0, 90_000).await.status.is_success());
            return text(&self.admin.get(path).await.expect(200)["items"][0]["_id"]);
        }
        self.record(path).await
    }

    async fn join_request(&mut self) -> String {
        let email = format!("{}@desk.test", self.name().replace(' ', "-"));
        let body = json!({ "firstName": "A", "email": email });
        self.app.anonymous().post("/api/join-requests", body).await.expect(202);
        let page = "/api/backoffice/join-requests?sort=createdAt:desc";
        text(&self.admin.get(page).await.expect(200)["items"][0]["_id"])
    }

    /// Returns a flag of an unusual yield that has been reviewed.
    async fn flag(&mut self) -> String {
        assert!(self.place.save(&self.admin, 1, 4_000_000).await.status.is_success());
        self.app.command("figures", "rebuild").await;
        let flags = self.admin.get("/api/analytics/flags").await.expect(200);
        let flag = text(&flags["items"][0]["_id"]);
        let path = format!("/api/analytics/flags/{flag}");
        self.admin.patch(&path, json!({ "looked": true })).await.expect(200);
        flag
    }

    /// Returns the body for the operation at `path`: by its name, or the one of every resource.
    pub(super) async fn body_for(&mut self, id: &str, path: &str) -> With {
        let json = |path: &str, body: Value| With::Json(path.to_owned(), body);
        let at = |id: &str| path.replace("{id}", id);
        match id {
            "auth_login" => {
                let (_, email) = self.app.account("user").await;
                json(path, json!({ "email": email, "password": PASSWORD }))
            }
            "auth_password" => {
                json(path, json!({ "currentPassword": PASSWORD, "newPassword": "entirely else" }))
            }
            "auth_forgot" => json(path, json!({ "email": "a@b.test" })),
            "auth_reset" => json(path, json!({ "token": "0", "password": PASSWORD })),
            "subscription_stop" => With::Nothing(format!("{path}?token=0")),
            "filter_subscription_create" | "view_subscription_create" => {
                let (saved, mut body) = match id.starts_with("filter") {
                    true => (
                        "/api/backoffice/saved-filters",
                        json!({
                            "resource": "companies",
                            "filterState": { "operator": "AND", "conditions": [] },
                        }),
                    ),
                    false => (
                        "/api/analytics/saved-views",
                        json!({
                            "view": "dataset=units&measures=rent",
                        }),
                    ),
                };
                body["name"] = self.name().into();
                body["shared"] = true.into();
                let saved = self.admin.post(saved, body).await.expect(201);
                let body = json!({ "schedule": { "time": "08:30" }, "format": "html" });
                json(&at(&text(&saved["id"])), body)
            }
            "inbox_read" => json(path, json!({ "ids": [] })),
            "auth_view_as" => {
                let (user, _) = self.app.account("user").await;
                json(path, json!({ "userId": user.to_string() }))
            }
            "policy_diff" => json(path, json!({ "policy": "g, admin, user" })),
            "auth_confirm" => json(path, json!({ "currentPassword": PASSWORD })),
            "auth_confirm_passkey" | "auth_refresh" | "auth_logout" => {
                With::Nothing(path.to_owned())
            }
            "auth_token_create" => {
                let expires_at = kernel::time::Timestamp::now().plus_seconds(60);
                json(path, json!({ "name": self.name(), "expiresAt": expires_at }))
            }
            // Each takes what exists once: a ticket, a code, an answer of a passkey.
            _ if ["/api/auth/login/", "/api/auth/second-factors/"]
                .iter()
                .any(|one| path.starts_with(one)) =>
            {
                json(&at(&"0".repeat(24)), json!({}))
            }
            "join_request_create" => json(path, json!({ "firstName": "A", "email": "a@b.test" })),
            "join_request_accept" => {
                json(&at(&self.join_request().await), json!({ "roles": ["user"] }))
            }
            "join_request_decline" => With::Nothing(at(&self.join_request().await)),
            "user_set_password" => {
                let user = self.record("/api/backoffice/users").await;
                json(&at(&user), json!({ "password": "entirely else" }))
            }
            "user_lock" | "user_unlock" | "user_allow_linking" | "user_invite" => {
                With::Nothing(at(&self.record("/api/backoffice/users").await))
            }
            "weekly_rotation_add" | "weekly_rotation_remove" => {
                let rotations = path.split("/{id}").next().unwrap();
                let project = self.record("/api/backoffice/projects").await;
                let mut body = self.new_record(rotations).await;
                let add = id.ends_with("add");
                if !add {
                    body["projectIds"] = json!([project]);
                }
                let rotation = self.admin.post(rotations, body).await.expect(201);
                let what = if add {
                    json!({ "projectIds": [project] })
                } else {
                    json!({ "projectId": project })
                };
                json(&at(&text(&rotation["_id"])), what)
            }
            "assessment_save" => json(path, self.place.estimate(0, 90_000)),
            "assessment_submit" => {
                let estimates = [self.place.estimate(1, 90_000)];
                json(path, json!({ "projectId": self.place.project, "assessments": estimates }))
            }
            "change_set_create" => json(path, self.change().await),
            "change_set_apply" | "change_set_undo" => {
                let change = self.change().await;
                let set = self.admin.post("/api/backoffice/change-sets", change).await.expect(201);
                let set = text(&set["_id"]);
                if id.ends_with("undo") {
                    let apply = format!("/api/backoffice/change-sets/{set}/apply");
                    self.admin.post(&apply, json!({})).await.expect(200);
                }
                With::Nothing(at(&set))
            }
            "webhook_delivery_replay" => {
                let webhook = self.record("/api/backoffice/webhooks").await;
                self.record(PATH).await;
                self.app.send_webhooks().await;
                let sent = format!("/api/backoffice/webhooks/{webhook}/deliveries");
                let sent = self.admin.get(&sent).await.expect(200);
                let delivery = text(&sent["items"][0]["_id"]);
                With::Nothing(at(&webhook).replace("{deliveryId}", &delivery))
            }
            "viewer_create" => {
                let record = self.present(PATH).await;
                json(path, json!({ "resource": "companies", "recordId": record }))
            }
            "undo_create" => {
                let body = json!({ "name": self.name() });
                let made = self.admin.post(PATH, body).await;
                json(path, json!({ "requestId": made.header("x-request-id") }))
            }
            id if id.ends_with("_import") => {
                let resource = path.trim_end_matches("/import");
                self.record(resource).await;
                let table = self.admin.get(&format!("{resource}/export?format=csv")).await;
                With::File(format!("{path}?existing=skip"), table.bytes)
            }
            id if id.ends_with("_image_upload") => With::File(path.into(), crate::images::jpeg(3)),
            id if id.ends_with("_file_create") => {
                let record = self.present(path.split("/{id}").next().unwrap()).await;
                With::File(at(&record), crate::files::PDF.to_vec())
            }
            id if id.ends_with("_comment_create") => {
                let record = self.present(path.split("/{id}").next().unwrap()).await;
                json(&at(&record), json!({ "text": self.name() }))
            }
            "flag_restore" => json(&at(&self.flag().await), json!({ "version": 1 })),
            id if id.ends_with("_restore") => {
                let record = self.record(path.trim_end_matches("/{id}/restore")).await;
                json(&at(&record), json!({ "version": 1 }))
            }
            id if id.ends_with("_bulk_delete") => {
                let resource = path.trim_end_matches("/delete");
                let record = self.record(resource).await;
                let info = self.resource(|tag| tag["x-resource"]["path"] == resource);
                json(path, json!({ text(&info["idsField"]): [record] }))
            }
            _ if path.contains("/verbs/") => {
                let (resource, _) = path.split_once("/verbs/").unwrap();
                let record = self.record(resource).await;
                let info = self.resource(|tag| tag["x-resource"]["path"] == resource);
                let mut body = json!({ text(&info["idsField"]): [record] });
                let sent = &self.document["paths"][path]["post"]["requestBody"]["content"];
                let arguments = &sent["application/json"]["schema"]["properties"]["arguments"];
                if let Some(schema) = arguments["$ref"].as_str() {
                    let schema = schema.rsplit('/').next().unwrap().to_owned();
                    body["arguments"] = self.required_fields(&schema).await;
                }
                json(path, body)
            }
            id if id.ends_with("_create") => {
                let body = self.new_record(path).await;
                json(path, body)
            }
            // The verb of another module.
            id => {
                let (resource, _) = path.split_once("/{id}/").unwrap_or_else(|| {
                    panic!("{id} has no case in this test");
                });
                let record = self.record(resource).await;
                let body = &self.document["paths"][path]["post"]["requestBody"];
                let schema = body["content"]["application/json"]["schema"]["$ref"].as_str();
                match schema.and_then(|schema| schema.rsplit('/').next()).map(str::to_owned) {
                    None => With::Nothing(at(&record)),
                    Some(schema) => json(&at(&record), self.required_fields(&schema).await),
                }
            }
        }
    }
}
