//! Estimations: the estimates that estimators save for units, the consensus that follows from them,
//! and the view of projects that estimators have while they work.
//!
//! `assessments` saves a caller's own estimates, one by one or many at once. `consensus` aggregates
//! the estimates of a unit, and is renewed by each save. `estimator_projects` is the estimators'
//! view of projects and units. `estimations` is the back-office's view of all estimates.
//! `leaderboard` ranks estimators by their distance from the other estimates, by the rules of
//! `score`. `standing` compares a saved estimate with the other ones, for its estimator.
//! `figure_runs` computes what depends on many units at once, by the rules of `reliability` and
//! `flags`. `flags` is also how analysts read which estimates are worth a look, and record what
//! they found. `planning` is what planning a week's rotation needs to know of projects.
//!
//! **Honest entry.** Before an estimator has saved an estimate for a unit, neither the listed rent,
//! nor the consensus, nor an estimate of another estimator for it is sent to that estimator, by any
//! operation. The types that estimators read are therefore separate ones. One exception is the contract's
//! own: `percentageBaseInAED` is the listed rent where a unit has one. It is sent and never shown.

mod assessments;
mod charts;
pub mod consensus;
mod demo;
mod dimensions;
mod estimate;
mod estimations;
mod estimator_projects;
mod figure_runs;
mod flags;
mod leaderboard;
mod measures;
mod past;
mod planning;
mod reliability;
mod score;
mod standing;
mod tables;

use kernel::module::Setting;
use kernel::prelude::*;
use kernel::resource;

pub use charts::coverage_of;
pub use estimate::{EstimateValues, NumberedUnit};
pub use estimations::{Estimation, Estimations};
pub use flags::counts::{open_flags, open_flags_at};
pub use past::{PastEstimate, estimates_before};

/// The path of the list of open flags, as links contain it: `looked` equals `false`.
pub const OPEN_FLAGS: &str = concat!(
    "flags?filters=",
    "%7B%22operator%22%3A%22AND%22%2C%22conditions%22%3A%5B%7B%22field%22%3",
    "A%22looked%22%2C%22operator%22%3A%22equals%22%2C%22value%22%3Afalse%7D",
    "%5D%7D"
);

/// The title of the account of an estimate, and of those that measures are grouped by.
const ESTIMATOR: &str = "Estimator";

/// From how many estimators on a unit counts as covered.
pub const MINIMUM_ESTIMATORS: Setting = Setting {
    key: "estimation.minimum_estimators",
    purpose: "the number of estimators from which a unit counts as covered",
    default: 4,
    least: 1,
    most: 100,
};

/// How long after the first save of a week an estimate counts for the leaderboard.
pub const SCORE_DELAY: Setting = Setting {
    key: "estimation.score_delay_seconds",
    purpose: "how many seconds after its first save in a week an estimate is scored, as it stands \
              then; what is saved later in the week does not change the score",
    default: 300,
    least: 0,
    most: 24 * 60 * 60,
};

/// The module.
pub const MODULE: Module = Module {
    migrations: kernel::migrations!(),
    policy: include_str!("../policy.csv"),
    resources: &[
        resource::read_only::<Estimations>().following(assessments::FOLLOW),
        resource::read_and_change::<flags::Flags>(),
    ],
    tags: &[
        (
            "assessments",
            "An estimator's work: projects to assess, and the estimator's own estimates.",
        ),
        (
            "leaderboard",
            "Estimators, ranked by how close they come to the estimates of the others.",
        ),
    ],
    routes: |api| {
        api.service(assessments::routes::assessment_list)
            .service(assessments::routes::assessment_save)
            .service(assessments::routes::assessment_submit)
            .service(estimator_projects::routes::estimator_project_list)
            .service(estimator_projects::routes::estimator_project_with_units)
            .service(estimator_projects::routes::estimator_project_image)
            .service(leaderboard::routes::leaderboard_view)
            .service(planning::routes::rotation_planning);
    },
    settings: &[MINIMUM_ESTIMATORS, SCORE_DELAY, figure_runs::RETENTION_DAYS],
    datasets: dimensions::DATASETS,
    measures: measures::MEASURES,
    dimensions: dimensions::DIMENSIONS,
    charts: charts::CHARTS,
    joins: dimensions::JOINS,
    computed: dimensions::COMPUTED,
    jobs: &[figure_runs::JOB],
    sweeps: &[figure_runs::SWEEP],
    history_needed_since: leaderboard::history_needed_since,
    commands: &[figure_runs::COMMAND],
    demo: demo::seed,
    ..Module::new("estimations")
};
