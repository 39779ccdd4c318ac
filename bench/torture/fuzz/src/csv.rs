//! Uploaded text files: any bytes, read in one of several ways that a mapping can say; the first byte of an input says which.
//!
//! Holds: what `table` says of every table.

use tables::mapping::{Mapping, Reading};

use crate::Target;
use crate::table::check;

/// The keys of a mapping that say how a file is read.
const READINGS: [&str; 7] = [
    "",
    "delimiter = \";\"",
    "delimiter = \"tab\"",
    "encoding = \"utf-16\"",
    "encoding = \"windows-1256\"",
    "encoding = \"gb18030\"\ndelimiter = \"|\"",
    "header_line = 3",
];

pub(crate) const TARGET: Target = Target {
    name: "csv",
    run,
    seeds,
    words: &["\"\"", "\",\"", "\r\n", "\u{feff}", "\u{fffe}", "'=", "\u{200b}", ",,", "\0"],
};

fn run(bytes: &[u8]) {
    if let Some((first, file)) = bytes.split_first() {
        check(file, &reading(usize::from(*first) % READINGS.len()));
    }
}

fn reading(number: usize) -> Reading {
    let mapping = format!("resource = \"things\"\n{}\nfields.n = \"n\"", READINGS[number]);
    Mapping::from_toml(&mapping).expect("a mapping").reading
}

fn seeds() -> Vec<Vec<u8>> {
    let utf_16 = |text: &str| {
        [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
    };
    let files: [(u8, Vec<u8>); 9] = [
        (0, "name,rent\nPalm Rise,\"90,000\"\n\"Tower \"\"A\"\"\nback\",\n".into()),
        (0, "\u{feff}اسم,n\r\nبرج,1\r\n\r\n'=1,2\r\n".into()),
        (0, "a,b\n1\n2,3\n\"open\n".into()),
        (1, "a;b\n1;x,y\n".into()),
        (2, "a\tb\n1\t2\n".into()),
        (3, utf_16("اسم,n\nبرج 🏙,1\n")),
        (4, b"name,n\n\xc8\xd1\xcc,1\n".to_vec()),
        (5, b"a|b\n\x81\x30\x84\x36|\xc4\xe3\n".to_vec()),
        (6, "Monthly \"report\n\nname\nx\n".into()),
    ];
    files.into_iter().map(|(reading, file)| [vec![reading], file].concat()).collect()
}
