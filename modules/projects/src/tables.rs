//! The tables of developers and projects.

diesel::table! {
    developers (id) {
        id -> Text,
        name -> Text,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

diesel::table! {
    projects (id) {
        id -> Text,
        name -> Text,
        developer_id -> Text,
        location -> Text,
        latitude -> Nullable<Double>,
        longitude -> Nullable<Double>,
        description -> Nullable<Text>,
        project_type -> Nullable<Text>,
        total_units -> Nullable<Integer>,
        completion_date -> Nullable<Date>,
        amenities -> Text,
        gallery -> Text,
        video_link -> Nullable<Text>,
        features -> Text,
        floors -> Nullable<Integer>,
        payment_plan -> Text,
        financing -> Nullable<Text>,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

diesel::joinable!(projects -> developers (developer_id));
diesel::allow_tables_to_appear_in_same_query!(projects, developers);
