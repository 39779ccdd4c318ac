//! A throw-away module, unknown to the product and to every front end: inspections of buildings.
//!
//! It stands here twice, as it is and with one more field, to show what each costs. The macro is
//! there only so that the second is the first plus what was added. The explorer knows its figure
//! by what is declared here, and by nothing else.

use kernel::db::Migration;
use kernel::explore::{Dataset, Dimension, Fold, Kind, Measure, Member};

macro_rules! inspections {
    (
        $module:ident,
        migrations: [$($migration:ident),+],
        field: {$($field:tt)*},
        column: {$($column:tt)*},
        list: [$($list:ident $name:literal $listed:ident),*]
    ) => {
        pub(crate) mod $module {
            use diesel::prelude::*;
            use kernel::prelude::*;
            use kernel::resource;
            use schemars::JsonSchema;
            use serde::{Deserialize, Serialize};

            pub(crate) const MODULE: Module = Module {
                migrations: &[$(super::$migration),+],
                policy: "p, admin, inspections, *\np, analytics, inspections, read\n",
                resources: &[resource::full::<Inspections>()],
                datasets: &[super::DATASET],
                measures: &[super::MEASURE],
                dimensions: &[super::DIMENSION],
                ..Module::new("inspections")
            };

            diesel::table! {
                inspections (id) {
                    id -> Text,
                    subject -> Text,
                    inspected_on -> Nullable<Date>,
                    score -> Integer,
                    passed -> Bool,
                    $($column)*
                    created_at -> Timestamp,
                    updated_at -> Timestamp,
                }
            }

            /// An inspection.
            #[derive(Queryable, Selectable, Serialize, JsonSchema)]
            #[diesel(table_name = inspections)]
            #[serde(rename_all = "camelCase")]
            pub(crate) struct Inspection {
                /// The identifier.
                #[serde(rename = "_id")]
                id: Id,
                #[serde(flatten)]
                #[diesel(embed)]
                input: InspectionInput,
                /// When it was created.
                created_at: Timestamp,
                /// When it was last changed.
                updated_at: Timestamp,
            }

            /// An inspection as it is written.
            #[derive(
                Queryable, Selectable, Insertable, AsChangeset, Serialize, Deserialize, JsonSchema,
            )]
            #[diesel(table_name = inspections, treat_none_as_null = true)]
            #[serde(rename_all = "camelCase")]
            pub(crate) struct InspectionInput {
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
                $($field)*
            }

            pub(crate) struct Inspections;

            impl Resource for Inspections {
                type View = Inspection;
                type Table = inspections::table;
                type Source = inspections::table;

                const INFO: Info = Info {
                    name: "inspections",
                    singular: "inspection",
                    label: "Inspections",
                    description: "Visits to buildings, and what was found.",
                    table: "inspections",
                    title: "subject",
                    columns: &["subject", "inspectedOn", "score", "passed"],
                    sort: "subject",
                    key: &[("/subject", "subject")],
                    ..Info::DEFAULT
                };

                fn fields() -> Fields<Self::Table> {
                    Fields::new("_id", inspections::id)
                        .field("subject", inspections::subject)
                        .searched()
                        .field("inspectedOn", inspections::inspected_on)
                        .field("score", inspections::score)
                        .field("passed", inspections::passed)
                        $(.$list($name, inspections::$listed))*
                        .field("createdAt", inspections::created_at)
                        .field("updatedAt", inspections::updated_at)
                }

                fn list(conn: &mut Conn, query: &ListQuery, _: &Actor) -> Result<Page<Inspection>> {
                    query.page(conn, &Self::fields(), inspections::table.select(Inspection::as_select()).into_boxed::<Db>())
                }

                fn find(conn: &mut Conn, id: &Id) -> Result<Inspection> {
                    Ok(inspections::table.find(id).select(Inspection::as_select()).first(conn)?)
                }
            }

            impl Writable for Inspections {
                type Input = InspectionInput;

                fn insert(conn: &mut Conn, id: &Id, input: InspectionInput, _: &Actor) -> Result<()> {
                    let now = Timestamp::now();
                    let stamps = (inspections::created_at.eq(now), inspections::updated_at.eq(now));
                    diesel::insert_into(inspections::table)
                        .values((inspections::id.eq(id), input, stamps))
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
                        .set((is, inspections::updated_at.eq(Timestamp::now())))
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
    list: [field "grade" grade, field "weight" weight, prose "remarks" remarks]
);

fn good() -> String {
    "good".into()
}

const DATASET: Dataset = Dataset {
    name: "inspections",
    label: "Inspections",
    table: "inspections",
    time: "inspections.created_at",
    resource: "inspections",
};

const MEASURE: Measure = Measure {
    name: "score",
    label: "Score",
    description: "Median of the scores.",
    unit: "points",
    facts: "inspections",
    numbers: &["inspections.score"],
    fold: Fold::median(|numbers| numbers[0]),
    ..Measure::DEFAULT
};

const DIMENSION: Dimension = Dimension {
    name: "outcome",
    label: "Outcome",
    description: "Whether it may go on being let.",
    key: "CASE WHEN inspections.passed THEN 1 ELSE 0 END",
    kind: Kind::Numbers(|passed| {
        Some(match passed {
            1.0 => Member::fixed(0, "passed", "Passed"),
            _ => Member::fixed(1, "failed", "Failed"),
        })
    }),
};

const INSPECTIONS: Migration = Migration {
    name: "20261121900000_inspections",
    sqlite: [
        "CREATE TABLE inspections (
            id TEXT NOT NULL PRIMARY KEY,
            subject TEXT NOT NULL,
            inspected_on DATE,
            score INTEGER NOT NULL,
            passed BOOLEAN NOT NULL,
            created_at TIMESTAMP NOT NULL,
            updated_at TIMESTAMP NOT NULL
        );",
        "DROP TABLE inspections;",
    ],
    postgres: [
        "CREATE TABLE inspections (
            id TEXT COLLATE \"C\" NOT NULL PRIMARY KEY,
            subject TEXT COLLATE \"C\" NOT NULL,
            inspected_on DATE,
            score INTEGER NOT NULL,
            passed BOOLEAN NOT NULL,
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
