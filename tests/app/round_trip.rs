//! A sheet of units is exported, a thousand of its rows are edited, and it is imported. Every edit
//! is applied as computed here, or rejected at its cell.

mod sheet;

use std::collections::BTreeMap;

use actix_web::http::Method;
use kernel::seeded::SeededRandom;
use kernel::testing::{TestApp, TestClient};
use kernel::transfer::Format;
use serde_json::{Map, Value, json};

use crate::PRODUCT;
use crate::projects::{developer, project};
use sheet::Sheet;

const UNITS: &str = "/api/backoffice/units";
const PROJECTS: [&str; 5] = ["Creek Rise", "Dune Court", "برج الندى", "Côte, Palm", "Zé \"North\""];
/// The number of units, and of edited rows. The numbers of the remaining units are taken.
const ALL: usize = 1_150;
const EDITS: usize = 1_000;

/// Units by their identifiers, as they are written.
type Units = BTreeMap<String, Value>;

/// The expected result of an edit.
enum Outcome {
    /// The unit has these values.
    Is(Value),
    /// There is another unit.
    New(Value),
    /// It is rejected at this column.
    Refused(&'static str),
    /// The row is missing or changes nothing.
    Nothing,
}

struct Editor {
    random: SeededRandom,
    projects: Vec<(String, &'static str)>,
    developer: String,
}

impl Editor {
    fn below(&mut self, most: usize) -> usize {
        self.random.below(most)
    }

    fn any<'a>(&mut self, among: &[&'a str]) -> &'a str {
        self.random.pick::<&str>(among)
    }

    /// Returns a unit with a number that no other one has.
    fn unit(&mut self, number: usize) -> Value {
        let project = self.below(PROJECTS.len());
        json!({
            "unitNumber": format!("U-{number}"), "projectId": self.projects[project].0,
            "developerId": self.developer, "bedrooms": self.below(5), "floor": self.below(40),
            "totalAreaInSqFt": self.below(3000) as f64 / 4.0, "balconyAreaInSqFt": null,
            "view": self.any(&["Sea", "Garden, pool", "برج \"B\""]),
            "purchasePriceInAED": self.below(5_000_000), "yearlyRentInAED": self.below(200_000),
            "serviceChargesPerSqFt": self.below(80) as f64 / 4.0, "amenities": ["Pool", "Gym"],
            "status": self.any(&["available", "sold", "rented"]),
        })
    }

    /// Changes a field and its cell.
    fn change(&mut self, sheet: &mut Sheet, row: usize, unit: &mut Value) {
        let fields = [
            "bedrooms",
            "floor",
            "yearlyRentInAED",
            "purchasePriceInAED",
            "view",
            "status",
            "balconyAreaInSqFt",
            "totalAreaInSqFt",
            "amenities",
        ];
        let field = self.any(&fields);
        let (value, cell) = match field {
            "view" => {
                let view = self.any(&["Lake", "x; y", "Café", "شارع", "'quoted'"]);
                (json!(view), view.to_owned())
            }
            "status" => {
                let status = self.any(&["available", "sold", "rented", "reserved"]);
                (json!(status), status.to_owned())
            }
            "amenities" => (json!(["Sauna", "Maid's room"]), "Sauna; Maid's room".to_owned()),
            "balconyAreaInSqFt" | "totalAreaInSqFt" => {
                let area = self.below(4000) as f64 / 8.0;
                (json!(area), area.to_string())
            }
            _ => {
                let number = self.below(90);
                (json!(number), number.to_string())
            }
        };
        unit[field] = value;
        sheet.set(row, field, cell);
    }

    /// Edits the row of `unit`. `taken` is the number of another unit in the same project.
    fn edit(&mut self, sheet: &mut Sheet, row: usize, unit: &Value, taken: &str) -> Outcome {
        let mut is = unit.clone();
        match self.below(16) {
            0..=3 => {
                for _ in 0..=self.below(3) {
                    self.change(sheet, row, &mut is);
                }
                Outcome::Is(is)
            }
            4 | 5 => {
                let cleared = [
                    ("view", json!(null)),
                    ("floor", json!(null)),
                    ("bedrooms", json!(0)),
                    ("amenities", json!([])),
                    ("status", json!("available")),
                    ("balconyAreaInSqFt", json!(null)),
                ];
                let (field, empty) = cleared[self.below(cleared.len())].clone();
                is[field] = empty;
                sheet.set(row, field, "");
                Outcome::Is(is)
            }
            6 => {
                let required = [
                    "unitNumber",
                    "projectId",
                    "developerId",
                    "totalAreaInSqFt",
                    "purchasePriceInAED",
                    "yearlyRentInAED",
                ];
                let field = self.any(&required);
                sheet.set(row, field, "");
                Outcome::Refused(field)
            }
            7 => {
                let other = self.other_project(unit);
                sheet.set(row, "project", other.1);
                Outcome::Refused("project")
            }
            8 => {
                let number = format!("New {row}");
                is["unitNumber"] = json!(number);
                sheet.set(row, "unitNumber", format!(" {number} "));
                Outcome::Is(is)
            }
            9 => {
                let (id, name) = self.other_project(unit);
                is["projectId"] = json!(id);
                sheet.set(row, "projectId", id);
                sheet.set(row, "project", name.to_uppercase());
                Outcome::Is(is)
            }
            10 => {
                sheet.set(row, "unitNumber", taken.to_lowercase());
                Outcome::Refused("unitNumber")
            }
            11 => {
                let id = self.any(&["0123456789abcdef01234567", "6.55E+23", "A-17"]);
                sheet.set(row, "_id", id);
                Outcome::Refused("_id")
            }
            // Identified by its key.
            12 => {
                sheet.set(row, "_id", "");
                self.change(sheet, row, &mut is);
                Outcome::Is(is)
            }
            13 => {
                let (field, cell) = [
                    ("yearlyRentInAED", "-5"),
                    ("yearlyRentInAED", "many"),
                    ("status", "lost"),
                    ("projectId", "0123456789abcdef01234567"),
                    ("floor", "1.5"),
                ][self.below(5)];
                sheet.set(row, field, cell);
                Outcome::Refused(field)
            }
            // A new unit next to the existing ones, with its project by name or by identifier.
            14 => {
                let number = format!("Added {row}");
                is["unitNumber"] = json!(number);
                sheet.set(row, "_id", "");
                sheet.set(row, "unitNumber", number);
                if self.random.falls(0.5) {
                    sheet.set(row, "project", "");
                }
                for (field, empty) in [("bedrooms", json!(0)), ("view", json!(null))] {
                    is[field] = empty;
                    sheet.set(row, field, "");
                }
                Outcome::New(is)
            }
            // Exported columns that cannot be written are ignored.
            _ => {
                sheet.set(row, "createdAt", "yesterday");
                Outcome::Nothing
            }
        }
    }

    fn other_project(&mut self, unit: &Value) -> (String, &'static str) {
        let others: Vec<_> =
            self.projects.iter().filter(|(id, _)| unit["projectId"] != **id).cloned().collect();
        others[self.below(others.len())].clone()
    }
}

