//! What is done with change sets at the command line, by the same functions as over HTTP.

use std::sync::Arc;

use super::deciding::{self, Apply};
use super::undoing::Undoing;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::records::actor::Actor;
use crate::records::change::WriteContext;
use crate::records::core::Core;
use crate::records::idempotency::Answer;
use crate::records::jobs::Progress;

/// What becomes of a set.
pub(crate) enum SetAction {
    Apply {
        /// Whether all rows are worked out anew before.
        replan: bool,
    },
    Undo {
        /// Whether records stay as they are that were changed since.
        skip_changed: bool,
    },
    Discard,
}

impl SetAction {
    pub(crate) async fn perform(self, core: &Arc<Core>, by: &Actor, id: Id) -> Result<Answer> {
        let (core, by, progress) = (Arc::clone(core), by.clone(), Progress::default());
        match self {
            Self::Apply { replan } => {
                Apply { core, by, once: None, id, progress }.run(replan).await
            }
            Self::Undo { skip_changed } => {
                let undoing = Undoing { core, by, once: None, id, skip_changed, progress };
                Arc::new(undoing).run().await
            }
            Self::Discard => {
                let inner = Arc::clone(&core);
                let discard = move |conn: &mut crate::db::Conn| {
                    let mut writing = WriteContext::new(conn, &inner.records, &by);
                    deciding::discard(&mut writing, &inner, &id)
                };
                core.db.write(discard).await
            }
        }
    }
}
