//! Change sets, single changes, verbs, undos and restores of three users in random order, against an independent model.

use std::collections::BTreeMap;

use kernel::seeded::SeededRandom;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::users::perform_verb;

const SETS: &str = "/api/backoffice/change-sets";
const UNDO: &str = "/api/backoffice/undo";
const ROUNDS: usize = 1_000;

/// The records that are changed: by sets in one field, one by one in the other.
struct Kind {
    resource: &'static str,
    path: &'static str,
    fields: [&'static str; 2],
    /// Whether a single change is a verb, and records are never deleted.
    is_by_verbs: bool,
}

const COMPANIES: Kind = Kind {
    resource: "companies",
    path: "/api/backoffice/companies",
    fields: ["address", "website"],
    is_by_verbs: false,
};
const USERS: Kind = Kind {
    resource: "users",
    path: "/api/backoffice/users",
    fields: ["lastName", "locked"],
    is_by_verbs: true,
};

/// What there is of a record: its two fields, or nothing after its deletion.
type State = Option<[String; 2]>;

/// A record as it is, and how many versions it has.
#[derive(Clone)]
struct Record {
    state: State,
    versions: usize,
}

/// A request that changed one record: its former state, and the number of its versions afterwards.
struct Edited {
    request: String,
    id: String,
    former: State,
    versions: usize,
}

/// A set that was planned: of each record the number of its versions then, and its state afterwards.
struct Planned {
    id: String,
    rows: BTreeMap<String, (usize, State)>,
    applied: Option<BTreeMap<String, (State, usize)>>,
    is_over: bool,
}

struct World<'a> {
    kind: &'static Kind,
    users: Vec<TestClient<'a>>,
    records: BTreeMap<String, Record>,
    sets: Vec<Planned>,
    edits: Vec<Edited>,
}

impl Kind {
    fn state_of(&self, view: &Value) -> State {
        Some(self.fields.map(|name| match &view[name] {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }))
    }
}

