//! The fields of a resource that lists can be filtered, sorted and searched by, whitelisted by
//! their JSON names.
//!
//! A column is type-checked when it is added (a column of another or an unjoined table does not
//! compile) and type-erased there, so that one expression type serves every resource.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Arc;

use diesel::expression::AppearsOnTable;

use super::compare::compare;
use super::expression::{Cond, FieldColumn, ListedColumn, LookUp, Node, Order, Searched, Test};
use super::filter::{CREATED_BY, Condition, Filter, Filtered, ReferredFilter};
use super::kind::{FieldFacts, FieldKind};
use super::query::{Among, ListQuery, Sight};
use super::sql::{Select, Selected};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::search;
use crate::engine::columns::ColumnExpr;

#[derive(Clone)]
struct Field {
    name: &'static str,
    filter: FieldColumn,
    sort: FieldColumn,
    /// The column that searches match, when the field is searched.
    shown: FieldColumn,
    searched: bool,
}

impl Field {
    /// Returns the columns in memory that lists need for it: first those of its order and of searches, then the others.
    fn in_memory(&self) -> [Vec<(&'static str, ColumnExpr)>; 2] {
        let refers = self.sort.through.as_ref().map(|join| (*join.refers).clone());
        let searched = self.searched.then(|| self.shown.clone().of_kind(FieldKind::Text));
        let first = [Some(self.sort.clone()), refers, searched];
        let cached = |column: FieldColumn| column.cached().clone();
        [first.into_iter().flatten().map(cached).collect(), vec![cached(self.filter.whole())]]
    }
}

/// The fields of a resource's lists. `Table` is the resource's own table, `Source` what its lists
/// select from: the same table, or a join.
pub struct Fields<Table, Source = Table> {
    identifier: FieldColumn,
    fields: Vec<Field>,
    /// The user of the first version, which records are filtered by only.
    created_by: Option<FieldColumn>,
    source: PhantomData<fn() -> (Table, Source)>,
}

impl<Table, Source> Clone for Fields<Table, Source> {
    fn clone(&self) -> Self {
        Self {
            identifier: self.identifier.clone(),
            fields: self.fields.clone(),
            created_by: self.created_by.clone(),
            source: PhantomData,
        }
    }
}

impl<Table: 'static, Source> Fields<Table, Source> {
    /// Starts with the identifier, which breaks ties in every order.
    pub fn new(name: &'static str, id: impl ListedColumn<Table = Table>) -> Self {
        let column = FieldColumn::as_it_is(id);
        let fields = Self {
            identifier: column.clone(),
            fields: Vec::new(),
            created_by: None,
            source: PhantomData,
        };
        fields.alike(name, column)
    }

    /// Adds a field that can be filtered and sorted.
    pub fn field(self, name: &'static str, column: impl ListedColumn<Table = Table>) -> Self {
        self.alike(name, FieldColumn::of(column))
    }

    /// Adds a text that may be long: sorted by its first 200 characters.
    pub fn long_text(self, name: &'static str, column: impl ListedColumn<Table = Table>) -> Self {
        self.alike(name, FieldColumn::of(column).of_kind(FieldKind::LongText))
    }

    /// Adds a text field that is sorted by a column with its natural sort order.
    pub fn natural_order(
        self,
        name: &'static str,
        column: impl ListedColumn<Table = Table>,
        order: impl ListedColumn<Table = Table>,
    ) -> Self {
        let column = FieldColumn::of(column);
        self.with(name, column.clone(), FieldColumn::as_it_is(order), column)
    }

    /// Adds a reference to a record: filtered by its identifier, sorted and searched by its name.
    pub fn named(
        self,
        name: &'static str,
        id: impl ListedColumn<Table = Table>,
        called: impl ListedColumn + AppearsOnTable<Source>,
    ) -> Self {
        let id = FieldColumn::of(id).of_kind(FieldKind::Exact);
        let called = FieldColumn::of(called).through(&id);
        self.with(name, id, called.clone(), called)
    }

    /// Adds a text that is compared byte by byte.
    pub(crate) fn exact(
        self,
        name: &'static str,
        column: impl ListedColumn<Table = Table>,
    ) -> Self {
        self.alike(name, FieldColumn::of(column).of_kind(FieldKind::Exact))
    }

