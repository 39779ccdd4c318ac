//! The dimensions of projects and their developers, by which measures can be grouped. The only SQL
//! is expressions over their columns.

use chrono::NaiveDate;
use kernel::explore::{Dimension, DimensionKind, Member};

pub(crate) const DIMENSIONS: &[Dimension] = &[
    Dimension {
        name: "project",
        label: "Project",
        description: "The project that a unit is in.",
        key: "projects.id",
        kind: DimensionKind::Record {
            of: "projects",
            called: &["projects.name"],
            place: Some(["projects.latitude", "projects.longitude"]),
        },
    },
    Dimension {
        name: "developer",
        label: "Developer",
        description: "The developer of a unit's project.",
        key: "projects.developer_id",
        kind: DimensionKind::Record { of: "developers", called: &["developers.name"], place: None },
    },
    Dimension {
        name: "location",
        label: "Location",
        description: "The community or district that the project is in.",
        key: "projects.location",
        kind: DimensionKind::Text,
    },
    Dimension {
        name: "projectType",
        label: "Project type",
        description: "What the project consists of, for example apartments, villas or townhouses.",
        key: "projects.project_type",
        kind: DimensionKind::Text,
    },
    Dimension {
        name: "readiness",
        label: "Off-plan or ready",
        description: "Whether the project has been handed over, by its completion date: ready, or still off-plan.",
        key: "projects.completion_date",
        kind: DimensionKind::Texts(readiness),
    },
];

/// Returns the readiness at a handover date. A project that is handed over today is ready.
fn readiness(completed: &str, today: NaiveDate) -> Option<Member> {
    let completed: NaiveDate = completed.parse().ok()?;
    Some(if completed <= today {
        Member::fixed(0, "ready", "Ready")
    } else {
        Member::fixed(1, "off-plan", "Off-plan")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_is_ready_from_the_day_of_its_handover_on() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 24).unwrap();
        let key = |completed| readiness(completed, today).map(|member| member.key.to_string());
        assert_eq!(key("2026-11-23").as_deref(), Some("ready"));
        assert_eq!(key("2026-11-24").as_deref(), Some("ready"));
        assert_eq!(key("2026-11-25").as_deref(), Some("off-plan"));
        assert_eq!(key(""), None);
    }
}
