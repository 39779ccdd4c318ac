//! Reads the structure of a workbook: the part of the requested sheet, and the parts that its cells
//! refer to.

use std::io::{Read, Seek};

use super::messages::{DAMAGED, NOT_A_WORKBOOK};
use super::numbers::{Epoch, Formats};
use super::package::Package;
use super::texts::Texts;
use super::xml::{Piece, Xml, each_attribute};

/// The maximum size in bytes of a part that is read before the sheet.
const LARGEST_PART: u64 = 64 * 1024 * 1024;
/// The maximum size in bytes of a part that only lists others.
const LARGEST_LIST: u64 = 16 * 1024 * 1024;

/// What the cells of the sheet refer to.
pub(super) struct Book {
    /// The path of the sheet.
    pub(super) sheet: String,
    pub(super) texts: Texts,
    pub(super) formats: Formats,
    pub(super) epoch: Epoch,
}

impl Book {
    pub(super) fn read<R: Read + Seek>(
        package: &mut Package<R>,
        wanted: Option<&str>,
    ) -> Result<Self, String> {
        let book = relations(package, "")?
            .ok_or(NOT_A_WORKBOOK)?
            .into_iter()
            .find(|relation| relation.kind == "officeDocument")
            .ok_or(NOT_A_WORKBOOK)?
            .path;
        let part = package.part(&book, LARGEST_LIST)?.ok_or(DAMAGED)?;
        let (sheets, epoch) = sheets(part)?;
        let relations = relations(package, &book)?.ok_or(DAMAGED)?;
        let path = |kind: &str| {
            let found = relations.iter().find(|relation| relation.kind == kind);
            found.map(|relation| relation.path.as_str())
        };
        let worksheet = |sheet: &SheetName| {
            let is_its = |other: &&Relation| other.name == sheet.relation;
            relations.iter().filter(is_its).find(|other| other.kind == "worksheet")
        };
        let sheets: Vec<SheetName> =
            sheets.into_iter().filter(|sheet| worksheet(sheet).is_some()).collect();
        let sheet = chosen(&sheets, wanted)?;
        let sheet = worksheet(sheet).ok_or(DAMAGED)?.path.clone();
        let texts = match path("sharedStrings") {
            Some(path) => package.part(path, LARGEST_PART)?.map(Texts::read).transpose()?,
            None => None,
        };
        let formats = match path("styles") {
            Some(path) => package.part(path, LARGEST_PART)?.map(Formats::read).transpose()?,
            None => None,
        };
        Ok(Self {
            sheet,
            texts: texts.unwrap_or_default(),
            formats: formats.unwrap_or_default(),
            epoch,
        })
    }
}

/// A part that another one refers to.
struct Relation {
    name: String,
    /// The last word of its type.
    kind: &'static str,
    path: String,
}

/// The relation types that are used; all others are ignored.
const KINDS: [&str; 4] = ["officeDocument", "worksheet", "sharedStrings", "styles"];

/// Lists the relations of the part at `path`, or of the package when it is empty; `None` when there
/// is no such list.
fn relations<R: Read + Seek>(
    package: &mut Package<R>,
    path: &str,
) -> Result<Option<Vec<Relation>>, String> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let list = format!("{folder}/_rels/{name}.rels");
    let Some(part) = package.part(list.trim_start_matches('/'), LARGEST_LIST)? else {
        return Ok(None);
    };
    let mut xml = Xml::new(part);
    let mut relations = Vec::new();
    loop {
        match xml.next()? {
            Piece::Open(tag) if tag.local_name().as_ref() == "Relationship" => {
                let (mut name, mut kind, mut path) = (String::new(), None, String::new());
                each_attribute(&tag, |key, value| match key {
                    "Id" => name = value.into_owned(),
                    "Type" => {
                        let last = value.rsplit('/').next().unwrap_or_default();
                        kind = KINDS.into_iter().find(|kind| *kind == last);
                    }
                    "Target" => path = resolved(folder, &value),
                    _ => {}
                })?;
                relations.extend(kind.map(|kind| Relation { name, kind, path }));
            }
            Piece::End => return Ok(Some(relations)),
            _ => {}
        }
    }
}

/// Resolves a path in a part of `folder`, relative to the root of the package.
fn resolved(folder: &str, path: &str) -> String {
    let mut steps: Vec<&str> = match path.starts_with('/') {
        true => Vec::new(),
        false => folder.split('/').collect(),
    };
    for step in path.split('/') {
        match step {
            ".." => drop(steps.pop()),
            "." => {}
            step => steps.push(step),
        }
    }
    steps.retain(|step| !step.is_empty());
    steps.join("/")
}

/// A sheet as the workbook lists it.
struct SheetName {
    /// The name to show.
    title: String,
    /// The identifier of its relation.
    relation: String,
    visible: bool,
}

/// Finds the sheet of that name, otherwise ignoring case; the first visible one when no name is
/// given.
fn chosen<'s>(sheets: &'s [SheetName], wanted: Option<&str>) -> Result<&'s SheetName, String> {
    let Some(wanted) = wanted else {
        let first = sheets.iter().find(|sheet| sheet.visible);
        return first.ok_or_else(|| "The workbook has no visible sheet".to_owned());
    };
    let lowercase = |name: &str| name.trim().to_lowercase();
    let exact = sheets.iter().find(|sheet| sheet.title == wanted);
    let found =
        exact.or_else(|| sheets.iter().find(|sheet| lowercase(&sheet.title) == lowercase(wanted)));
    found.ok_or_else(|| {
        let titles: Vec<&str> = sheets.iter().map(|sheet| sheet.title.as_str()).collect();
        format!("The workbook has no sheet '{wanted}'; it has {}", titles.join(", "))
    })
}

/// Reads the sheets of the workbook in their order, and its date system.
fn sheets(part: impl Read) -> Result<(Vec<SheetName>, Epoch), String> {
    let mut xml = Xml::new(part);
    let (mut sheets, mut epoch, mut workbook) = (Vec::new(), Epoch::Year1900, false);
    loop {
        match xml.next()? {
            Piece::Open(tag) => match tag.local_name().as_ref() {
                "workbook" => workbook = true,
                "workbookPr" => each_attribute(&tag, |name, value| {
                    if name == "date1904" && matches!(value.as_ref(), "1" | "true" | "on") {
                        epoch = Epoch::Year1904;
                    }
                })?,
                "sheet" => {
                    let mut sheet =
                        SheetName { title: String::new(), relation: String::new(), visible: true };
                    each_attribute(&tag, |key, value| match key {
                        "id" => sheet.relation = value.into_owned(),
                        "name" => sheet.title = value.into_owned(),
                        "state" => sheet.visible = value == "visible",
                        _ => {}
                    })?;
                    sheets.push(sheet);
                }
                _ => {}
            },
            Piece::End if workbook => return Ok((sheets, epoch)),
            Piece::End => return Err(NOT_A_WORKBOOK.to_owned()),
            _ => {}
        }
    }
}
