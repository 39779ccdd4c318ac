//! What inboxes say of proposals: to those who may approve one, and to its maker what became of it.

use crate::auth;
use crate::base::error::Result;
use crate::db::Conn;
use crate::engine::policy::APPROVE;
use crate::inbox::{self, Entry, Kind};
use crate::records::actor::Actor;
use crate::records::change_sets::queries::SetRow;
use crate::records::change_sets::{SetKind, SetState};
use crate::records::core::Core;

/// Writes to the inbox of each user who may approve a set, if it is a proposal of another one.
pub(in crate::http) fn proposed(
    conn: &mut Conn,
    core: &Core,
    set: &SetRow,
    by: &Actor,
) -> Result<()> {
    if set.state != SetState::Proposed {
        return Ok(());
    }
    let text = format!("{} waits for your approval.", what(core, set));
    let others = auth::users_who_may(conn, &core.policy, &set.resource, APPROVE)?;
    for user in others.iter().filter(|user| user.id != by.id) {
        let text = text.clone();
        inbox::post(conn, Entry { to: &user.id, text, ..entry(set, by) })?;
    }
    Ok(())
}

/// Writes to the inbox of who proposed a set what another user decided.
pub(super) fn decided(
    conn: &mut Conn,
    core: &Core,
    set: &SetRow,
    (by, is_applied): (&Actor, bool),
) -> Result<()> {
    if set.state != SetState::Proposed || set.account_id == by.id {
        return Ok(());
    }
    let end = if is_applied { "was approved and applied" } else { "was turned down" };
    let text = format!("What you proposed {end}: {}.", lower(&what(core, set)));
    inbox::post(conn, Entry { to: &set.account_id, text, ..entry(set, by) })
}

fn entry<'a>(set: &'a SetRow, by: &'a Actor) -> Entry<'a> {
    Entry {
        to: &by.id,
        kind: Kind::Proposal,
        text: String::new(),
        resource: Some(inbox::CHANGE_SETS),
        record: Some(&set.id),
        by: Some(by),
    }
}

/// Says what a set does, without what is in it.
fn what(core: &Core, set: &SetRow) -> String {
    let info = core.records.get(&set.resource).map(|entry| entry.info());
    let (word, plural) = info.map_or_else(
        || (set.resource.clone(), set.resource.clone()),
        |info| (info.word(), info.plural()),
    );
    let count = set.counts.changes();
    let of = if count == 1 { format!("1 {word}") } else { format!("{count} {plural}") };
    let is_new = set.counts.creates > 0
        && set.counts.creates.unsigned_abs() == u32::try_from(count).unwrap_or(0);
    match set.kind {
        _ if is_new => format!("The creation of {of}"),
        SetKind::Update => format!("A change of {of}"),
        SetKind::Delete => format!("The deletion of {of}"),
        SetKind::Merge => format!("A merge of {plural}"),
        SetKind::Import => format!("An import of {of}"),
    }
}

fn lower(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    text
}
