//! Writes an answer as a table. As CSV it has a line for each of its rows, for programs; as a
//! workbook it is the table of the screen, with columns across.

use std::collections::HashMap;
use std::io::{self, Write};

use super::answer::{ExplorerAnswer, ExplorerKey, ExplorerRow, ExplorerValue};
use super::declare::Measure;
use super::question::{Compare, Question};
use crate::base::error::{Error, Result};
use tables::{Cell, Decimals, Format, Layout, TableWriter};

/// A measure, and what its values are compared with.
type Shown = (Measure, Option<Compare>);

impl Question {
    /// Writes the answer as a file. CSV has the label and the key of each dimension's value, then
    /// each measure with the number of facts that it is computed from. A workbook has a line for
    /// each row, and in it the measures of each column, with labels and units.
    pub fn table<W: Write + Send>(
        &self,
        answer: &ExplorerAnswer,
        layout: Layout,
        out: W,
    ) -> Result<()> {
        let written = match layout.format {
            Format::Csv => self.flat(answer, layout, out),
            Format::Xlsx => self.across(answer, out),
        };
        written.map_err(Error::internal)
    }

    /// Returns the header and the first rows as texts: the labels of each row, its values, and of how many facts each is.
    pub(crate) fn texts(
        &self,
        answer: &ExplorerAnswer,
        most: usize,
        text: impl Fn(&Cell<'_>) -> String,
    ) -> (Vec<String>, Vec<Vec<String>>) {
        let shown: Vec<Shown> =
            self.shown().into_iter().map(|(measure, _)| (measure, None)).collect();
        let axes = self.parameters.axes().into_iter().flatten();
        let mut header: Vec<String> = axes.map(|axis| axis.label.to_owned()).collect();
        for (Measure { label, unit, .. }, _) in &shown {
            let after = if unit.is_empty() { String::new() } else { format!(", {unit}") };
            header.extend([format!("{label}{after}"), format!("{label}, n")]);
        }
        let has = self.parameters.axes().map(|axis| axis.is_some());
        let rows = answer.rows.iter().take(most).map(|row| {
            let mut cells = Vec::with_capacity(header.len());
            let labels = [Some(&row.row), row.col.as_ref()].into_iter().zip(has);
            for (label, _) in labels.filter(|(_, has)| *has) {
                cells.push(label.map_or(Cell::Missing, |one| Cell::Text(&one.label)));
            }
            push(&mut cells, &shown, Some(row), false);
            cells.iter().map(&text).collect()
        });
        let rows = rows.collect();
        (header, rows)
    }

    fn shown(&self) -> Vec<Shown> {
        let compared = |measure: &Measure| match self.parameters.compare {
            Some(Compare::Listed) if measure.listed.is_empty() => None,
            compare => compare,
        };
        self.parameters.measures.iter().map(|measure| (*measure, compared(measure))).collect()
    }

    fn flat<W: Write + Send>(
        &self,
        answer: &ExplorerAnswer,
        layout: Layout,
        out: W,
    ) -> io::Result<()> {
        let parameters = &self.parameters;
        let shown = self.shown();
        let mut header: Vec<String> = Vec::new();
        for dimension in parameters.axes().into_iter().flatten() {
            header.extend([dimension.name.to_owned(), format!("{}.key", dimension.name)]);
        }
        for (Measure { name, .. }, compared) in &shown {
            header.extend([(*name).to_owned(), format!("{name}.n")]);
            if compared.is_some() {
                header.extend([format!("{name}.compare"), format!("{name}.compare.n")]);
            }
        }
        let mut table = TableWriter::new(layout, out, &header)?;
        for row in &answer.rows {
            let mut cells = Vec::with_capacity(header.len());
            let keys = parameters.axes().into_iter().zip([Some(&row.row), row.col.as_ref()]);
            for (_, key) in keys.filter(|(dimension, _)| dimension.is_some()) {
                cells.push(key.map_or(Cell::Missing, |key| Cell::Text(&key.label)));
                let known = key.and_then(|key| key.key.as_deref());
                cells.push(known.map_or(Cell::Missing, Cell::Text));
            }
            push(&mut cells, &shown, Some(row), false);
            table.row(&cells)?;
        }
        table.finish().map(drop)
    }

    /// Returns the label of a row: a day as a date, anything else as a text.
    fn label<'a>(&self, row: &'a ExplorerKey) -> Cell<'a> {
        let is_day = self.parameters.rows.as_ref().is_some_and(|rows| rows.kind.is_day());
        let day = row.key.as_deref().filter(|_| is_day).and_then(|key| key.parse().ok());
        day.map_or(Cell::Text(&row.label), Cell::Date)
    }

    fn across<W: Write + Send>(&self, answer: &ExplorerAnswer, out: W) -> io::Result<()> {
        let shown = self.shown();
        let cols: Vec<Option<&ExplorerKey>> = match &answer.cols {
            None => vec![None],
            Some(cols) => cols.iter().map(|col| Some(&**col)).collect(),
        };
        let label = self.parameters.rows.as_ref().map_or("", |rows| rows.label);
        let mut header = vec![label.to_owned()];
        for col in &cols {
            let before = col.map_or(String::new(), |col| format!("{} · ", col.label));
            for (Measure { label, unit, .. }, compared) in &shown {
                let after = if unit.is_empty() { String::new() } else { format!(", {unit}") };
                header.extend([format!("{before}{label}{after}"), format!("{before}{label}, n")]);
                let with = match compared {
                    None => continue,
                    Some(Compare::Previous) => "period before",
                    Some(Compare::Listed) => "listed",
                };
                header.push(format!("{before}{label}, {with}{after}"));
                header.push(format!("{before}{label}, {with}, n"));
                header.push(format!("{before}{label}, difference{after}"));
            }
        }
        let mut table = TableWriter::new(Format::Xlsx, out, &header)?;
        for rows in answer.rows.chunk_by(|one, next| one.row == next.row) {
            let Some(first) = rows.first() else { continue };
            let by_col: HashMap<Option<Option<&str>>, &ExplorerRow> = rows
                .iter()
                .map(|row| (row.col.as_ref().map(|col| col.key.as_deref()), row))
                .collect();
            let mut cells = vec![self.label(&first.row)];
            for col in &cols {
                let col = col.map(|col| col.key.as_deref());
                push(&mut cells, &shown, by_col.get(&col).copied(), true);
            }
            table.row(&cells)?;
        }
        table.finish().map(drop)
    }
}

