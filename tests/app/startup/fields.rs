//! The fields, columns and indexes that a resource declares exist: fields in its types, before anything
//! is opened; columns and indexes in its tables, when the database is.

use kernel::Product;
use kernel::db::{Migration, Migrations};
use kernel::module::Module;
use kernel::prelude::*;
use kernel::resource::{self, Reference, Unique};
use kernel::testing::error_on_open;

use super::other::SearchedByScore;
use super::{INSPECTIONS, migration, refused, shown};
use crate::PRODUCT;
use crate::inspections::first::Inspections;

const INFO: Info = <Inspections as Resource>::INFO;

const SUBJECT: Unique = Unique {
    index: "inspections_subject_unique",
    on: &[("/subject", "subject")],
    field: "/subject",
    message: "This was inspected already",
};

const ONE_SUBJECT: Migration = migration(
    "20261121900001_one_subject",
    "CREATE UNIQUE INDEX inspections_subject_unique ON inspections (fold(subject));",
);

fn leaked<T>(value: T) -> &'static [T] {
    Box::leak(Box::new([value]))
}

fn references(reference: Reference) -> Info {
    Info { references: leaked(reference), ..INFO }
}

fn unique(unique: Unique) -> Info {
    Info { unique: leaked(unique), ..INFO }
}

#[actix_web::test]
async fn identifier_list_columns_default_sort_and_cards_name_fields() {
    for (info, sentence) in [
        (
            Info { columns: &["subject", "scores"], ..INFO },
            "a list column names `scores`, but Inspection has no such field; did you mean score?",
        ),
        (
            Info { id: "id", ..INFO },
            "its identifier names `id`, but Inspection has no such field; did you mean _id?",
        ),
        (
            Info { sort: "inspected:desc", ..INFO },
            "its default sort names `inspected`, by which its lists cannot be sorted; did you mean \
             inspectedOn?",
        ),
        (
            Info { sort: "subject:down", ..INFO },
            "its default sort `subject:down` ends neither in `:asc` nor in `:desc`.",
        ),
        (
            Info { cards: leaked(Card::breakdown("subject", "")), ..INFO },
            "a card counts by `subject`, which is no choice, boolean or reference that its lists can \
             be filtered by.",
        ),
    ] {
        assert_eq!(shown(info).await, format!("Resource inspections: {sentence}"));
    }
}

#[actix_web::test]
async fn views_of_a_list_are_drawn_from_fields_of_their_kind() {
    for (views, sentence) in [
        (
            &[ListView::Board("urgent")][..],
            "its board names `urgent`, but Inspection has no such field; did you mean urgency?",
        ),
        (
            &[ListView::Board("passed")],
            "its board is drawn from `passed`, which is no choice that its lists can be filtered by.",
        ),
        (
            &[ListView::Calendar("score")],
            "its calendar is drawn from `score`, which is no date or time that its lists can be \
             filtered by.",
        ),
        (
            &[ListView::Periods("inspectedOn", "subject")],
            "its calendar is drawn from `subject`, which is no date or time that its lists can be \
             filtered by.",
        ),
        (
            &[ListView::Gallery("mark")],
            "its gallery is drawn from `mark`, which is no image or list of images.",
        ),
        (
            &[ListView::Map("company")],
            "its map is drawn from `company`, which is no group of fields with latitude and longitude.",
        ),
        (
            &[ListView::Calendar("inspectedOn"), ListView::Calendar("createdAt")],
            "its list has two views as a calendar.",
        ),
    ] {
        let info = Info { views, ..INFO };
        assert_eq!(shown(info).await, format!("Resource inspections: {sentence}"));
    }
}

#[actix_web::test]
async fn table_is_created_by_a_migration() {
    const ELSEWHERE: Module = Module {
        migrations: INSPECTIONS.migrations,
        policy: INSPECTIONS.policy,
        resources: &[resource::full::<Inspections>().told_as(Info { table: "inspection", ..INFO })],
        ..Module::new("inspections")
    };
    assert_eq!(
        refused(&[companies::MODULE, ELSEWHERE]).await,
        "Resource inspections: its table inspection is created by no migration; did you mean \
         inspections?"
    );
}

#[actix_web::test]
async fn searches_look_into_texts() {
    const INSPECTED: Module =
        Module { resources: &[resource::read_only::<SearchedByScore>()], ..INSPECTIONS };
    assert_eq!(
        refused(&[companies::MODULE, INSPECTED]).await,
        "Resource inspections: its searches look into `score`, which is no text."
    );
}

