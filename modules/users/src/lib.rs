//! Users: the accounts of people who may sign in, as administrators manage them.
//!
//! The accounts themselves belong to the kernel, which needs them for sign-in. This module reads
//! them, and changes them only through `kernel::auth::administration` and `credentials`, which
//! enforce the rules: a user cannot lock their own account, and there is always an administrator. A
//! user is never deleted, only locked, so that the audit trail keeps its authors. `join_requests`
//! are requests for an account by people who have none.

mod join_requests;
mod routes;
mod verbs;

use kernel::auth::{NewAccount, UserAttributes, administration};
use kernel::module::Setting;
use kernel::prelude::*;
use kernel::resource;
use kernel::resource::Writable;

/// The maximum number of join requests in an hour, from all addresses together.
pub const JOIN_REQUESTS_PER_HOUR: Setting = Setting {
    key: "users.join_requests_per_hour",
    purpose: "how many join requests are accepted per hour, from all addresses together",
    default: 200,
    least: 1,
    most: 10_000,
};

/// The maximum number of stored join requests.
pub const JOIN_REQUESTS_MAX: Setting = Setting {
    key: "users.join_requests_max",
    purpose: "how many join requests are stored; more are refused until some are deleted",
    default: 10_000,
    least: 1,
    most: 1_000_000,
};

/// The module.
pub const MODULE: Module = Module {
    policy: include_str!("../policy.csv"),
    migrations: kernel::migrations!(),
    resources: &[
        resource::writable::<Users>(),
        resource::read_and_delete::<join_requests::JoinRequests>(),
    ],
    verbs: verbs::VERBS,
    routes: |api| {
        api.service(routes::user_invite)
            .service(routes::user_token_list)
            .service(routes::user_token_delete)
            .service(routes::user_identity_list)
            .service(routes::user_identity_delete)
            .service(join_requests::routes::join_request_create);
    },
    settings: &[JOIN_REQUESTS_PER_HOUR, JOIN_REQUESTS_MAX, join_requests::RETENTION_DAYS],
    sweeps: &[join_requests::SWEEP],
    ..Module::new("users")
};

/// A user.
#[resource(table = accounts, resource = Users, info = INFO, id = "id", read_only)]
pub struct User {
    #[field(searched)]
    #[schemars(title = "First Name")]
    first_name: String,
    #[field(searched)]
    #[schemars(title = "Last Name")]
    last_name: String,
    /// Used to sign in.
    #[field(searched)]
    #[schemars(title = "Email", email)]
    email: String,
    /// The web address of a profile picture.
    #[schemars(title = "Picture", url)]
    image_url: Option<String>,
    /// A locked user cannot sign in.
    #[schemars(extend("x-labels" = { "false": "Active", "true": "Locked" }))]
    locked: bool,
    /// What the user can see and do.
    #[schemars(title = "Roles", extend("uniqueItems" = true, "x-roles" = true))]
    roles: TextList,
    /// What rules compare with: which records the user works on, for example.
    #[field(unlisted)]
    #[serde(default, skip_serializing_if = "UserAttributes::is_empty")]
    #[schemars(title = "Attributes", extend("x-attributes" = true))]
    attributes: UserAttributes,
    /// For one day after this was allowed, a sign-in through an identity provider with this e-mail
    /// is linked to the user.
    #[schemars(title = "Linking allowed")]
    link_allowed: bool,
}

const INFO: Info = Info {
    name: "users",
    singular: "user",
    label: "Users",
    description: "The people who can sign in, and their roles.",
    title: "{firstName} {lastName}",
    hint: "{email}",
    icon: "users",
    groups: &[
        Group::new("Person", &["firstName", "lastName", "email", "imageUrl"]),
        Group::new("Access", &["password", "roles", "locked", "linkAllowed"]),
    ],
    cards: &[Card::breakdown("locked", "Users by state")],
    columns: &["firstName", "lastName", "email", "locked", "roles"],
    sort: "firstName",
    key: &[("/email", "email")],
    // There must always be an administrator, also when concurrent requests change different
    // users.
    one_at_a_time: true,
    ..Info::DEFAULT
};

impl Writable for Users {
    type Input = NewAccount;

    const PREPARE: Option<resource::Prepare<NewAccount>> = Some(NewAccount::prepared);
    const CHECK: Option<resource::Check<NewAccount>> = Some(administration::check);

    fn insert(conn: &mut Conn, id: &Id, input: NewAccount, by: &Actor) -> Result<()> {
        administration::create(conn, id, input, by)
    }

    fn update(conn: &mut Conn, id: &Id, _: &NewAccount, is: NewAccount, by: &Actor) -> Result<()> {
        administration::change(conn, id, &is, by)
    }
}
