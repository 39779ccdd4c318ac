//! Inserts demo data: the typed inputs of the modules, with the validation of any other change, and
//! past changes with their revisions.

use std::collections::HashMap;

use serde_json::Value;

use super::{Records, RegisteredResource};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::policy::UserAttribute;
use crate::records::actor::Actor;
use crate::records::change::WriteContext;
use crate::records::media::{self, Image, Store};
use crate::records::resource::{Resource, Writable};
use crate::records::revisions::{self, Past};

/// Creates accounts that can sign in with the demo password.
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

/// The demo data as it is created.
pub struct Seed<'a> {
    conn: &'a mut Conn,
    records: &'a Records,
    by: &'a Actor,
    accounts: &'a dyn DemoAccounts,
    created: HashMap<&'static str, Vec<Id>>,
    store: &'a Store,
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

    /// Creates an account that can sign in with the demo password, for the resource that shows
    /// accounts, with this first and last name. Returns its identifier.
    pub fn account<R: Resource>(
        &mut self,
        name: (&str, &str),
        email: &str,
        role: &str,
    ) -> Result<Id> {
        let id = Id::new();
        let (by, accounts) = (self.by, self.accounts);
        let made = (&id, revisions::CREATE);
        self.records.record_account_change(self.conn, made, by, |conn| {
            accounts.create(conn, &id, name, email, role, by)
        })?;
        self.created.entry(R::INFO.name).or_default().push(id.clone());
        Ok(id)
    }

    /// Has `store` insert many records that were created in the past, as they are now, and writes
    /// their revisions. `versions` are in the order in which they were made; the first one of each
    /// record is its creation.
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
        // One record is checked: its last revision must equal the record in the table.
        let Some(last) = versions.last() else { return Ok(()) };
        let recorded = serde_json::to_value(&last.state).map_err(Error::internal)?;
        let found: Value = entry.find(self.conn, &last.id)?.view;
        match found == recorded {
            true => Ok(()),
            false => {
                Err(Error::internal(format!("{found} has a history that ends with {recorded}")))
            }
        }
    }

    /// Writes down the uses of images of records after the last of these revisions.
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

    /// Stores a picture, given as red, green and blue of each pixel, for use in a record.
    pub fn image(&mut self, (width, height): (u32, u32), rgb: Vec<u8>) -> Result<Image> {
        let picture = images::of_pixels(width, height, rgb)
            .ok_or_else(|| Error::internal("a picture of the demo has not all its pixels"))?;
        let file = media::store_picture(self.conn, self.store, &picture)?;
        Ok(Image { file, caption: None })
    }

    /// Creates a record and returns its identifier.
    pub fn create<R: Writable>(&mut self, input: R::Input) -> Result<Id> {
        let entry = self.records.of::<R>()?;
        let body = serde_json::to_value(input).map_err(Error::internal)?;
        let (body, id) = (entry.prepare(entry.check(body)?)?, Id::new());
        WriteContext::new(self.conn, self.records, self.by).create(entry, &id, body)?;
        self.created.entry(R::INFO.name).or_default().push(id.clone());
        Ok(id)
    }

    /// Returns the records of this resource that modules below created, in the order of creation.
    /// The table may have others.
    pub fn created<R: Resource>(&self) -> &[Id] {
        self.created.get(R::INFO.name).map_or(&[], Vec::as_slice)
    }

    /// Returns the record of a resource that was created with this title.
    pub(crate) fn titled(&mut self, resource: &str, title: &str) -> Result<Id> {
        let none = || Error::internal(format!("the demo has no {title} among {resource}"));
        let entry = self.records.get(resource).ok_or_else(none)?;
        for id in self.created.get(resource).into_iter().flatten() {
            if entry.title(&entry.view(self.conn, id)?) == title {
                return Ok(id.clone());
            }
        }
        Err(none())
    }

    /// Has `work` change an account, of which the resource that shows accounts has a revision then.
    pub(crate) fn change_account(
        &mut self,
        id: &Id,
        work: impl FnOnce(&mut Conn) -> Result<()>,
    ) -> Result<()> {
        self.records.record_account_change(self.conn, (id, "update"), self.by, work)
    }

    /// Returns the attributes of users that modules declare.
    pub(crate) fn attributes(&self) -> &'a [UserAttribute] {
        &self.records.attributes
    }

    /// Returns the connection, to read the records that were created.
    pub fn conn(&mut self) -> &mut Conn {
        self.conn
    }
}
