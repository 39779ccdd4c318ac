//! An answer as a table: a line for each of its rows.

use std::io;

use super::answer::ExplorerAnswer;
use super::question::{Compare, Question};
use crate::error::{Error, Result};
use crate::transfer::{Cell, Format, TableWriter};

impl Question {
    /// The answer as a file: what each dimension's value is called and known by, then each figure
    /// and how many facts it is made of.
    pub fn table(&self, answer: &ExplorerAnswer, format: Format) -> Result<Vec<u8>> {
        self.write(answer, format).map_err(Error::internal)
    }

    fn write(&self, answer: &ExplorerAnswer, format: Format) -> io::Result<Vec<u8>> {
        let asked = &self.asked;
        let mut header: Vec<String> = Vec::new();
        for dimension in asked.axes().into_iter().flatten() {
            header.extend([dimension.name.to_owned(), format!("{}.key", dimension.name)]);
        }
        let compared: Vec<bool> = asked
            .measures
            .iter()
            .map(|measure| match asked.compare {
                None => false,
                Some(Compare::Previous) => true,
                Some(Compare::Listed) => !measure.listed.is_empty(),
            })
            .collect();
        for (measure, compared) in asked.measures.iter().zip(&compared) {
            header.extend([measure.name.to_owned(), format!("{}.n", measure.name)]);
            if *compared {
                let name = measure.name;
                header.extend([format!("{name}.compare"), format!("{name}.compare.n")]);
            }
        }
        let mut table = TableWriter::new(format, Vec::new(), &header)?;
        for row in &answer.rows {
            let mut cells = Vec::with_capacity(header.len());
            for (_, key) in asked
                .axes()
                .iter()
                .zip([Some(&row.row), row.col.as_ref()])
                .filter(|(dimension, _)| dimension.is_some())
            {
                cells.push(key.map_or(Cell::Missing, |key| Cell::Text(&key.label)));
                let known = key.and_then(|key| key.key.as_deref());
                cells.push(known.map_or(Cell::Missing, Cell::Text));
            }
            for ((_, figure), compared) in row.values.0.iter().zip(&compared) {
                cells.extend([number(figure.value), count(figure.n)]);
                if *compared {
                    let compare = figure.compare.as_ref();
                    cells.push(number(compare.and_then(|one| one.value)));
                    cells.push(compare.map_or(Cell::Missing, |one| count(one.n)));
                }
            }
            table.row(&cells)?;
        }
        table.finish()
    }
}

fn number(value: Option<f64>) -> Cell<'static> {
    value.map_or(Cell::Missing, Cell::Number)
}

fn count(n: u64) -> Cell<'static> {
    i64::try_from(n).map_or(Cell::Missing, Cell::Integer)
}