    /// Sorts the reference added last by another column of its table, which holds the natural sort
    /// order of its name.
    pub fn naturally(mut self, order: impl ListedColumn + AppearsOnTable<Source>) -> Self {
        if let Some(field) = self.fields.last_mut() {
            field.sort = FieldColumn::as_it_is(order).through(&field.filter);
        }
        self
    }

    /// Includes the field added last, which is text, in searches.
    pub fn searched(mut self) -> Self {
        if let Some(field) = self.fields.last_mut() {
            field.searched = true;
        }
        self
    }

    /// Adds the user who made a record; `sql` makes a scalar subquery for the identifier in a column.
    pub(crate) fn created_by(mut self, sql: impl Fn(&str) -> String) -> Self {
        let FieldColumn { table, name, .. } = self.identifier;
        let sql = LookUp(sql(&format!("{table}.{name}")));
        self.created_by = Some(FieldColumn::looked_up(table, sql));
        self
    }

    fn alike(self, name: &'static str, column: FieldColumn) -> Self {
        self.with(name, column.clone(), column.clone(), column)
    }

    fn with(
        mut self,
        name: &'static str,
        filter: FieldColumn,
        sort: FieldColumn,
        shown: FieldColumn,
    ) -> Self {
        self.fields.push(Field { name, filter, sort, shown, searched: false });
        self
    }

    /// Builds a selection of the records that meet `condition`.
    pub(super) fn select(&self, condition: Node, selected: Selected) -> Select {
        let table = self.identifier.table;
        Select { table, id: Arc::clone(&self.identifier.sql), condition, selected }
    }

    /// Returns the properties of the fields for the rest of the kernel.
    pub(crate) fn facts(&self) -> Vec<FieldFacts> {
        self.fields
            .iter()
            .map(|field| FieldFacts {
                name: field.name,
                kind: field.filter.kind,
                searched: field.searched,
                is_optional: field.filter.nullable,
                table: field.filter.table,
                column: field.filter.name,
                is_named: field.shown.is_joined(),
                in_memory: field.in_memory(),
                found_by: field.filter.index(),
                ordered_by: field.sort.index(),
            })
            .collect()
    }

