//! The tables of this module, and the columns that it reads of other modules' tables.

diesel::table! {
    assessments (id) {
        id -> Text,
        unit_id -> Text,
        project_id -> Text,
        agent_id -> Text,
        estimated_yearly_rent_in_aed -> BigInt,
        log_rent -> Double,
        estimated_capital_appreciation_percentage -> Double,
        confidence_score -> Double,
        base_source -> Nullable<Text>,
        base_value -> Nullable<BigInt>,
        taps -> Nullable<Integer>,
        typed -> Nullable<Bool>,
        seconds -> Nullable<Double>,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

diesel::table! {
    consensus (unit_id) {
        unit_id -> Text,
        estimators -> Integer,
        low -> Double,
        middle -> Double,
        high -> Double,
        rent -> Double,
        spread -> Nullable<Double>,
        half_width -> Nullable<Double>,
        confidence -> Nullable<Double>,
        weighted_rent -> Nullable<Double>,
        updated_at -> Timestamp,
    }
}

diesel::table! {
    leaderboard_runs (week) {
        week -> Date,
        made_at -> Timestamp,
        base -> Double,
    }
}

diesel::table! {
    leaderboard_entries (week, agent_id) {
        week -> Date,
        agent_id -> Text,
        scored -> Integer,
        weight -> Double,
        points -> Double,
        assessments -> Integer,
        score -> Double,
        rank -> Integer,
        last_active -> Timestamp,
    }
}

diesel::table! {
    figure_runs (as_of) {
        as_of -> Timestamp,
        figures -> Integer,
        weighted -> Integer,
        flags -> Integer,
        open_flags -> Integer,
    }
}

diesel::table! {
    estimator_figures (agent_id) {
        agent_id -> Text,
        items -> Integer,
        bias -> Double,
        scale -> Double,
        weight -> Double,
    }
}

diesel::table! {
    flags (id) {
        id -> Text,
        assessment_id -> Text,
        unit_id -> Text,
        project_id -> Text,
        agent_id -> Text,
        kind -> Text,
        rent -> BigInt,
        reason -> Text,
        distance -> Double,
        times_apart -> Double,
        looked -> Bool,
        note -> Nullable<Text>,
        looked_by_id -> Nullable<Text>,
        looked_at -> Nullable<Timestamp>,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

// The columns that estimations read of other modules' tables.
diesel::table! {
    units (id) {
        id -> Text,
        unit_number -> Text,
        unit_number_order -> Text,
        project_id -> Text,
        developer_id -> Text,
        bedrooms -> Integer,
        floor -> Nullable<Integer>,
        total_area_in_sq_ft -> Double,
        balcony_area_in_sq_ft -> Nullable<Double>,
        view -> Nullable<Text>,
        purchase_price_in_aed -> BigInt,
        yearly_rent_in_aed -> BigInt,
        service_charges_per_sq_ft -> Double,
        amenities -> Text,
        status -> Text,
        updated_at -> Timestamp,
    }
}
diesel::table! {
    projects (id) {
        id -> Text,
        name -> Text,
    }
}
diesel::table! {
    developers (id) {
        id -> Text,
        name -> Text,
    }
}
diesel::table! {
    accounts (id) {
        id -> Text,
        email -> Text,
        name -> Text,
    }
}

diesel::joinable!(assessments -> units (unit_id));
diesel::joinable!(assessments -> projects (project_id));
diesel::joinable!(assessments -> accounts (agent_id));
diesel::joinable!(flags -> units (unit_id));
diesel::joinable!(flags -> projects (project_id));
diesel::joinable!(flags -> accounts (agent_id));
diesel::joinable!(units -> projects (project_id));
diesel::joinable!(units -> developers (developer_id));
diesel::allow_tables_to_appear_in_same_query!(
    assessments,
    consensus,
    leaderboard_runs,
    flags,
    units,
    projects,
    developers,
    accounts
);
