//! Inspections with one mistake each: the kit names the module, the operation, and what was expected. No mistake
//! keeps the product from starting.

use std::sync::atomic::{AtomicU32, Ordering};

use conformance::{Promise, Report, report};
use kernel::db::Migration;
use kernel::list::Fields;
use kernel::module::Module;
use kernel::prelude::*;
use kernel::resource::{Check, Complete, Registration, Writable};
use kernel::{Product, resource};
use serde_json::Value;

use crate::PRODUCT;
use crate::inspections::INSPECTIONS;
use crate::inspections::first::inspections_tables::inspections;
use crate::inspections::first::{Inspection, InspectionInput, Inspections, MODULE};

type Source = <Inspections as Resource>::Source;

/// Inspections with a mistake of this kind.
struct Broken<const KIND: char>;

/// A new record loses its mark.
const FORGETS: char = 'c';
/// A record loses its mark where it is read with others, as an export does.
const EXPORTS_LESS: char = 'e';
/// A filter by one field is of another column.
const MISLEADS: char = 'f';
/// A rule accepts no value that follows from the schema.
const IS_CHOOSY: char = 'r';

impl<const KIND: char> Resource for Broken<KIND> {
    type View = Inspection;
    type Table = inspections::table;
    type Source = Source;
    const INFO: Info = Info { cards: &[], views: &[], hint: "", ..Inspections::INFO };

    const COMPLETE: Option<Complete<Inspection>> = match KIND {
        EXPORTS_LESS => Some(|_, records| {
            let is_alone = records.len() == 1;
            records.iter_mut().filter(|_| !is_alone).for_each(|record| record.mark = None);
            Ok(())
        }),
        _ => None,
    };

    fn fields() -> Fields<Self::Table, Source> {
        if KIND != MISLEADS {
            return Inspections::fields();
        }
        Fields::new("_id", inspections::id)
            .field("subject", inspections::subject)
            .field("inspectedOn", inspections::inspected_on)
            .field("score", inspections::wear)
            .field("passed", inspections::passed)
    }
    kernel::rows!(inspections: Inspections::query() => Inspection);
}

/// Returns the input without its mark.
fn without_mark(input: InspectionInput) -> Result<InspectionInput> {
    let mut value = serde_json::to_value(input).map_err(Error::internal)?;
    value["mark"] = Value::Null;
    serde_json::from_value(value).map_err(Error::internal)
}

impl<const KIND: char> Writable for Broken<KIND> {
    type Input = InspectionInput;

    const CHECK: Option<Check<InspectionInput>> = match KIND {
        IS_CHOOSY => Some(|_, _, input, _| {
            let value = serde_json::to_value(input).map_err(Error::internal)?;
            match value["subject"] == "Roof" {
                true => Ok(()),
                false => Err(Error::invalid("/subject", "Only roofs are inspected")),
            }
        }),
        _ => None,
    };

    fn insert(conn: &mut Conn, id: &Id, input: InspectionInput, by: &Actor) -> Result<()> {
        let input = if KIND == FORGETS { without_mark(input)? } else { input };
        Inspections::insert(conn, id, input, by)
    }

    fn update(
        conn: &mut Conn,
        id: &Id,
        was: &InspectionInput,
        is: InspectionInput,
        by: &Actor,
    ) -> Result<()> {
        Inspections::update(conn, id, was, is, by)
    }
}

/// Inspections with this resource in place of their own.
fn of(resource: Registration) -> Module {
    Module {
        resources: Box::leak(Box::new([resource])),
        verbs: &[],
        routes: |_| {},
        datasets: &[],
        measures: &[],
        dimensions: &[],
        charts: &[],
        ..MODULE
    }
}

fn found(module: Module, promise: Promise) -> Report {
    let modules = Box::leak(Box::new([companies::MODULE, module]));
    report(&Product { modules, ..PRODUCT }, promise)
}

/// Fails unless the kit found this failure, and nothing of another module.
#[track_caller]
fn assert_found(module: Module, promise: Promise, failure: &str) {
    let (name, report) = (module.name, found(module, promise));
    let lines: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert!(lines.iter().any(|line| line.starts_with(failure)), "{failure}\n{lines:#?}");
    assert!(report.failures.iter().all(|one| one.module == name), "{lines:#?}");
}

#[test]
fn module_without_a_mistake_keeps_all_promises() {
    for promise in Promise::ALL {
        let report = found(MODULE, promise);
        assert!(report.failures.is_empty() && report.compared > 0, "{report}");
    }
}

#[test]
fn resource_that_no_role_may_use_is_named() {
    assert_found(
        Module { policy: "", ..MODULE },
        Promise::Permissions,
        "inspections: inspection_list: Permissions: expected a role with inspections:read; found none",
    );
}

#[test]
fn document_that_differs_each_time_is_named() {
    let report = found(PARCELS_MODULE, Promise::Document);
    let lines: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    let failure = "product: document: Document: expected the same document when it is made twice";
    assert!(lines.iter().any(|line| line.starts_with(failure)), "{lines:#?}");
}

