//! A table as a user has it in a spreadsheet.

use kernel::transfer::{Cell, Format, TableWriter};

/// The cells of a table by row and column, all as texts.
#[derive(Clone)]
pub(super) struct Sheet {
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Sheet {
    /// Reads comma-separated values.
    pub(super) fn read(text: &str) -> Self {
        let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
        let (mut quoted, mut letters) = (false, text.chars().peekable());
        while let Some(letter) = letters.next() {
            match letter {
                '"' if quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
                '"' => quoted = !quoted,
                ',' if !quoted => row.push(std::mem::take(&mut cell)),
                '\r' if !quoted => {}
                '\n' if !quoted => {
                    row.push(std::mem::take(&mut cell));
                    rows.push(std::mem::take(&mut row));
                }
                other => cell.push(other),
            }
        }
        let header = rows.remove(0);
        Self { header, rows }
    }

    fn place(&self, column: &str) -> usize {
        self.header.iter().position(|name| name == column).unwrap()
    }

    pub(super) fn cell(&self, row: usize, column: &str) -> &str {
        &self.rows[row][self.place(column)]
    }

    pub(super) fn set(&mut self, row: usize, column: &str, cell: impl Into<String>) {
        let place = self.place(column);
        self.rows[row][place] = cell.into();
    }

    /// Returns the table without these rows.
    pub(super) fn without(&self, rows: &[usize]) -> Self {
        let remaining = self.rows.iter().enumerate().filter(|(index, _)| !rows.contains(index));
        Self { header: self.header.clone(), rows: remaining.map(|(_, row)| row.clone()).collect() }
    }

    /// Returns the table as a file. Numbers are numbers where the format has them.
    pub(super) fn file(&self, format: Format) -> Vec<u8> {
        let mut table = TableWriter::new(format, Vec::new(), &self.header).unwrap();
        for row in &self.rows {
            let cells: Vec<Cell<'_>> = row
                .iter()
                .zip(&self.header)
                .map(|(cell, column)| match cell.parse::<f64>() {
                    Ok(number) if column != "_id" && column != "view" => Cell::Number(number),
                    _ if cell.is_empty() => Cell::Missing,
                    _ => Cell::Text(cell),
                })
                .collect();
            table.row(&cells).unwrap();
        }
        table.finish().unwrap()
    }
}