/// Appends the values of a row, or as many empty cells; with `differences` also the differences to
/// the values that they are compared with.
fn push(cells: &mut Vec<Cell<'_>>, shown: &[Shown], row: Option<&ExplorerRow>, differences: bool) {
    for (at, (measure, compared)) in shown.iter().enumerate() {
        let measured: Option<&ExplorerValue> =
            row.and_then(|row| row.values.0.get(at)).map(|(_, measured)| measured);
        cells.push(number(measure, measured.and_then(|one| one.value)));
        cells.push(measured.map_or(Cell::Missing, |one| count(one.n)));
        if compared.is_some() {
            let compare = measured.and_then(|one| one.compare.as_ref());
            cells.push(number(measure, compare.and_then(|one| one.value)));
            cells.push(compare.map_or(Cell::Missing, |one| count(one.n)));
            if differences {
                let value = measured.and_then(|one| one.value);
                let compared = value.zip(compare.and_then(|one| one.value));
                cells.push(number(measure, compared.map(|(now, then)| now - then)));
            }
        }
    }
}

fn number(measure: &Measure, value: Option<f64>) -> Cell<'static> {
    value.map_or(Cell::Missing, |value| match measure.unit {
        "%" => Cell::Percent(value),
        "" => Cell::Rounded(value, Decimals::None),
        unit if is_currency(unit) => Cell::Rounded(value, Decimals::None),
        _ => Cell::Rounded(value, Decimals::Two),
    })
}

/// Returns whether a unit is a currency by its code, `EUR`: amounts are shown without fractions.
fn is_currency(unit: &str) -> bool {
    unit.len() == 3 && unit.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn count(n: u64) -> Cell<'static> {
    i64::try_from(n).map_or(Cell::Missing, Cell::Integer)
}
