//! What a saved filter or view shows a subscriber now.

use std::sync::Arc;

use super::kinds::MailFormat;
use super::queries::SubscriptionRow;
use crate::base::calendar::calendar;
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::db::{Conn, statements};
use crate::engine::list::{FilterType, ListQuery, Origin, Parameters};
use crate::engine::policy::{FieldLevel, READ};
use crate::explore::Question;
use crate::http::saved::{self, SavedContent, SavedKind};
use crate::mail::Table;
use crate::product::kernel::Kernel;
use crate::records::actor::Actor;
use crate::records::core::Core;
use crate::records::gate::Gate;
use crate::records::jobs::Progress;
use crate::records::{FileColumn, RegisteredResource};
use crate::transfer::{self, Cell, Decimals, Format};

/// How many rows a mail has.
const MOST_ROWS: u8 = 100;

/// How many rows a workbook has.
const MOST_EXPORTED: usize = 10_000;

/// What a saved filter or view shows.
pub(super) struct Shown {
    pub(super) saved: SavedContent,
    pub(super) total: i64,
    /// The first rows.
    pub(super) table: Table,
    source: Source,
}

enum Source {
    Filter(Arc<RegisteredResource>, Box<ListQuery>),
    View(Box<Question>),
}

impl Shown {
    /// Looks up what a subscriber sees.
    ///
    /// # Errors
    /// 403, 404 or 400 when the subscriber may not see it any more, or not as it was saved.
    pub(super) async fn of(
        kernel: &Arc<Kernel>,
        row: &SubscriptionRow,
        by: &Actor,
    ) -> Result<Self> {
        let core = &kernel.core;
        let (id, account) = (row.saved_id.clone(), by.id.clone());
        let saved = core.db.read(move |conn| saved::visible(conn, &id, &account)).await?;
        if !by.may(&core.policy, saved.kind.permission(), READ) {
            return Err(Error::not_permitted(saved.kind.permission(), READ));
        }
        must_see(core, by, saved.kind.resource(&saved.of), row.format)?;
        match saved.kind {
            SavedKind::Filter => Self::of_filter(kernel, saved, by).await,
            SavedKind::View => Self::of_view(kernel, saved, by).await,
            // Nobody can subscribe to one.
            SavedKind::Mapping => Err(Error::NotFound),
        }
    }

    async fn of_filter(kernel: &Arc<Kernel>, saved: SavedContent, by: &Actor) -> Result<Self> {
        let core = &kernel.core;
        let entry = core.records.get(&saved.of).cloned().ok_or(Error::NotFound)?;
        let parameters = Parameters::of(None, Some(saved.state.clone()), None);
        let query = core.records.query(&entry, parameters, by, &core.policy)?;
        let first = ListQuery { limit: Some(MOST_ROWS.into()), ..query.clone() };
        let (inner, of, actor) = (Arc::clone(kernel), Arc::clone(&entry), by.clone());
        let read = move |conn: &mut Conn, from: Origin<'_>| {
            let Some(page) = of.registration.read.page(conn, from, &first, &actor)? else {
                return Ok(None);
            };
            let records = &inner.core.records;
            let items = Gate::new(conn, records, &actor.access).all_shown(&of, page.items)?;
            let columns = columns(&of, &actor);
            let texts = |record| {
                let cell = |column: &&FileColumn| {
                    let text = said(&column.cell(record, &mut String::new()));
                    label_of(&of, column, &text).map_or(text, str::to_owned)
                };
                columns.iter().map(cell).collect()
            };
            let header = columns.iter().map(|column| column.label.clone()).collect();
            let table = Table { header, rows: items.iter().map(texts).collect() };
            Ok(Some((page.total, table)))
        };
        let (total, table) = core.listed(true, read).await?;
        Ok(Self { saved, total, table, source: Source::Filter(entry, Box::new(query)) })
    }

    async fn of_view(kernel: &Arc<Kernel>, saved: SavedContent, by: &Actor) -> Result<Self> {
        let explorer = kernel.explorer.clone().seen_by(&by.access);
        let question = Question::saved(&explorer, &saved.state)?;
        let same = question.clone();
        let read = move |conn: &mut Conn| {
            let answer = same.answer(conn)?;
            let (header, rows) = same.texts(&answer, MOST_ROWS.into(), said);
            Ok((answer.total, Table { header, rows }))
        };
        let (total, table) = kernel.core.read_long(read).await?;
        let total = i64::try_from(total).map_err(Error::internal)?;
        Ok(Self { saved, total, table, source: Source::View(Box::new(question)) })
    }

    /// Returns the name of the file that a mail has.
    pub(super) fn file_name(&self) -> String {
        match &self.source {
            Source::Filter(entry, _) => format!("{}.xlsx", entry.info().name),
            Source::View(_) => "view.xlsx".into(),
        }
    }

    /// Writes all rows that a workbook may have.
    pub(super) async fn workbook(self, kernel: &Arc<Kernel>, by: &Actor) -> Result<Vec<u8>> {
        let (inner, by) = (Arc::clone(kernel), by.clone());
        let write = move |conn: &mut Conn| {
            let mut file = Vec::new();
            match &self.source {
                Source::Filter(entry, query) => {
                    let layout = transfer::layout(Format::Xlsx);
                    let of = (&*inner.core.records, &**entry);
                    let out = (&mut file, &Progress::default());
                    transfer::export(conn, of, (query, &by), (layout, MOST_EXPORTED), out)?;
                }
                Source::View(question) => {
                    let answer = statements::snapshot(conn, |conn| question.answer(conn))?;
                    question.table(&answer, Format::Xlsx.into(), &mut file)?;
                }
            }
            Ok(file)
        };
        kernel.core.db.read_table(write).await
    }
}

