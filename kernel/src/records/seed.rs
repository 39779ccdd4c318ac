//! Demo data on its way in: the modules' typed inputs, through the same checks as everything else.

use std::collections::HashMap;

use super::Records;
use crate::auth::Actor;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::id::Id;
use crate::resource::{Resource, Writable};

/// The demo data as it is made.
pub struct Seed<'a> {
    conn: &'a mut Conn,
    records: &'a Records,
    by: &'a Actor,
    created: HashMap<&'static str, Vec<Id>>,
}

impl<'a> Seed<'a> {
    pub(crate) fn new(conn: &'a mut Conn, records: &'a Records, by: &'a Actor) -> Self {
        Self { conn, records, by, created: HashMap::new() }
    }

    /// Creates a record and answers its identifier.
    pub fn create<R: Writable>(&mut self, input: R::Input) -> Result<Id> {
        let entry = self
            .records
            .get(R::INFO.name)
            .ok_or_else(|| Error::internal(format!("{} is not registered", R::INFO.name)))?;
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
