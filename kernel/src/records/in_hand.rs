//! Records in hand, as the filters of rules read them: from their views, with what these refer to, each read once.

use std::collections::HashMap;
use std::sync::Arc;

use diesel::sql_types::{Double, Nullable};
use serde_json::Value;

use super::change::Records;
use super::registered::{RegisteredResource, identifier};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::{Conn, prepared, record_creators};
use crate::engine::list::{
    CREATED_BY, ComputedField, FieldKind, Filter, FilterType, Filterable, InHand, Target,
};
use crate::engine::policy::Rows;

/// Reads what records in hand refer to.
pub(crate) struct Reading<'a> {
    pub(crate) conn: &'a mut Conn,
    pub(crate) records: &'a Records,
    /// The views that were read; `None` where there is no such record.
    views: HashMap<(&'static str, Id), Option<Arc<Value>>>,
}

/// A record in hand.
struct RecordInHand<'r, 'a> {
    reading: &'r mut Reading<'a>,
    entry: &'a RegisteredResource,
    view: Arc<Value>,
}

impl<'a> Reading<'a> {
    pub(crate) fn new(conn: &'a mut Conn, records: &'a Records) -> Self {
        Self { conn, records, views: HashMap::new() }
    }

    /// Returns whether a record, of which this is the view, meets a filter of its resource.
    pub(crate) fn meets(
        &mut self,
        entry: &'a RegisteredResource,
        view: &Arc<Value>,
        filter: &Filter,
    ) -> Result<bool> {
        filter.is_met_by(&mut RecordInHand { reading: self, entry, view: Arc::clone(view) })
    }

    /// Returns a record in hand, of which this is the view.
    pub(crate) fn in_hand<'r>(
        &'r mut self,
        entry: &'a RegisteredResource,
        view: Arc<Value>,
    ) -> impl InHand + use<'r, 'a> {
        RecordInHand { reading: self, entry, view }
    }

    /// Returns whether a record, of which this is the view, is one of these.
    pub(crate) fn meets_rows(
        &mut self,
        entry: &'a RegisteredResource,
        view: &Arc<Value>,
        rows: &Rows,
    ) -> Result<bool> {
        rows.filter().map_or(Ok(true), |filter| self.meets(entry, view, filter))
    }

    /// Reads the view of a record; `None` when there is none.
    pub(crate) fn view(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
    ) -> Result<Option<Arc<Value>>> {
        let key = (entry.info().name, id.clone());
        if let Some(known) = self.views.get(&key) {
            return Ok(known.clone());
        }
        let read = match entry.view(self.conn, id) {
            Ok(view) => Some(Arc::new(view)),
            Err(Error::NotFound) => None,
            Err(error) => return Err(error),
        };
        self.views.insert(key, read.clone());
        Ok(read)
    }

    /// Reads the views of records, with one statement for those that were not read yet.
    pub(crate) fn read_all(&mut self, entry: &RegisteredResource, ids: &[Id]) -> Result<()> {
        let name = entry.info().name;
        let unread: Vec<Id> = ids
            .iter()
            .filter(|id| !self.views.contains_key(&(name, (*id).clone())))
            .cloned()
            .collect();
        if unread.is_empty() {
            return Ok(());
        }
        for view in entry.registration.read.these(self.conn, &unread)? {
            if let Some(id) = view[entry.info().id].as_str().and_then(Id::parse) {
                self.views.insert((name, id), Some(Arc::new(view)));
            }
        }
        for id in unread {
            self.views.entry((name, id)).or_insert(None);
        }
        Ok(())
    }
}

impl RecordInHand<'_, '_> {
    fn id(&self) -> Option<Id> {
        self.view[self.entry.info().id].as_str().and_then(Id::parse)
    }
}

impl InHand for RecordInHand<'_, '_> {
    fn value(&mut self, field: &str) -> Result<Value> {
        if self.entry.created_by.as_ref().is_none_or(|definition| definition.key != field) {
            return Ok(self.view.get(field).map(identifier).unwrap_or_default());
        }
        // One that is only planned says it itself.
        let Some(id) = self.id() else {
            return Ok(self.view.get(field).cloned().unwrap_or_default());
        };
        let creator = record_creators::of(self.reading.conn, self.entry.info().name, &id)?;
        Ok(creator.map_or(Value::Null, |id| Value::from(id.as_str())))
    }

    fn computed(&mut self, field: &'static ComputedField) -> Result<Option<f64>> {
        let Some(id) = self.id() else { return Ok(None) };
        let sql = field.of_one(self.entry.info().table);
        let found = prepared::rows::<Nullable<Double>, Option<f64>>(
            self.reading.conn,
            &sql,
            &[id.as_str().into()],
        )?;
        Ok(found.into_iter().next().flatten())
    }

    fn referred(&mut self, field: &str, _: Target) -> Result<Option<Box<dyn InHand + '_>>> {
        let id = self.value(field)?;
        let Some(id) = id.as_str().and_then(Id::parse) else { return Ok(None) };
        let records = self.reading.records;
        let definition = {
            let filterable = records.filterable(self.entry, &|_, _| true);
            filterable.definition(field).map(|definition| definition.kind.clone())
        };
        let Some(FilterType::Identifier { of: Some(of) }) = definition else { return Ok(None) };
        let entry = records.get(&of).ok_or_else(|| Error::internal(format!("no {of}")))?;
        let Some(view) = self.reading.view(entry, &id)? else { return Ok(None) };
        Ok(Some(Box::new(RecordInHand { reading: self.reading, entry, view })))
    }

    fn kind(&self, field: &str) -> FieldKind {
        let of_field = self.entry.fields.iter().find(|one| one.name == field);
        match of_field {
            Some(field) => field.kind,
            None if field == CREATED_BY => FieldKind::Exact,
            None => FieldKind::Text,
        }
    }
}