/// Fails with a 403 unless a user may see what a mail of this format holds.
pub(super) fn must_see(core: &Core, by: &Actor, resource: &str, format: MailFormat) -> Result<()> {
    let needed: &[&str] = match format {
        MailFormat::Html => &["read"],
        MailFormat::Xlsx => &["read", "export"],
    };
    match needed.iter().find(|action| !by.may(&core.policy, resource, action)) {
        None => Ok(()),
        Some(action) => Err(Error::not_permitted(resource, *action)),
    }
}

/// Returns the columns that lists of a resource show, of those that the reader sees.
fn columns<'a>(entry: &'a RegisteredResource, by: &Actor) -> Vec<&'a FileColumn> {
    let (shown, access) = (entry.info().columns, by.access.of(entry.info().name));
    let is_shown = |column: &&FileColumn| {
        !column.label.is_empty()
            && (shown.is_empty() || shown.contains(&column.field()))
            && access.is_none_or(|access| access.levels(column.field()).1 > FieldLevel::Hidden)
    };
    entry.columns.iter().filter(is_shown).collect()
}

/// Returns what screens call a choice.
fn label_of<'a>(
    entry: &'a RegisteredResource,
    column: &FileColumn,
    choice: &str,
) -> Option<&'a str> {
    let definition = entry.definitions.iter().find(|one| one.key == column.name)?;
    let FilterType::Choice(options) = &definition.kind else { return None };
    options.iter().find(|one| one.value == *choice).map(|one| one.label.as_str())
}

/// Writes a cell as a text.
fn said(cell: &Cell<'_>) -> String {
    match cell {
        Cell::Missing => String::new(),
        Cell::Text(text) => (*text).to_owned(),
        Cell::Number(number) => number.to_string(),
        Cell::Percent(share) => format!("{:.1} %", share * 100.0),
        Cell::Rounded(number, Decimals::None) => format!("{number:.0}"),
        Cell::Rounded(number, _) => format!("{number:.2}"),
        Cell::Integer(whole) => whole.to_string(),
        Cell::Boolean(truth) => if *truth { "Yes" } else { "No" }.to_owned(),
        Cell::Date(day) => day.to_string(),
        Cell::Instant(text) => match serde_json::from_value::<Timestamp>((*text).into()) {
            Ok(at) => calendar().local(at.0).format("%Y-%m-%d %H:%M").to_string(),
            Err(_) => (*text).to_owned(),
        },
    }
}
