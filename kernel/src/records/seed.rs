//! Demo data on its way in: the modules' typed inputs, through the same checks as everything else;
//! and what people did before today, with its history.

use std::collections::HashMap;

use serde_json::Value;

use super::{Records, RegisteredResource};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::actor::{ACCOUNTS, Actor};
use crate::records::media::{self, Image, Store};
use crate::records::resource::{Named, Resource, Writable};
use crate::records::revisions;

/// Makes accounts that can sign in with the password of the demo.
pub(crate) trait DemoAccounts {
    fn create(
        &self,
        conn: &mut Conn,
        id: &Id,
        name: (&str, &str),
        email: &str,
        role: &str,
        by: &Actor,
    ) -> Result<()>;
}

/// The demo data as it is made.
pub struct Seed<'a> {
    conn: &'a mut Conn,
    records: &'a Records,
    by: &'a Actor,
    accounts: &'a dyn DemoAccounts,
    created: HashMap<&'static str, Vec<Id>>,
    store: &'a Store,
}

/// A state that a record came to before now, as it is read.
pub struct Past<View> {
    /// The record.
    pub id: Id,
    /// When.
    pub at: Timestamp,
    /// Who brought it there.
    pub by: Named,
    /// The record from then on.
    pub state: View,
}

impl<'a> Seed<'a> {
    pub(crate) fn new(
        conn: &'a mut Conn,
        records: &'a Records,
        by: &'a Actor,
        accounts: &'a dyn DemoAccounts,
        store: &'a Store,
    ) -> Self {
        Self { conn, records, by, accounts, created: HashMap::new(), store }
    }

    /// Makes an account that can sign in with the password of the demo, for the resource that shows
    /// accounts; answers its identifier.
    pub fn account<R: Resource>(
        &mut self,
        (first_name, last_name): (&str, &str),
        email: &str,
        role: &str,
    ) -> Result<Id> {
        let id = Id::new();
        let (by, accounts) = (self.by, self.accounts);
        self.records.record_account_change(
            self.conn,
            ACCOUNTS,
            (&id, revisions::CREATE),
            by,
            |conn| accounts.create(conn, &id, (first_name, last_name), email, role, by),
        )?;
        self.created.entry(R::INFO.name).or_default().push(id.clone());
        Ok(id)
    }

    /// Has `store` put many records into their table that came about before now, as they are by
    /// now, and notes in the history how they came to that: `versions` are in the order in which
    /// they were made, the first one of each record made it.
    pub fn past<R: Resource>(
        &mut self,
        store: impl FnOnce(&mut Conn) -> Result<()>,
        versions: &[Past<R::View>],
    ) -> Result<()> {
        let records = self.records;
        let entry = records.of::<R>()?;
        store(self.conn)?;
        if !entry.images.is_empty() {
            self.follow_past::<R>(entry, versions)?;
        }
        revisions::note_past(self.conn, entry.info(), versions)?;
        // Of one it is looked at that the history ends with what is there.
        let Some(last) = versions.last() else { return Ok(()) };
        let told = serde_json::to_value(&last.state).map_err(Error::internal)?;
        let found: Value = entry.find(self.conn, &last.id)?.view;
        match found == told {
            true => Ok(()),
            false => Err(Error::internal(format!("{found} has a history that ends with {told}"))),
        }
    }

    /// Notes the images of records as they are by the last of these versions.
    fn follow_past<R: Resource>(
        &mut self,
        entry: &RegisteredResource,
        versions: &[Past<R::View>],
    ) -> Result<()> {
        let last: HashMap<&Id, &R::View> =
            versions.iter().map(|version| (&version.id, &version.state)).collect();
        for (id, view) in last {
            let view = serde_json::to_value(view).map_err(Error::internal)?;
            media::follow(self.conn, entry, id, None, Some(&view))?;
        }
        Ok(())
    }

    /// Stores a picture, given as red, green and blue of each pixel, for a record to hold.
    pub fn image(&mut self, (width, height): (u32, u32), rgb: Vec<u8>) -> Result<Image> {
        let picture = images::of_pixels(width, height, rgb)
            .ok_or_else(|| Error::internal("a picture of the demo has not all its pixels"))?;
        let file = media::store_picture(self.conn, self.store, &picture)?;
        Ok(Image { file, caption: None })
    }

    /// Creates a record and answers its identifier.
    pub fn create<R: Writable>(&mut self, input: R::Input) -> Result<Id> {
        let entry = self.records.of::<R>()?;
        let body = serde_json::to_value(input).map_err(Error::internal)?;
        let (id, _) = self.records.create(self.conn, entry, body, self.by)?;
        self.created.entry(R::INFO.name).or_default().push(id.clone());
        Ok(id)
    }

    /// What modules below made of this resource, in the order in which they made it. Others may
    /// be there already.
    pub fn created<R: Resource>(&self) -> &[Id] {
        self.created.get(R::INFO.name).map_or(&[], Vec::as_slice)
    }

    /// The connection, to read what was made.
    pub fn conn(&mut self) -> &mut Conn {
        self.conn
    }
}
