//! The conformance kit: checks of every module and resource of a product that what Mizan promises holds. It
//! knows no module. What it requests, and what it expects, follows from the product's OpenAPI document and
//! permission matrix.
//!
//! A product's tests call it in one line, in a file of `tests/`:
//!
//! ```ignore
//! conformance::tests!(clinic::PRODUCT);
//! ```
//!
//! Values of records are generated from the schemas of their inputs. Where a rule of a module accepts none of
//! them, the module declares values that it accepts as `examples` of the field. What could not be tried is a
//! notice, which every run prints.
//!
//! Files: `contract` reads the document; `values` makes values of a schema, `records` records of a resource;
//! then a file for each promise. Forms are not looked at in a browser, which would need Node.

mod constraints;
mod contract;
mod document;
mod filters;
mod forms;
mod life;
mod migrations;
mod permissions;
mod records;
mod report;
mod rules;
mod tables;
mod throwaway;
mod values;

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kernel::Product;

pub use contract::{Operation, operations};
pub use report::{Failure, Notice, Report};
pub use throwaway::product_of;

/// What is promised of every module and resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Every operation answers every role, and requests without a valid token, as the matrix says.
    Permissions,
    /// Every role reads the records and fields that its rules allow, and no others.
    Rules,
    /// The document is valid and complete, and the same each time.
    Document,
    /// The migrations lead from an empty database to the newest state and back.
    Migrations,
    /// Records are created, read, changed, restored and deleted, each change with its version.
    Records,
    /// Every constraint of a schema is checked, and its violation reported at the field.
    Constraints,
    /// Lists are filtered by every field that they offer.
    Filters,
    /// What is exported is imported without a change, and makes the same records elsewhere.
    Tables,
    /// Forms accept what the API accepts.
    Forms,
}

impl Promise {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Permissions,
        Self::Rules,
        Self::Document,
        Self::Migrations,
        Self::Records,
        Self::Constraints,
        Self::Filters,
        Self::Tables,
        Self::Forms,
    ];
}

/// Makes a test of each promise about a product.
#[macro_export]
macro_rules! tests {
    ($product:expr) => {
        $crate::tests!($product =>
            permissions_are_those_of_the_matrix: Permissions,
            rules_narrow_every_role: Rules,
            document_is_complete: Document,
            migrations_lead_up_and_down: Migrations,
            records_live_as_promised: Records,
            constraints_are_checked: Constraints,
            lists_are_filtered_by_every_field: Filters,
            tables_go_out_and_in: Tables,
            forms_have_the_rules_of_the_api: Forms);
    };
    ($product:expr => $($name:ident: $promise:ident),+) => { $(
        #[test]
        fn $name() {
            $crate::assert($crate::report(&$product, $crate::Promise::$promise));
        }
    )+ };
}

/// Checks all promises, at the same time.
///
/// # Panics
/// When one is broken: with all failures.
pub fn check(product: &Product) {
    let reports = std::thread::scope(|scope| {
        let runs = Promise::ALL.map(|promise| scope.spawn(move || report(product, promise)));
        runs.map(|run| run.join().unwrap_or_default())
    });
    assert(reports.into_iter().fold(Report::default(), Report::and));
}

/// Prints the notices of a report, also of a test that passes.
///
/// # Panics
/// When it has failures: with all of them.
#[track_caller]
pub fn assert(report: Report) {
    // The harness of the tests shows this, and would not show what is printed by a macro.
    let _ = std::io::stderr().write_all(report.summary().as_bytes());
    assert!(report.failures.is_empty(), "{report}");
}

/// Checks one promise on databases of its own.
pub fn report(product: &Product, promise: Promise) -> Report {
    let run = || actix_web::rt::System::new().block_on(run(product, promise));
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        let mut report = Report::of(promise);
        report.fail("product", "start", "the product runs", text.unwrap_or("a panic"));
        report
    })
}

async fn run(product: &Product, promise: Promise) -> Report {
    let report = Report::of(promise);
    match promise {
        Promise::Permissions => permissions::check(product, report).await,
        Promise::Rules => rules::check(product, report).await,
        Promise::Document => document::check(product, report).await,
        Promise::Migrations => migrations::check(product, report).await,
        Promise::Records => life::check(product, report).await,
        Promise::Constraints => constraints::check(product, report).await,
        Promise::Filters => filters::check(product, report).await,
        Promise::Tables => tables::check(product, report).await,
        Promise::Forms => forms::check(product, report).await,
    }
}
