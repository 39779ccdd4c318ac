//! Tests that numbers and timestamps survive a round trip.

use diesel::connection::SimpleConnection;
use diesel::sql_types::Double;

use super::*;
use crate::base::config::DatabaseUrl;
use crate::base::id::Id;
use crate::base::seeded::SeededRandom;
use crate::db;

/// Numbers of every magnitude, and some with few digits.
fn numbers(many: usize) -> Vec<f64> {
    let mut random = SeededRandom::new(1, 2, 3);
    let number = |index: usize| {
        let bits = random.bits();
        let any = f64::from_bits(bits);
        if index.is_multiple_of(2) && any.is_finite() { any } else { (bits >> 24) as f64 / 100.0 }
    };
    (0..many).map(number).collect()
}

fn two_tables() -> (Conn, Vec<Table>, std::path::PathBuf) {
    let path = std::env::temp_dir().join(format!("mizan-rows-{}.db", Id::new()));
    let mut conn = db::open(&DatabaseUrl::Sqlite(path.clone())).unwrap();
    let columns = "(place INTEGER PRIMARY KEY, number DOUBLE, at TIMESTAMP)";
    let sql = format!("CREATE TABLE here {columns}; CREATE TABLE there {columns};");
    conn.batch_execute(&sql).unwrap();
    hasten(&mut conn).unwrap();
    let tables = tables(&mut conn, &["here", "none", "there"]).unwrap();
    assert_eq!(tables.len(), 2);
    (conn, tables, path)
}

fn read(conn: &mut Conn, table: &str) -> Vec<u64> {
    let sql = format!("SELECT number FROM {table} ORDER BY place");
    let rows = prepared::rows::<Double, f64>(conn, &sql, &[]).unwrap();
    rows.into_iter().map(f64::to_bits).collect()
}

#[test]
fn every_number_comes_back_to_the_last_bit() {
    let (mut conn, tables, path) = two_tables();
    let numbers = numbers(20_000);
    let bits: Vec<u64> = numbers.iter().map(|number| number.to_bits()).collect();
    // As PostgreSQL writes them: with as few digits as distinguish them.
    for rows in numbers.chunks(500) {
        let rows: Vec<String> = rows.iter().map(|row| format!("{{\"number\":{row:e}}}")).collect();
        insert(
            &mut conn,
            &tables[0],
            &format!("[{}]", rows.join(",")).replace("{", "{\"at\":null,"),
        )
        .unwrap();
    }
    assert!(read(&mut conn, "here") == bits);
    let mut rows = Vec::new();
    each(&mut conn, &tables[0], |row| {
        rows.push(row);
        Ok(())
    })
    .unwrap();
    for rows in rows.chunks(500) {
        insert(&mut conn, &tables[1], &format!("[{}]", rows.join(","))).unwrap();
    }
    assert!(read(&mut conn, "there") == bits);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_moment_of_postgresql_is_stored_as_one_of_sqlite() {
    let (mut conn, tables, path) = two_tables();
    let rows = r#"[
        {"place": 1, "at": "2026-11-22T10:00:00"}, {"place": 2, "at": "2026-11-22T10:00:00.5"},
        {"place": 3, "at": "2026-11-22T10:00:00.1234"}, {"place": 4, "at": null},
        {"place": 5, "at": "2026-11-22 10:00:00.500"}, {"place": 6, "at": "of old"}
    ]"#;
    assert_eq!(insert(&mut conn, &tables[0], rows).unwrap(), 6);
    let stored = "SELECT coalesce(at, 'none') FROM here ORDER BY place";
    let stored = prepared::rows::<Text, String>(&mut conn, stored, &[]).unwrap();
    assert_eq!(
        stored,
        [
            "2026-11-22 10:00:00",
            "2026-11-22 10:00:00.500",
            "2026-11-22 10:00:00.123400",
            "none",
            "2026-11-22 10:00:00.500",
            "of old",
        ]
    );
    std::fs::remove_file(path).unwrap();
}
