//! The verbs of users and join requests, by which administrators change them.

use kernel::WriteContext;
use kernel::auth::{NewPassword, administration, credentials};
use kernel::prelude::*;
use kernel::verb::{Do, Prepared, Verb, With};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Users;
use crate::join_requests::{JoinRequests, accept, decline};

pub(crate) const VERBS: &[Verb] = &[
    Verb {
        description: "Ends every session of the user, and refuses every token from now on. An \
                      administrator can lock neither themselves nor the last administrator who can \
                      sign in. Changes nothing when the user is locked already.",
        icon: "lock",
        confirm: Some((
            "Lock this account?",
            "{title} will be signed out everywhere and cannot sign in until the account is \
             unlocked.",
        )),
        danger: true,
        when: &[("locked", &["false"])],
        undone_by: Some("unlock"),
        of_others: true,
        done: "User locked successfully",
        ..Verb::of::<Users>("lock", "Lock Account", &Do(lock))
    },
    Verb {
        description: "The user can sign in again. Sessions that have ended stay ended. Changes \
                      nothing when the user is not locked.",
        icon: "lock-open",
        when: &[("locked", &["true"])],
        undone_by: Some("lock"),
        done: "User unlocked successfully",
        ..Verb::of::<Users>("unlock", "Unlock Account", &Do(unlock))
    },
    Verb {
        description: "For one day, a sign-in through an identity provider with this user's e-mail \
                      is linked to this user. Without this, an e-mail alone gives access to no \
                      account.",
        icon: "link",
        confirm: Some((
            "Allow linking for this account?",
            "{title} can then also come in through an identity provider. The next sign-in there \
             within a day with the confirmed e-mail {email} counts as theirs, and so does every \
             later one of the same person. Allow it only when you are sure that it is the same \
             person.",
        )),
        when: &[("linkAllowed", &["false"])],
        many: Some(false),
        done: "Linking allowed",
        ..Verb::of::<Users>("allow-linking", "Allow Linking", &Do(allow_linking))
    },
    Verb {
        description: "Ends every session and every API token of the user.",
        icon: "key-round",
        confirm: Some(("Set Password", "Set a new password for {title} ({email})")),
        of_others: true,
        done: "Password set successfully",
        answers_nothing: true,
        ..Verb::of::<Users>("set-password", "Set Password", &Prepared(hash, set_password))
    },
    Verb {
        description: "Deletes the authenticator app, the passkeys and the recovery codes of a user who \
                      has lost them, and ends every session. Changes nothing when there are none.",
        icon: "shield-off",
        confirm: Some((
            "Reset two-step sign-in?",
            "{title} will be signed out everywhere, and can sign in with the password alone until \
             they set up two-step sign-in again. Reset it only when you are sure who asks for it.",
        )),
        danger: true,
        of_others: true,
        many: Some(false),
        done: "Two-step sign-in reset",
        ..Verb::of::<Users>("reset-factors", "Reset Two-Step Sign-In", &Do(reset_factors))
    },
    Verb {
        description: "Creates a user with these roles, who has no password until an administrator \
                      sets one, or, where the server sends mail, until the user sets one by the link \
                      that they get. A declined request can still be accepted.",
        icon: "user-check",
        confirm: Some((
            "Accept this request?",
            "{title} becomes a user, with the roles that you choose here. The new user has no \
             password, and cannot sign in until one is set.",
        )),
        primary: true,
        when: &[("status", &["pending", "declined"])],
        done: "Request accepted",
        ..Verb::of::<JoinRequests>("accept", "Accept", &With(accept))
    },
    Verb {
        description: "The request stays on record, and can be accepted later. No message is sent.",
        icon: "user-x",
        confirm: Some((
            "Decline this request?",
            "{title} does not become a user. The request stays on record, and it can still be \
             accepted later.",
        )),
        when: &[("status", &["pending"])],
        done: "Request declined",
        ..Verb::of::<JoinRequests>("decline", "Decline", &Do(decline))
    },
];

fn lock(writing: &mut WriteContext<'_>, id: &Id) -> Result<bool> {
    let by = writing.by();
    administration::lock(writing.conn(), id, by)
}

fn unlock(writing: &mut WriteContext<'_>, id: &Id) -> Result<bool> {
    let by = writing.by();
    administration::unlock(writing.conn(), id, by)
}

fn allow_linking(writing: &mut WriteContext<'_>, id: &Id) -> Result<bool> {
    let by = writing.by();
    credentials::allow_linking(writing.conn(), id, by).map(|()| true)
}

fn reset_factors(writing: &mut WriteContext<'_>, id: &Id) -> Result<bool> {
    let by = writing.by();
    credentials::reset_factors(writing.conn(), id, by)
}

/// A new password for a user.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Set password")]
struct SetPassword {
    /// At least 8 characters.
    #[schemars(title = "New Password")]
    password: NewPassword,
}

/// Checks and hashes the password, which takes some milliseconds of computation.
fn hash(conn: &mut Conn, id: &Id, body: SetPassword) -> Result<SetPassword> {
    credentials::check_password(conn, id, &body.password)?;
    Ok(SetPassword { password: body.password.hashed()? })
}

fn set_password(writing: &mut WriteContext<'_>, id: &Id, body: SetPassword) -> Result<bool> {
    let by = writing.by();
    credentials::set_password(writing.conn(), id, &body.password, by).map(|()| true)
}
