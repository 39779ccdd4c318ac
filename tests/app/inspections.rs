//! A module for tests, unknown to the product and to every front end: inspections of buildings.
//!
//! It is defined twice, without and with one more field, to show what each costs. The macro exists
//! only so that the second module is the first plus the addition. The explorer knows its measure
//! only by the declaration here. Everything that a resource can declare about its presentation is
//! declared here: a title with a reference, a hint, an icon, groups, cards, widgets, and verbs with
//! and without texts of their own.

#[path = "inspections/measures.rs"]
mod measures;

use kernel::db::Migration;
use measures::{CHART, DATASET, DIMENSION, MEASURE};

macro_rules! inspections {
    (
        $module:ident,
        migrations: [$($migration:ident),+],
        field: {$($field:tt)*}
    ) => {
        pub(crate) mod $module {
            use actix_web::HttpResponse;
            use diesel::prelude::*;
            use kernel::prelude::*;
            use kernel::resource;
            use kernel::verb::{Verb, With};
            use kernel::{RecordRequest, WriteContext, post, utoipa};
            use schemars::JsonSchema;
            use serde::Deserialize;
            use serde_json::Value;

            use self::inspections_tables::inspections;

            pub(crate) const MODULE: Module = Module {
                migrations: || vec![$(super::$migration),+],
                policy: "p, admin, inspections, *\np, analytics, inspections, read\n",
                resources: &[resource::full::<Inspections>()],
                verbs: VERBS,
                routes: |api| {
                    api.service(inspection_approve);
                },
                datasets: &[super::DATASET],
                measures: &[super::MEASURE],
                dimensions: &[super::DIMENSION],
                charts: &[super::CHART],
                ..Module::new("inspections")
            };

            /// An inspection.
            #[resource(table = inspections, resource = Inspections, info = INFO)]
            pub(crate) struct Inspection {
                /// What was looked at.
                #[field(searched)]
                #[schemars(length(min = 1, max = 100), extend(
                    "x-normalize" = ["trim"],
                    "x-messages" = { "minLength": "Say what was inspected" },
                ))]
                subject: String,
                /// Who inspected it.
                #[field(reference = "companies", searched)]
                company: Option<Named>,
                /// The day of the visit.
                inspected_on: Option<chrono::NaiveDate>,
                /// From 0, ruin, to 100, as new.
                #[schemars(range(min = 0, max = 100), extend("x-unit" = "points"))]
                score: i32,
                /// Whether it may go on being let.
                #[serde(default)]
                passed: bool,
                /// 0 is new, 10 is worn out.
                #[schemars(range(min = 0, max = 10), extend("x-widget" = "slider"))]
                wear: Option<i32>,
                /// How soon something must be done.
                #[serde(default = "super::normal")]
                #[schemars(regex(pattern = "^(low|normal|high)$"), extend(
                    "enum" = ["low", "normal", "high"],
                    "x-labels" = { "low": "Low", "normal": "Normal", "high": "High" },
                    "x-widget" = "radio"
                ))]
                urgency: String,
                /// Whether another visit is needed.
                #[serde(default)]
                #[schemars(title = "Follow-up", extend("x-widget" = "switch"))]
                follow_up: bool,
                /// Its colour on the plan.
                #[schemars(regex(pattern = "^#[0-9a-f]{6}$"), extend("x-widget" = "color"))]
                pub(crate) mark: Option<String>,
                $($field)*
            }

            /// When an inspection is repeated.
            #[derive(Deserialize, JsonSchema)]
            #[serde(deny_unknown_fields, rename_all = "camelCase")]
            #[schemars(title = "Repeat inspection")]
            pub(crate) struct Repeat {
                /// The day of the next visit.
                inspected_on: chrono::NaiveDate,
                /// Who will inspect it; as before, when left out.
                #[schemars(title = "Company", extend("x-reference" = { "resource": "companies" }))]
                company_id: Option<Id>,
            }

            pub(crate) const VERBS: &[Verb] = &[Verb {
                icon: "calendar-sync",
                confirm: Some((
                    "Repeat this inspection?",
                    "{title}, {score} points, will be visited again.",
                )),
                primary: true,
                when: &[("passed", &["false"]), ("urgency", &["normal", "high"])],
                many: Some(true),
                done: "Inspection repeated",
                ..Verb::of::<Inspections>("repeat", "Repeat", &With(repeat))
            }];

            fn repeat(writing: &mut WriteContext<'_>, id: &Id, body: Repeat) -> Result<bool> {
                let Repeat { inspected_on, company_id } = body;
                let company = company_id.map(|id| inspections::company_id.eq(id));
                diesel::update(inspections::table.find(id))
                    .set((inspections::inspected_on.eq(inspected_on), company))
                    .execute(writing.conn())?;
                Ok(true)
            }

            /// Approve
            #[post(
                "/backoffice/inspections/{id:[0-9a-f]{24}}/approve",
                tag = "inspections", permission = "inspections:approve",
                response(200, "The inspection", Inspection),
            )]
            pub(crate) async fn inspection_approve(
                inspection: RecordRequest<Inspections>,
            ) -> Result<HttpResponse> {
                let approve = |writing: &mut WriteContext<'_>, id: &Id| {
                    let row = inspections::table.find(id);
                    let set = diesel::update(row).set(inspections::passed.eq(true));
                    Ok(set.execute(writing.conn())? > 0)
                };
                inspection.perform("approve", &Value::Null, approve).await
            }

            const INFO: Info = Info {
                name: "inspections",
                singular: "inspection",
                label: "Inspections",
                description: "Visits to buildings, and what was found.",
                title: "{subject} · {company}",
                hint: "{inspectedOn}, {score} points",
                icon: "clipboard-check",
                groups: &[
                    Group::new("Finding", &["score", "passed", "wear", "urgency"])
                        .described("What the visit has shown."),
                    Group::new("Afterwards", &["followUp", "mark"]),
                ],
                cards: &[
                    Card::Count,
                    Card::breakdown("passed", "Inspections by outcome"),
                    Card::breakdown("company", ""),
                    Card::Latest,
                ],
                views: &[ListView::Board("urgency"), ListView::Calendar("inspectedOn")],
                columns: &["subject", "inspectedOn", "score", "passed"],
                sort: "subject",
                key: &[("/subject", "subject")],
                ..Info::DEFAULT
            };
        }
    };
}

