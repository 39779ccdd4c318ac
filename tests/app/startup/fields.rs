//! The fields that a resource declares exist, in its types.

use kernel::module::Module;
use kernel::prelude::*;
use kernel::resource;

use super::other::SearchedByScore;
use super::{INSPECTIONS, refused, shown};
use crate::inspections::first::Inspections;

const INFO: Info = <Inspections as Resource>::INFO;

const SUBJECT: Unique = Unique {
    index: "inspections_subject_unique",
    on: &[("/subject", "subject")],
    field: "/subject",
    message: "This was inspected already",
};

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
