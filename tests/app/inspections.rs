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
        field: {$($field:tt)*},
        column: {$($column:tt)*},
        list: [$($list:ident $name:literal $listed:ident),*]
    ) => {
        pub(crate) mod $module {
            use actix_web::HttpResponse;
            use diesel::dsl::{LeftJoinQuerySource, Nullable};
            use diesel::prelude::*;
            use kernel::prelude::*;
            use kernel::resource;
            use kernel::verb::{Verb, With};
            use kernel::{RecordRequest, WriteContext, post, utoipa};
            use schemars::JsonSchema;
            use serde::{Deserialize, Serialize};
            use serde_json::Value;

            pub(crate) const MODULE: Module = Module {
                migrations: &[$(super::$migration),+],
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

            diesel::table! {
                inspections (id) {
                    id -> Text,
                    subject -> Text,
                    company_id -> Nullable<Text>,
                    inspected_on -> Nullable<Date>,
                    score -> Integer,
                    passed -> Bool,
                    wear -> Nullable<Integer>,
                    urgency -> Text,
                    follow_up -> Bool,
                    mark -> Nullable<Text>,
                    $($column)*
                    created_at -> Timestamp,
                    updated_at -> Timestamp,
                }
            }

            diesel::table! {
                companies (id) {
                    id -> Text,
                    name -> Text,
                }
            }

            diesel::joinable!(inspections -> companies (company_id));
            diesel::allow_tables_to_appear_in_same_query!(inspections, companies);

            type Source = LeftJoinQuerySource<inspections::table, companies::table>;

            /// An inspection.
            #[derive(Serialize, JsonSchema)]
            #[serde(rename_all = "camelCase")]
            #[schemars(extend("x-order" = ["_id", "subject", "company"]))]
            pub(crate) struct Inspection {
                /// The identifier.
                #[serde(rename = "_id")]
                id: Id,
                #[serde(flatten)]
                fields: InspectionFields,
                /// Who inspected it.
                company: Option<Named>,
                /// When it was created.
                created_at: Timestamp,
                /// When it was last changed.
                updated_at: Timestamp,
            }

            /// An inspection as it is written.
            #[derive(Serialize, Deserialize, JsonSchema)]
            #[serde(rename_all = "camelCase")]
            #[schemars(extend("x-order" = ["subject", "companyId"]))]
            pub(crate) struct InspectionInput {
                #[serde(flatten)]
                fields: InspectionFields,
                /// Who inspected it.
                #[schemars(title = "Company")]
                company_id: Option<Id>,
            }

            #[derive(Queryable, Selectable)]
            #[diesel(table_name = inspections)]
            struct InspectionRow {
                id: Id,
                #[diesel(embed)]
                fields: InspectionFields,
                company_id: Option<Id>,
                #[diesel(select_expression = companies::name.nullable())]
                #[diesel(select_expression_type = Nullable<companies::name>)]
                company_name: Option<String>,
                created_at: Timestamp,
                updated_at: Timestamp,
            }

            impl From<InspectionRow> for Inspection {
                fn from(row: InspectionRow) -> Self {
                    let company = row.company_id.zip(row.company_name);
                    Self {
                        id: row.id,
                        fields: row.fields,
                        company: company.map(|(id, name)| Named { id, name }),
                        created_at: row.created_at,
                        updated_at: row.updated_at,
                    }
                }
            }

            /// What an inspection is read and written by alike.
            #[derive(
                Queryable, Selectable, Insertable, AsChangeset, Serialize, Deserialize, JsonSchema,
            )]
            #[diesel(table_name = inspections, treat_none_as_null = true)]
            #[serde(rename_all = "camelCase")]
            pub(crate) struct InspectionFields {
                /// What was looked at.
                #[schemars(length(min = 1, max = 100), extend(
                    "x-normalize" = ["trim"],
                    "x-messages" = { "minLength": "Say what was inspected" },
                ))]
                subject: String,
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
                mark: Option<String>,
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
            #[utoipa::path(
                post,
                path = "/backoffice/inspections/{id}/approve",
                tag = "inspections",
                responses((status = 200, description = "The inspection", body = Inspection)),
                extensions(("x-permission" = json!("inspections:approve"))),
            )]
            #[post("/backoffice/inspections/{id:[0-9a-f]{24}}/approve")]
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

            pub(crate) struct Inspections;

            impl Resource for Inspections {
                type View = Inspection;
                type Table = inspections::table;
                type Source = Source;

                const INFO: Info = Info {
                    name: "inspections",
                    singular: "inspection",
                    label: "Inspections",
                    description: "Visits to buildings, and what was found.",
                    table: "inspections",
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
                    columns: &["subject", "inspectedOn", "score", "passed"],
                    sort: "subject",
                    key: &[("/subject", "subject")],
                    references: &[
                        Reference::one("/companyId", "company", "company_id", "companies"),
                    ],
                    ..Info::DEFAULT
                };

                fn fields() -> Fields<Self::Table, Self::Source> {
                    Fields::new("_id", inspections::id)
                        .field("subject", inspections::subject)
                        .searched()
                        .named("company", inspections::company_id, companies::name)
                        .searched()
                        .field("inspectedOn", inspections::inspected_on)
                        .field("score", inspections::score)
                        .field("passed", inspections::passed)
                        .field("wear", inspections::wear)
                        .field("urgency", inspections::urgency)
                        .field("followUp", inspections::follow_up)
                        .field("mark", inspections::mark)
                        $(.$list($name, inspections::$listed))*
                        .field("createdAt", inspections::created_at)
                        .field("updatedAt", inspections::updated_at)
                }

                fn list(conn: &mut Conn, query: &ListQuery, _: &Actor) -> Result<Page<Inspection>> {
                    let rows = inspections::table.left_join(companies::table);
                    let rows = rows.select(InspectionRow::as_select()).into_boxed::<Db>();
                    Ok(query.page(conn, &Self::fields(), rows)?.map(Inspection::from))
                }

                fn find(conn: &mut Conn, id: &Id) -> Result<Inspection> {
                    let rows = inspections::table.left_join(companies::table);
                    let row = rows.filter(inspections::id.eq(id)).select(InspectionRow::as_select());
                    Ok(row.first(conn)?.into())
                }
            }

            impl Writable for Inspections {
                type Input = InspectionInput;

                fn insert(conn: &mut Conn, id: &Id, input: InspectionInput, _: &Actor) -> Result<()> {
                    let now = Timestamp::now();
                    let stamps = (inspections::created_at.eq(now), inspections::updated_at.eq(now));
                    diesel::insert_into(inspections::table)
                        .values((
                            inspections::id.eq(id),
                            inspections::company_id.eq(input.company_id),
                            input.fields,
                            stamps,
                        ))
                        .execute(conn)?;
                    Ok(())
                }

                fn update(
                    conn: &mut Conn,
                    id: &Id,
                    _: &InspectionInput,
                    is: InspectionInput,
                    _: &Actor,
                ) -> Result<()> {
                    diesel::update(inspections::table.find(id))
                        .set((
                            is.fields,
                            inspections::company_id.eq(is.company_id),
                            inspections::updated_at.eq(Timestamp::now()),
                        ))
                        .execute(conn)?;
                    Ok(())
                }
            }

            impl Deletable for Inspections {}
        }
    };
}