/// Returns all units as they are written, by their identifiers.
async fn units(admin: &TestClient<'_>) -> Units {
    let mut units = Units::new();
    for page in 1.. {
        let path = format!("{UNITS}?limit=100&page={page}&sort=_id:asc");
        let answer = admin.get(&path).await.expect(200);
        for unit in answer["items"].as_array().unwrap() {
            let mut fields: Map<String, Value> = unit.as_object().unwrap().clone();
            for (shown, written) in [("project", "projectId"), ("developer", "developerId")] {
                let id = fields.remove(shown).unwrap()["_id"].clone();
                fields.insert(written.to_owned(), id);
            }
            fields.remove("createdAt");
            fields.remove("updatedAt");
            let id = fields.remove("_id").unwrap();
            units.insert(id.as_str().unwrap().to_owned(), Value::Object(fields));
        }
        if page >= answer["totalPages"].as_i64().unwrap() {
            break;
        }
    }
    units
}

/// Makes numbers equal that are written with and without a decimal point.
fn plain(units: impl IntoIterator<Item = Value>) -> Vec<BTreeMap<String, String>> {
    let text = |value: &Value| value.as_f64().map_or(value.to_string(), |one| one.to_string());
    let plain = |unit: Value| {
        unit.as_object().unwrap().iter().map(|(name, value)| (name.clone(), text(value))).collect()
    };
    let mut all: Vec<_> = units.into_iter().map(plain).collect();
    all.sort();
    all
}

async fn import(admin: &TestClient<'_>, query: &str, file: &[u8]) -> kernel::testing::Answer {
    let path = format!("{UNITS}/import?existing=update{query}");
    admin.request(Method::POST, &path).file(file, &[]).send().await
}

fn cells(errors: &Value) -> Vec<(u64, String)> {
    let cell = |error: &Value| {
        (error["line"].as_u64().unwrap(), error["column"].as_str().unwrap().to_owned())
    };
    let mut cells: Vec<_> = errors.as_array().unwrap().iter().map(cell).collect();
    cells.sort();
    cells
}