#[test]
fn migration_without_a_way_down_is_named() {
    const fn with(sql: &'static str) -> Migration {
        Migration { name: "20261121900001_doors", sql, postgres: None }
    }
    const ONE_WAY: Module = Module {
        migrations: || vec![INSPECTIONS, with("CREATE TABLE doors (id TEXT);")],
        ..MODULE
    };
    const HALF_WAY: Module = Module {
        migrations: || {
            let sql = "CREATE TABLE doors (id TEXT);\n-- migrate:down\nSELECT 1;";
            vec![INSPECTIONS, with(sql)]
        },
        ..MODULE
    };
    const VALUES_ALONE: Module = Module {
        migrations: || {
            let sql = "UPDATE inspections SET mark = NULL;\n-- migrate:down\n-- Marks stay.";
            vec![INSPECTIONS, with(sql)]
        },
        ..MODULE
    };
    let report = found(VALUES_ALONE, Promise::Migrations);
    assert!(report.failures.is_empty(), "{report}");
    for (module, expected) in
        [(ONE_WAY, "a line `-- migrate:down`"), (HALF_WAY, "the state before it once reverted")]
    {
        let failure = format!("inspections: 20261121900001_doors: Migrations: expected {expected}");
        assert_found(module, Promise::Migrations, &failure);
    }
}

#[test]
fn field_that_is_not_stored_is_named() {
    assert_found(
        of(resource::full::<Broken<FORGETS>>()),
        Promise::Records,
        "inspections: inspection_create: Records: expected \"#",
    );
}

#[test]
fn field_that_tables_lose_is_named() {
    assert_found(
        of(resource::full::<Broken<EXPORTS_LESS>>()),
        Promise::Tables,
        "inspections: inspection_import: Tables: expected no change by the import of its own export as csv",
    );
}

#[test]
fn filter_by_another_column_is_named() {
    assert_found(
        of(resource::full::<Broken<MISLEADS>>()),
        Promise::Filters,
        "inspections: inspection_list: Filters: expected {",
    );
}

#[test]
fn value_that_a_rule_refuses_is_asked_of_the_author() {
    assert_found(
        of(resource::full::<Broken<IS_CHOOSY>>()),
        Promise::Records,
        "inspections: inspection_create: Records: expected 201 for a value that the schema accepts \
         (declare `examples` of the field that a rule refuses); found 422",
    );
}

/// A parcel.
#[resource(table = parcels, resource = Parcels, info = INFO)]
struct Parcel {
    /// Its number, which differs each time that the document is made.
    #[serde(default = "counted")]
    number: i64,
    /// The code on it.
    #[schemars(length(max = 40), extend("format" = "parcel-code"))]
    code: Option<String>,
    /// The company that sent it.
    #[schemars(
        length(equal = 24),
        extend("x-reference" = { "resource": "companies" })
    )]
    sender: Option<String>,
    /// The day of its arrival.
    #[schemars(extend("examples" = ["next week"]))]
    arrived: Option<chrono::NaiveDate>,
}

fn counted() -> i64 {
    static COUNTED: AtomicU32 = AtomicU32::new(0);
    COUNTED.fetch_add(1, Ordering::Relaxed).into()
}

const INFO: Info = Info {
    name: "parcels",
    singular: "parcel",
    label: "Parcels",
    description: "Parcels that arrived.",
    title: "number",
    columns: &["number", "code", "arrived"],
    sort: "number",
    key: &[("/number", "number")],
    ..Info::DEFAULT
};

const PARCELS: Migration = Migration {
    name: "20261121900300_parcels",
    sql: "CREATE TABLE parcels (
            id TEXT NOT NULL PRIMARY KEY,
            number BIGINT NOT NULL,
            code TEXT,
            sender TEXT,
            arrived DATE,
            created_at TIMESTAMP NOT NULL,
            updated_at TIMESTAMP NOT NULL
        );
        -- migrate:down
        DROP TABLE parcels;",
    postgres: None,
};

const PARCELS_MODULE: Module = Module {
    migrations: || vec![PARCELS],
    policy: "p, admin, parcels, *\n",
    resources: &[resource::full::<Parcels>()],
    ..Module::new("parcels")
};

#[test]
fn constraints_that_the_server_does_not_check_are_named() {
    for (pointer, constraint) in
        [("/code", "format parcel-code"), ("/sender", "x-reference to companies")]
    {
        let failure = format!(
            "parcels: parcel_create: Constraints: expected 422 at {pointer} for a violation of {constraint}; \
             found 201"
        );
        assert_found(PARCELS_MODULE, Promise::Constraints, &failure);
    }
}

#[test]
fn example_that_a_form_would_refuse_is_named() {
    assert_found(
        PARCELS_MODULE,
        Promise::Forms,
        "parcels: parcels: Forms: expected an example or default of /arrived that its schema accepts",
    );
}