inspections!(first, migrations: [INSPECTIONS], field: {});

inspections!(
    with_remarks,
    migrations: [INSPECTIONS, REMARKS],
    field: {
        /// How it looks.
        #[serde(default = "super::good")]
        #[schemars(regex(pattern = "^(good|fair|poor)$"), extend(
            "enum" = ["good", "fair", "poor"],
            "x-labels" = { "good": "As new", "fair": "Worn", "poor": "A ruin" }
        ))]
        grade: String,
        /// How much it counts.
        #[schemars(range(min = 0, max = 10))]
        weight: Option<f64>,
        /// What the next visitor should know.
        #[schemars(length(max = 500), extend("x-widget" = "textarea"))]
        remarks: Option<String>,
    }
);

fn normal() -> String {
    "normal".into()
}

fn good() -> String {
    "good".into()
}

pub(crate) const INSPECTIONS: Migration = Migration {
    name: "20261121900000_inspections",
    sql: "CREATE TABLE inspections (
            id TEXT NOT NULL PRIMARY KEY,
            subject TEXT NOT NULL,
            company_id TEXT REFERENCES companies (id),
            inspected_on DATE,
            score INTEGER NOT NULL,
            passed BOOLEAN NOT NULL,
            wear INTEGER,
            urgency TEXT NOT NULL,
            follow_up BOOLEAN NOT NULL,
            mark TEXT,
            created_at TIMESTAMP NOT NULL,
            updated_at TIMESTAMP NOT NULL
        );
        -- migrate:down
        DROP TABLE inspections;",
    postgres: None,
};

pub(crate) const REMARKS: Migration = Migration {
    name: "20261122900000_inspection_remarks",
    sql: "ALTER TABLE inspections ADD COLUMN grade TEXT NOT NULL DEFAULT 'good';
         ALTER TABLE inspections ADD COLUMN weight DOUBLE;
         ALTER TABLE inspections ADD COLUMN remarks TEXT;
        -- migrate:down
        ALTER TABLE inspections DROP COLUMN remarks;
         ALTER TABLE inspections DROP COLUMN weight;
         ALTER TABLE inspections DROP COLUMN grade;",
    postgres: None,
};
