//! Timestamps in the columns of both databases.

use chrono::{NaiveDate, NaiveDateTime};
use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql};
use diesel::pg::Pg;
use diesel::serialize::{self, Output, ToSql};
use diesel::sqlite::Sqlite;

use super::Db;
use crate::base::time::Timestamp;

impl FromSql<diesel::sql_types::Timestamp, Db> for Timestamp {
    fn from_sql(value: <Db as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        value.from_sql::<Self, diesel::sql_types::Timestamp>()
    }
}

impl FromSql<diesel::sql_types::Timestamp, Pg> for Timestamp {
    fn from_sql(value: <Pg as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        let time = FromSql::<diesel::sql_types::Timestamp, Pg>::from_sql(value)?;
        Ok(Self(time))
    }
}

impl FromSql<diesel::sql_types::Timestamp, Sqlite> for Timestamp {
    fn from_sql(value: <Sqlite as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        let text: String = FromSql::<diesel::sql_types::Text, Sqlite>::from_sql(value)?;
        match of_columns(&text) {
            Some(time) => Ok(Self(time)),
            None => Ok(Self(NaiveDateTime::parse_from_str(&text, "%F %T%.f")?)),
        }
    }
}

/// Parses a timestamp of SQLite's columns, `2026-11-22 20:00:00.123456`: each part has a fixed
/// position, so that no format string is parsed.
pub(crate) fn of_columns(text: &str) -> Option<NaiveDateTime> {
    let part = |from: usize, to: usize| text.get(from..to)?.parse::<u32>().ok();
    let micros = match text.len() {
        19 => 0,
        23 => part(20, 23)? * 1_000,
        26 => part(20, 26)?,
        _ => return None,
    };
    let date = NaiveDate::from_ymd_opt(part(0, 4)?.try_into().ok()?, part(5, 7)?, part(8, 10)?)?;
    date.and_hms_micro_opt(part(11, 13)?, part(14, 16)?, part(17, 19)?, micros)
}

impl ToSql<diesel::sql_types::Timestamp, Db> for Timestamp {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Db>) -> serialize::Result {
        out.set_value((diesel::sql_types::Timestamp, self));
        Ok(serialize::IsNull::No)
    }
}

impl ToSql<diesel::sql_types::Timestamp, Pg> for Timestamp {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<diesel::sql_types::Timestamp, Pg>::to_sql(&self.0, out)
    }
}

impl ToSql<diesel::sql_types::Timestamp, Sqlite> for Timestamp {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        // The same text as diesel writes, without parsing a format string each time.
        out.set_value(self.0.to_string());
        Ok(serialize::IsNull::No)
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDateTime;

    #[test]
    fn columns_are_read_as_they_are_written() {
        for text in [
            "2026-11-22 20:00:00",
            "2026-11-22 20:00:00.120",
            "0099-01-02 03:04:05.000060",
            "+10000-01-01 00:00:00.100",
        ] {
            let read = NaiveDateTime::parse_from_str(text, "%F %T%.f").unwrap();
            assert_eq!(read.to_string(), text);
            // Text without fixed positions is left to the format string.
            assert_eq!(super::of_columns(text), (!text.starts_with('+')).then_some(read));
        }
        for text in ["", "2026-11-22", "2026-13-22 20:00:00", "2026-11-22 20:00:0é"] {
            assert_eq!(super::of_columns(text), None, "{text}");
        }
    }
}