inspections!(first, migrations: [INSPECTIONS], field: {}, column: {}, list: []);

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
    },
    column: {
        grade -> Text,
        weight -> Nullable<Double>,
        remarks -> Nullable<Text>,
    },
    list: [field "grade" grade, field "weight" weight, long_text "remarks" remarks]
);

fn normal() -> String {
    "normal".into()
}

fn good() -> String {
    "good".into()
}

const INSPECTIONS: Migration = Migration {
    name: "20261121900000_inspections",
    sqlite: [
        "CREATE TABLE inspections (
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
        );",
        "DROP TABLE inspections;",
    ],
    postgres: [
        "CREATE TABLE inspections (
            id TEXT COLLATE \"C\" NOT NULL PRIMARY KEY,
            subject TEXT COLLATE \"C\" NOT NULL,
            company_id TEXT COLLATE \"C\" REFERENCES companies (id),
            inspected_on DATE,
            score INTEGER NOT NULL,
            passed BOOLEAN NOT NULL,
            wear INTEGER,
            urgency TEXT COLLATE \"C\" NOT NULL,
            follow_up BOOLEAN NOT NULL,
            mark TEXT COLLATE \"C\",
            created_at TIMESTAMP NOT NULL,
            updated_at TIMESTAMP NOT NULL
        );",
        "DROP TABLE inspections;",
    ],
};

const REMARKS: Migration = Migration {
    name: "20261122900000_inspection_remarks",
    sqlite: [
        "ALTER TABLE inspections ADD COLUMN grade TEXT NOT NULL DEFAULT 'good';
         ALTER TABLE inspections ADD COLUMN weight DOUBLE;
         ALTER TABLE inspections ADD COLUMN remarks TEXT;",
        "ALTER TABLE inspections DROP COLUMN remarks;
         ALTER TABLE inspections DROP COLUMN weight;
         ALTER TABLE inspections DROP COLUMN grade;",
    ],
    postgres: [
        "ALTER TABLE inspections ADD COLUMN grade TEXT COLLATE \"C\" NOT NULL DEFAULT 'good';
         ALTER TABLE inspections ADD COLUMN weight DOUBLE PRECISION;
         ALTER TABLE inspections ADD COLUMN remarks TEXT COLLATE \"C\";",
        "ALTER TABLE inspections DROP COLUMN remarks;
         ALTER TABLE inspections DROP COLUMN weight;
         ALTER TABLE inspections DROP COLUMN grade;",
    ],
};
