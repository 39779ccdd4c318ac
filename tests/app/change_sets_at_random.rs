//! Change sets, single changes, undos and restores of three users in random order, against an independent model.

use std::collections::BTreeMap;

use kernel::seeded::SeededRandom;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;

const SETS: &str = "/api/backoffice/change-sets";
const COMPANIES: &str = "/api/backoffice/companies";
const ROUNDS: usize = 400;

/// What there is of a company: its address and its website, or nothing after its deletion.
type State = Option<[String; 2]>;

/// A company: its states, the last one as it is, and how many versions it has.
#[derive(Clone)]
struct Company {
    state: State,
    versions: usize,
}

/// A set that was planned: of each company the number of its versions then, and its state afterwards.
struct Planned {
    id: String,
    rows: BTreeMap<String, (usize, State)>,
    applied: Option<BTreeMap<String, (State, usize)>>,
    is_over: bool,
}

struct World<'a> {
    users: Vec<TestClient<'a>>,
    companies: BTreeMap<String, Company>,
    sets: Vec<Planned>,
}

fn of(value: &Value) -> State {
    let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
    Some([text("address"), text("website")])
}

impl World<'_> {
    fn any(&self, random: &mut SeededRandom, is_there: bool) -> Option<String> {
        let all = self.companies.iter().filter(|(_, one)| one.state.is_some() == is_there);
        let all: Vec<&String> = all.map(|(id, _)| id).collect();
        (!all.is_empty()).then(|| all[random.below(all.len())].clone())
    }

    fn store(&mut self, id: &str, state: State) {
        if let Some(company) = self.companies.get_mut(id)
            && company.state != state
        {
            company.state = state;
            company.versions += 1;
        }
    }

    /// Plans a change or a deletion of some companies.
    async fn plan(&mut self, user: usize, random: &mut SeededRandom) {
        let mut ids: Vec<String> = Vec::new();
        for _ in 0..=random.below(4) {
            ids.extend(self.any(random, true).filter(|id| !ids.contains(id)));
        }
        if ids.is_empty() {
            return;
        }
        let address = format!("Address {}", random.below(4));
        let deletes = random.below(4) == 0;
        let body = match deletes {
            true => json!({ "resource": "companies", "delete": true, "ids": ids }),
            false => {
                json!({ "resource": "companies", "update": { "address": address }, "ids": ids })
            }
        };
        let set = self.users[user].post(SETS, body).await.expect(201);
        let rows = ids.into_iter().map(|id| {
            let company = &self.companies[&id];
            let after = match deletes {
                true => None,
                false => company.state.clone().map(|[_, website]| [address.clone(), website]),
            };
            (id.clone(), (company.versions, after))
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
            set.rows.iter().all(|(id, (versions, _))| self.companies[id].versions == *versions);
        if set.is_over || set.applied.is_some() || !is_current {
            assert_eq!(status, 409);
            return;
        }
        assert_eq!(status, 200);
        let mut before = BTreeMap::new();
        for (id, (_, after)) in set.rows.clone() {
            let former = self.companies[&id].state.clone();
            if former == after {
                continue;
            }
            self.store(&id, after);
            before.insert(id.clone(), (former, self.companies[&id].versions));
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
        let is_as_applied = |id: &String, versions: usize| self.companies[id].versions == versions;
        if !skips && !applied.iter().all(|(id, (_, versions))| is_as_applied(id, *versions)) {
            assert_eq!(status, 409);
            return;
        }
        assert_eq!(status, 200);
        for (id, (former, versions)) in applied {
            if self.companies[&id].versions == versions {
                self.store(&id, former);
            }
        }
        self.sets[at].is_over = true;
    }

    async fn edit(&mut self, user: usize, random: &mut SeededRandom) {
        let Some(id) = self.any(random, true) else { return };
        let website = format!("https://example.com/{}", random.below(4));
        let path = format!("{COMPANIES}/{id}");
        self.users[user].patch(&path, json!({ "website": website })).await.expect(200);
        let state = self.companies[&id].state.clone().map(|[address, _]| [address, website]);
        self.store(&id, state);
    }

    async fn restore(&mut self, user: usize, random: &mut SeededRandom) {
        let Some(id) = self.any(random, false) else { return };
        let versions = self.companies[&id].versions;
        let path = format!("{COMPANIES}/{id}/restore");
        let body = json!({ "version": versions - 1 });
        let restored = self.users[user].post(&path, body).await.expect(200);
        self.store(&id, of(&restored));
    }

    async fn must_agree(&self) {
        for (id, company) in &self.companies {
            let path = format!("{COMPANIES}/{id}");
            let answer = self.users[0].get(&path).await;
            let state = if answer.status == 200 { of(&answer.body) } else { None };
            assert_eq!(state, company.state, "{id}");
            let history = self.users[0].get(&format!("{path}/history?limit=100")).await.expect(200);
            assert_eq!(history["total"], json!(company.versions), "{id}");
            let last = &history["items"][0]["after"];
            assert_eq!(if last.is_null() { None } else { of(last) }, company.state);
        }
    }
}

#[actix_web::test]
async fn no_change_of_three_users_is_lost_or_doubled() {
    let app = TestApp::of(&PRODUCT).await;
    let mut users = Vec::new();
    for _ in 0..3 {
        users.push(app.sign_in("admin").await);
    }
    let mut random = SeededRandom::new(42, 0, 0);
    let mut world = World { users, companies: BTreeMap::new(), sets: Vec::new() };
    for number in 0..8 {
        let body = json!({ "name": format!("Company {number}") });
        let made = world.users[0].post(COMPANIES, body).await.expect(201);
        let company = Company { state: of(&made), versions: 1 };
        world.companies.insert(made["_id"].as_str().unwrap().to_owned(), company);
    }
    for round in 0..ROUNDS {
        let user = random.below(3);
        let at = random.below(world.sets.len().max(1));
        let recent = world.sets.len().saturating_sub(1 + random.below(3));
        match random.below(11) {
            0..3 => world.plan(user, &mut random).await,
            3 if !world.sets.is_empty() => world.apply(user, at).await,
            4 | 5 if !world.sets.is_empty() => world.apply(user, recent).await,
            6 | 8 | 9 if !world.sets.is_empty() => {
                world.undo(user, recent, random.below(2) == 0).await;
            }
            7 => world.restore(user, &mut random).await,
            _ => world.edit(user, &mut random).await,
        }
        if round % 50 == 49 {
            world.must_agree().await;
        }
    }
    let applied = world.sets.iter().filter(|set| set.applied.is_some()).count();
    let undone = world.sets.iter().filter(|set| set.is_over).count();
    assert!(applied > 20 && undone > 5, "{applied} sets were applied, {undone} undone");
}