#[actix_web::test]
async fn keys_unique_constraints_and_references_name_fields_of_the_input() {
    const AUDITED: Reference = Reference::one("/companyId", "auditor", "company_id", "companies");
    const FIRM: Reference = Reference::one("/firmId", "company", "company_id", "companies");
    for (info, sentence) in [
        (
            Info { key: &[("/subjekt", "subject")], ..INFO },
            ": its key names `/subjekt`, but InspectionInput has no such field; did you mean \
             /subject?",
        ),
        (
            unique(Unique { on: &[("/company", "company_id")], ..SUBJECT }),
            ": its unique index `inspections_subject_unique` names `/company`, but InspectionInput \
             has no such field; did you mean /companyId?",
        ),
        (
            unique(Unique { field: "subject", ..SUBJECT }),
            ": its unique index `inspections_subject_unique` names `subject`, but InspectionInput \
             has no such field; did you mean /subject?",
        ),
        (
            references(AUDITED),
            " declares a reference at /auditor, but Inspection has no such field.",
        ),
        (
            references(FIRM),
            " declares a reference at /firmId, but InspectionInput has no such field.",
        ),
    ] {
        assert_eq!(shown(info).await, format!("Resource inspections{sentence}"));
    }
}

/// The migrations of inspections and further ones.
macro_rules! and {
    ($($further:expr),*) => { || [(INSPECTIONS.migrations)(), vec![$($further),*]].concat() };
}

/// Returns the error with which the database refuses inspections with this information and these
/// migrations.
async fn opened(info: Info, migrations: Migrations) -> String {
    let resources = leaked(resource::full::<Inspections>().told_as(info));
    let inspections = Module { resources, migrations, ..INSPECTIONS };
    let modules = Box::leak(Box::new([companies::MODULE, inspections]));
    error_on_open(&Product { modules, ..PRODUCT }).await
}

#[actix_web::test]
async fn keys_unique_constraints_and_references_name_columns_of_the_table() {
    const COMPANY: Reference = Reference::one("/companyId", "company", "company", "companies");
    for (info, sentence) in [
        (
            Info { key: &[("/subject", "subjekt")], ..INFO },
            "its key names the column `subjekt`, which the table inspections does not have; did you \
             mean subject?",
        ),
        (
            unique(Unique { on: &[("/subject", "subjekt")], ..SUBJECT }),
            "its unique index `inspections_subject_unique` names the column `subjekt`, which the \
             table inspections does not have; did you mean subject?",
        ),
        (
            references(COMPANY),
            "its reference `company` names the column `company`, which the table inspections does not \
             have; did you mean company_id?",
        ),
        (
            references(Reference { table: "audits", ..COMPANY }),
            "its reference `company` names the column `company` of the table audits, which does not \
             exist.",
        ),
    ] {
        let refusal = opened(info, and!(ONE_SUBJECT)).await;
        assert_eq!(refusal, format!("Resource inspections: {sentence}"));
    }
}

#[actix_web::test]
async fn unique_constraint_is_a_unique_index_of_the_table_on_its_columns() {
    const NOT_UNIQUE: Migration = migration(
        "20261121900001_many_subjects",
        "CREATE INDEX inspections_subject_unique ON inspections (fold(subject));",
    );
    const ELSEWHERE: Migration = migration(
        "20261121900001_one_company",
        "CREATE UNIQUE INDEX inspections_subject_unique ON companies (name);",
    );
    const WIDER: Migration = migration(
        "20261121900001_one_subject_a_company",
        "CREATE UNIQUE INDEX inspections_subject_unique ON inspections (fold(subject), company_id);",
    );
    let cases: [(Migrations, &str); 4] = [
        (and!(), "the table inspections has no index `inspections_subject_unique`"),
        (and!(ELSEWHERE), "the table inspections has no index `inspections_subject_unique`"),
        (and!(NOT_UNIQUE), "the index `inspections_subject_unique` is not unique"),
        (and!(WIDER), "the index `inspections_subject_unique` has other columns than subject"),
    ];
    for (migrations, sentence) in cases {
        let refusal = opened(unique(SUBJECT), migrations).await;
        assert_eq!(
            refusal,
            format!(
                "Resource inspections: {sentence}. Create a unique index of that name on these \
                 columns by a migration, or take it out of `unique`."
            )
        );
    }
}
