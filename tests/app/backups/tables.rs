//! Backups of all tables, whatever values their rows have.

use kernel::db::Migration;

use super::*;

#[actix_web::test]
async fn every_table_is_in_a_backup() {
    let folder = Folder::new();
    let app = TestApp::of(&PRODUCT).await;
    app.backup(&folder.file("b.mizan")).await.unwrap();
    let bytes = std::fs::read(folder.file("b.mizan")).unwrap();
    let second = bytes.split(|byte| *byte == b'\n').nth(1).unwrap();
    let manifest: Value = serde_json::from_slice(second).unwrap();
    let named = manifest["tables"].as_array().unwrap().iter();
    let mut named: Vec<&str> = named.map(|table| table["name"].as_str().unwrap()).collect();
    named.sort_unstable();
    assert_eq!(named, tables(&mut app.database().connect()));
}

/// A module whose table has every type of column.
const TICKETS: Module = Module {
    migrations: || {
        vec![Migration {
            name: "20261121950000_tickets",
            sql:
                "CREATE TABLE tickets (number INTEGER PRIMARY KEY, after INTEGER REFERENCES tickets,
                  \"order\" TEXT, open BOOLEAN, price DOUBLE, large BIGINT, seal BLOB, day DATE,
                  at TIMESTAMP, rest BIGINT GENERATED ALWAYS AS (large % 1000));
              INSERT INTO tickets (large) VALUES (0);
              -- migrate:down
              DROP TABLE tickets;",
            postgres: Some(
                "CREATE TABLE tickets (number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                 after BIGINT REFERENCES tickets, \"order\" TEXT COLLATE \"C\", open BOOLEAN,
                 price DOUBLE PRECISION, large BIGINT, seal BYTEA, day DATE, at TIMESTAMP,
                 rest BIGINT GENERATED ALWAYS AS (large % 1000) STORED);
             INSERT INTO tickets (large) VALUES (0);
             -- migrate:down
             DROP TABLE tickets;",
            ),
        }]
    },
    ..Module::new("tickets")
};

#[actix_web::test]
async fn all_column_values_are_restored_and_row_numbers_continue() {
    let folder = Folder::new();
    let with_tickets = product(&[companies::MODULE, TICKETS]);
    let app = TestApp::of(&with_tickets).await;
    let mut conn = app.database().connect();
    let bytes = if conn.is_sqlite() { "x'00ff5c27'" } else { "'\\x00ff5c27'" };
    let empty = if conn.is_sqlite() { "x''" } else { "'\\x'" };
    for values in [
        "NULL, '', TRUE, 0.1, 9223372036854775807, BYTES, '2026-02-28', '2026-11-22 10:00:00'",
        "1, '\"', FALSE, 1e300, -9223372036854775808, EMPTY, NULL, '2026-11-22 10:00:00.120'",
        "2, 'order', NULL, 5e-324, 0, NULL, '0001-01-01', '2026-11-22 10:00:00.123456'",
        "1, '1', NULL, 900, 1, BYTES, NULL, '1999-12-31 23:59:59.999999'",
    ] {
        let values = values.replace("BYTES", bytes).replace("EMPTY", empty);
        let into = "tickets (after, \"order\", open, price, large, seal, day, at)";
        sql_query(format!("INSERT INTO {into} VALUES ({values})")).execute(&mut conn).unwrap();
    }
    // The first row refers to a later one.
    sql_query("UPDATE tickets SET after = 4 WHERE number = 1").execute(&mut conn).unwrap();
    let before = rows(&mut conn);
    app.backup(&folder.file("0.mizan")).await.unwrap();
    let mut places = vec![TestDatabase::new()];
    places.extend(app.database().of_other_backend());
    places.extend(places.get(1).map(|_| TestDatabase::new()));
    for (number, place) in places.iter().enumerate() {
        let [from, to] = [number, number + 1].map(|file| folder.file(&format!("{file}.mizan")));
        place.restore(&with_tickets, &from).await.unwrap();
        let mut conn = place.connect();
        if number != 1 {
            assert_eq!(rows(&mut conn), before);
        }
        TestApp::on(&with_tickets, place.clone()).await.backup(&to).await.unwrap();
        sql_query("INSERT INTO tickets (large) VALUES (4)").execute(&mut conn).unwrap();
        let last = "SELECT number || ' ' || rest AS line FROM tickets ORDER BY number DESC LIMIT 1";
        assert_eq!(lines(&mut conn, last), ["6 4"]);
    }
}