    /// Returns the names of the fields that lists can be sorted by.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.fields.iter().map(|field| field.name).collect()
    }

    /// Returns the order by `name`, ties broken by the identifier in the same direction, so that
    /// one index `(column, id)` serves both directions. `None` when there is no such field.
    pub(crate) fn order(&self, name: &str, descending: bool) -> Option<Order> {
        let field = self.field_named(name)?;
        Some(Order::new(field.sort.clone(), Arc::clone(&self.identifier.sql), descending))
    }

    /// Returns the order by the identifier.
    pub(super) fn order_by_identifier(&self, descending: bool) -> Order {
        Order::new(self.identifier.clone(), Arc::clone(&self.identifier.sql), descending)
    }

    /// Builds the condition for records that contain every one of `terms`, each in one of the
    /// searched fields that the reader sees.
    fn contains_all(&self, terms: &[String], sight: Option<&Sight>) -> Result<Node> {
        let is_seen = |field: &&Field| sight.is_none_or(|sight| !sight.unseen.contains(field.name));
        let searched = || self.fields.iter().filter(|field| field.searched).filter(is_seen);
        // A record is not found by the name of one that the reader may not read.
        let mut readable = HashMap::new();
        if let Some(sight) = sight {
            for (field, filter) in &sight.references {
                readable.insert(*field, self.checked(filter)?);
            }
        }
        let whole = |field: &Field| field.shown.clone().of_kind(FieldKind::Text);
        let is_own = |field: &&Field| !field.shown.is_joined();
        let columns: Vec<FieldColumn> = searched().filter(is_own).map(whole).collect();
        let parts = terms.iter().map(|term| {
            let term = search::Term::of(term);
            let named = searched().filter(|field| !is_own(field)).map(|field| {
                let named = Node::Search(Searched::Named {
                    refers: field.filter.clone(),
                    called: whole(field),
                    term: term.clone(),
                });
                match readable.get(field.name) {
                    None => named,
                    Some(readable) => Node::All(vec![readable.clone(), named]),
                }
            });
            let own = (!columns.is_empty()).then(|| Searched::Own {
                id: self.identifier.clone(),
                columns: columns.clone(),
                term: term.clone(),
                walking: false,
            });
            Node::Any(own.into_iter().map(Node::Search).chain(named).collect())
        });
        Ok(Node::All(parts.collect()))
    }

    /// Returns the column of the identifier.
    pub(crate) fn identifier(&self) -> &FieldColumn {
        &self.identifier
    }

    /// Builds the condition for records whose identifier is one, or none, of these.
    fn limited(&self, to: &Among) -> Node {
        match to {
            Among::These(ids) => self.by_identifier(ids, false),
            Among::AllBut(ids) => self.by_identifier(ids, true),
        }
    }

    fn by_identifier(&self, ids: &[Id], not: bool) -> Node {
        let values = ids.iter().map(|id| id.as_str().to_owned()).collect();
        Node::Test(self.identifier.clone(), Test::In { not, values })
    }

    /// Builds the condition that the records of a list must meet.
    pub(super) fn condition_of(&self, query: &ListQuery) -> Result<Node> {
        let mut parts = Vec::new();
        let sight = query.sight.as_deref();
        if let Some(filter) = &query.filter {
            parts.push(self.checked(filter)?);
        }
        if let Some(Sight { key, rows: Some(rule), .. }) = sight {
            parts.push(Node::Cached(Arc::clone(key), Box::new(self.checked(rule)?)));
        }
        parts.extend(query.among.as_ref().map(|among| self.limited(among)));
        if !query.search.is_empty() {
            parts.push(self.contains_all(&query.search, sight)?);
        }
        Ok(Node::All(parts))
    }

    /// Builds the condition of a filter that names fields of this resource.
    fn checked(&self, filter: &Filter) -> Result<Node> {
        let unknown = || Error::internal("a filter was checked against other fields");
        self.condition(filter).ok_or_else(unknown)
    }

    /// Builds the condition of `filter`. `None` when it names an unknown field.
    pub(crate) fn condition(&self, filter: &Filter) -> Option<Node> {
        let all = |group: &[Filter]| -> Option<Vec<Node>> {
            group.iter().map(|part| self.condition(part)).collect()
        };
        match filter {
            Filter::All(group) => all(group).map(Node::All),
            Filter::Any(group) => all(group).map(Node::Any),
            Filter::Is(Condition { field, operator, operand }) => {
                Some(compare(self.compared(field)?, *operator, operand))
            }
            Filter::Referred(ReferredFilter { field, to, within, or_none, key }) => {
                let node = Node::Referred {
                    refers: self.compared(field)?.clone(),
                    to: to.0.identifier(),
                    within: Box::new(to.0.condition(within)?),
                    or_none: *or_none,
                };
                Some(match key {
                    Some(key) => Node::Cached(Arc::clone(key), Box::new(node)),
                    None => node,
                })
            }
            Filter::Not(filter) => Some(Node::Not(Box::new(self.condition(filter)?))),
            Filter::Computed(field, operator, operand) => {
                Some(compare(&FieldColumn::of_computed(field), *operator, operand))
            }
        }
    }

    /// Returns the column that a field is filtered by, and the one that shows it.
    pub(super) fn compared_and_shown(&self, name: &str) -> Option<(&FieldColumn, &FieldColumn)> {
        self.field_named(name).map(|field| (&field.filter, &field.shown))
    }

    /// Returns the column that a field is filtered by, also of one that lists are filtered by only.
    fn compared(&self, name: &str) -> Option<&FieldColumn> {
        let own = self.field_named(name).map(|field| &field.filter);
        own.or_else(|| self.created_by.as_ref().filter(|_| name == CREATED_BY))
    }

    fn field_named(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

impl Cond {
    /// The rows whose foreign key `column` leads to a record of this kind that meets `filter`. `None` when that names an
    /// unknown field.
    pub(crate) fn referring<C: ListedColumn>(
        column: C,
        to: &dyn Filtered,
        filter: &Filter,
    ) -> Option<Self> {
        let within = Box::new(to.condition(filter)?);
        let refers = FieldColumn::of(column).of_kind(FieldKind::Exact);
        Some(Self(Node::Referred { refers, to: to.identifier(), within, or_none: false }))
    }
}