async fn a_thousand_edits(format: Format, seed: u64) {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let developer = developer(&admin, "Emaar").await;
    let mut projects = Vec::new();
    for name in PROJECTS {
        let made = project(&admin, name, &developer).await;
        projects.push((made["_id"].as_str().unwrap().to_owned(), name));
    }
    let mut editor = Editor { random: SeededRandom::new(seed, 1, 1), projects, developer };

    // The units come from an import too, of a table written here.
    let made: Vec<Value> = (0..ALL).map(|number| editor.unit(number)).collect();
    let header: Vec<String> = made[0].as_object().unwrap().keys().cloned().collect();
    let cell = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(_) => "Pool; Gym".to_owned(),
        other => other.to_string(),
    };
    let rows = made.iter().map(|unit| header.iter().map(|name| cell(&unit[name])).collect());
    let sheet = Sheet { rows: rows.collect(), header };
    let report = import(&admin, "", &sheet.file(format)).await.expect(200);
    assert_eq!(report["created"], ALL);
    let mut expected = units(&admin).await;
    assert_eq!(plain(expected.values().cloned()), plain(made));

    // A thousand rows of the export, each edited once.
    let export = admin.get(&format!("{UNITS}/export?format=csv&sort=_id:asc")).await.bytes;
    let mut sheet = Sheet::read(&String::from_utf8(export).unwrap());
    let before = expected.clone();
    let (mut refused, mut deleted, mut new) = (BTreeMap::new(), Vec::new(), Vec::new());
    for row in 0..EDITS {
        let id = sheet.cell(row, "_id").to_owned();
        let unit = &before[&id];
        if editor.random.falls(0.06) {
            deleted.push(row);
            continue;
        }
        let same =
            |other: &usize| before[sheet.cell(*other, "_id")]["projectId"] == unit["projectId"];
        let taken = (EDITS..ALL).find(same).unwrap();
        let taken = sheet.cell(taken, "unitNumber").to_owned();
        match editor.edit(&mut sheet, row, unit, &taken) {
            Outcome::Is(is) => drop(expected.insert(id, is)),
            Outcome::New(unit) => new.push(unit),
            Outcome::Refused(column) => drop(refused.insert(row, column)),
            Outcome::Nothing => {}
        }
    }
    // A row that occurs twice, once without its identifier.
    for row in [EDITS, EDITS + 1] {
        let mut twin = sheet.rows[row].clone();
        if row > EDITS {
            twin[0].clear();
        }
        refused.insert(sheet.rows.len(), "unitNumber");
        sheet.rows.push(twin);
    }
    assert!(refused.len() > 200 && deleted.len() > 20 && new.len() > 20);

    // Everything is rejected at exactly those cells, and nothing is written.
    let all = sheet.without(&deleted);
    let line = |row: usize| (row + 2 - deleted.iter().filter(|other| **other < row).count()) as u64;
    let wrong: Vec<(u64, String)> =
        refused.iter().map(|(row, column)| (line(*row), (*column).to_owned())).collect();
    let file = all.file(format);
    let dry = import(&admin, "&dryRun=true", &file).await.expect(200);
    assert_eq!(cells(&dry["errors"]), wrong);
    let real = import(&admin, "", &file).await.expect(422);
    assert_eq!(cells(&real["errors"]), wrong);
    assert_eq!(units(&admin).await, before);

    // Without those rows, exactly the rest is imported.
    let left_out: Vec<usize> = refused.keys().copied().chain(deleted).collect();
    let good = sheet.without(&left_out);
    let changed = before
        .iter()
        .filter(|(id, unit)| plain([(*unit).clone()]) != plain([expected[*id].clone()]));
    let (changed, created) = (changed.count(), new.len());
    let counts = json!([created, changed, good.rows.len() - created - changed]);
    for query in ["&dryRun=true", ""] {
        let report = import(&admin, query, &good.file(format)).await.expect(200);
        assert_eq!(json!([report["created"], report["updated"], report["skipped"]]), counts);
    }
    let after = units(&admin).await;
    let was_there = |id: &String| before.contains_key(id);
    for (id, unit) in &expected {
        assert_eq!(plain([after[id].clone()]), plain([unit.clone()]), "{id}");
    }
    let added = after.into_iter().filter(|(id, _)| !was_there(id)).map(|(_, unit)| unit);
    assert_eq!(plain(added), plain(new));

    // Importing it again changes nothing.
    let export = admin.get(&format!("{UNITS}/export?format=csv")).await.bytes;
    let again = import(&admin, "", &export).await.expect(200);
    assert_eq!((&again["created"], &again["updated"]), (&json!(0), &json!(0)));
}

#[actix_web::test]
async fn thousand_edits_of_an_exported_csv_are_imported_or_rejected_at_their_cells() {
    a_thousand_edits(Format::Csv, 20_261_123).await;
}

#[actix_web::test]
async fn thousand_edits_of_an_exported_workbook_are_imported_or_rejected_at_their_cells() {
    a_thousand_edits(Format::Xlsx, 42).await;
}