impl World<'_> {
    fn any(&self, random: &mut SeededRandom, is_there: bool) -> Option<String> {
        let all = self.records.iter().filter(|(_, one)| one.state.is_some() == is_there);
        let all: Vec<&String> = all.map(|(id, _)| id).collect();
        (!all.is_empty()).then(|| all[random.below(all.len())].clone())
    }

    fn store(&mut self, id: &str, state: State) {
        if let Some(record) = self.records.get_mut(id)
            && record.state != state
        {
            record.state = state;
            record.versions += 1;
        }
    }

    /// Plans a change or a deletion of some records.
    async fn plan(&mut self, user: usize, random: &mut SeededRandom) {
        let mut ids: Vec<String> = Vec::new();
        for _ in 0..=random.below(4) {
            ids.extend(self.any(random, true).filter(|id| !ids.contains(id)));
        }
        if ids.is_empty() {
            return;
        }
        let Kind { resource, fields: [name, _], .. } = *self.kind;
        let value = format!("Value {}", random.below(4));
        let deletes = random.below(4) == 0 && !self.kind.is_by_verbs;
        let body = match deletes {
            true => json!({ "resource": resource, "delete": true, "ids": ids }),
            false => json!({ "resource": resource, "update": { name: value }, "ids": ids }),
        };
        let set = self.users[user].post(SETS, body).await.expect(201);
        let rows = ids.into_iter().map(|id| {
            let record = &self.records[&id];
            let after = match deletes {
                true => None,
                false => record.state.clone().map(|[_, other]| [value.clone(), other]),
            };
            (id.clone(), (record.versions, after))
        });
        self.sets.push(Planned {
            id: set["_id"].as_str().unwrap().to_owned(),
            rows: rows.collect(),
            applied: None,
            is_over: false,
        });
    }

    async fn apply(&mut self, user: usize, at: usize) {
        let path = format!("{SETS}/{}/apply", self.sets[at].id);
        let status = self.users[user].post(&path, json!({})).await.status;
        let set = &self.sets[at];
        let is_current =
            set.rows.iter().all(|(id, (versions, _))| self.records[id].versions == *versions);
        if set.is_over || set.applied.is_some() || !is_current {
            assert_eq!(status, 409);
            return;
        }
        assert_eq!(status, 200);
        let mut before = BTreeMap::new();
        for (id, (_, after)) in set.rows.clone() {
            let former = self.records[&id].state.clone();
            if former == after {
                continue;
            }
            self.store(&id, after);
            before.insert(id.clone(), (former, self.records[&id].versions));
        }
        self.sets[at].applied = Some(before);
    }

    async fn undo(&mut self, user: usize, at: usize, skips: bool) {
        let rest = if skips { "?skipChanged=true" } else { "" };
        let path = format!("{SETS}/{}/undo{rest}", self.sets[at].id);
        let status = self.users[user].post(&path, json!({})).await.status;
        let set = &self.sets[at];
        let Some(applied) = set.applied.clone().filter(|_| !set.is_over) else {
            assert_eq!(status, 409);
            return;
        };
        let is_as_applied = |id: &String, versions: usize| self.records[id].versions == versions;
        if !skips && !applied.iter().all(|(id, (_, versions))| is_as_applied(id, *versions)) {
            assert_eq!(status, 409);
            return;
        }
        assert_eq!(status, 200);
        for (id, (former, versions)) in applied {
            if self.records[&id].versions == versions {
                self.store(&id, former);
            }
        }
        self.sets[at].is_over = true;
    }

    async fn edit(&mut self, user: usize, random: &mut SeededRandom) {
        let Some(id) = self.any(random, true) else { return };
        let path = format!("{}/{id}", self.kind.path);
        let Record { state: former, versions } = self.records[&id].clone();
        let (answer, value) = if self.kind.is_by_verbs {
            let locks = random.below(2) == 0;
            let verb = if locks { "lock" } else { "unlock" };
            (perform_verb(&self.users[user], &path, verb).await, locks.to_string())
        } else {
            let website = format!("https://example.com/{}", random.below(4));
            let patch = json!({ self.kind.fields[1]: website });
            (self.users[user].patch(&path, patch).await, website)
        };
        assert_eq!(answer.status, 200, "{}", answer.body);
        self.store(&id, former.clone().map(|[other, _]| [other, value]));
        if self.records[&id].versions > versions {
            let request = answer.header("x-request-id").to_owned();
            self.edits.push(Edited { request, id, former, versions: versions + 1 });
        }
    }

    /// Undoes one of the latest single changes.
    async fn undo_edit(&mut self, user: usize, random: &mut SeededRandom) {
        let at = self.edits.len().checked_sub(1 + random.below(3));
        let Some(Edited { request, id, former, versions }) = at.map(|at| &self.edits[at]) else {
            return;
        };
        let (id, former) = (id.clone(), former.clone());
        let is_latest = self.records[&id].versions == *versions;
        let answer = self.users[user].post(UNDO, json!({ "requestId": request })).await;
        assert_eq!(answer.status, if is_latest { 200 } else { 409 }, "{}", answer.body);
        if is_latest {
            self.store(&id, former);
        }
    }

    async fn restore(&mut self, user: usize, random: &mut SeededRandom) {
        let Some(id) = self.any(random, false) else { return };
        let versions = self.records[&id].versions;
        let path = format!("{}/{id}/restore", self.kind.path);
        let body = json!({ "version": versions - 1 });
        let restored = self.users[user].post(&path, body).await.expect(200);
        self.store(&id, self.kind.state_of(&restored));
    }

    async fn must_agree(&self) {
        for (id, record) in &self.records {
            let path = format!("{}/{id}", self.kind.path);
            let answer = self.users[0].get(&path).await;
            let state = if answer.status == 200 { self.kind.state_of(&answer.body) } else { None };
            assert_eq!(state, record.state, "{id}");
            let history = self.users[0].get(&format!("{path}/history?limit=100")).await.expect(200);
            assert_eq!(history["total"], json!(record.versions), "{id}");
            let last = &history["items"][0]["after"];
            assert_eq!(if last.is_null() { None } else { self.kind.state_of(last) }, record.state);
        }
    }

    async fn play(&mut self) {
        let mut random = SeededRandom::new(42, 0, 0);
        for round in 0..ROUNDS {
            let user = random.below(3);
            let at = random.below(self.sets.len().max(1));
            let recent = self.sets.len().saturating_sub(1 + random.below(3));
            match random.below(13) {
                0..3 => self.plan(user, &mut random).await,
                3 if !self.sets.is_empty() => self.apply(user, at).await,
                4 | 5 if !self.sets.is_empty() => self.apply(user, recent).await,
                6 | 8 | 9 if !self.sets.is_empty() => {
                    self.undo(user, recent, random.below(2) == 0).await;
                }
                7 => self.restore(user, &mut random).await,
                10 => self.undo_edit(user, &mut random).await,
                _ => self.edit(user, &mut random).await,
            }
            if round % 50 == 49 {
                self.must_agree().await;
            }
        }
        let applied = self.sets.iter().filter(|set| set.applied.is_some()).count();
        let undone = self.sets.iter().filter(|set| set.is_over).count();
        assert!(applied > 50 && undone > 15, "{applied} sets were applied, {undone} undone");
    }
}

/// Plays with eight new records, whose input `body` returns.
async fn play(kind: &'static Kind, body: impl Fn(usize) -> Value) {
    let app = TestApp::of(&PRODUCT).await;
    let mut users = Vec::new();
    for _ in 0..3 {
        users.push(app.sign_in("admin").await);
    }
    let (records, sets, edits) = (BTreeMap::new(), Vec::new(), Vec::new());
    let mut world = World { kind, users, records, sets, edits };
    for number in 0..8 {
        let made = world.users[0].post(kind.path, body(number)).await.expect(201);
        let record = Record { state: kind.state_of(&made), versions: 1 };
        let id = made.get("_id").unwrap_or(&made["id"]).as_str().unwrap();
        world.records.insert(id.to_owned(), record);
    }
    world.play().await;
}

#[actix_web::test]
async fn no_change_of_three_users_is_lost_or_doubled() {
    play(&COMPANIES, |number| json!({ "name": format!("Company {number}") })).await;
}

#[actix_web::test]
async fn no_verb_of_three_users_is_lost_or_doubled_among_sets() {
    play(&USERS, |number| {
        json!({
            "firstName": "Test",
            "lastName": "Person",
            "email": format!("person-{number}@example.com"),
            "password": "a password of theirs",
            "roles": ["user"],
        })
    })
    .await;
}
