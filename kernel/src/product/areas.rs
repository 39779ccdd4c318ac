//! The areas of the back-office, each the first segment of paths that its page is served at: those of resources, and
//! those that front ends of modules add.

use crate::base::error::{Error, Result};
use crate::product::front_ends::is_of_shell;
use crate::product::module::Module;
use crate::records::resource::Area;

/// First segments that other routes have.
const TAKEN: [&str; 4] = ["api", "docs", "_admin", "assets"];

/// Returns the names of all areas; `own` are those whose pages are in the shell.
///
/// # Errors
///
/// When two modules add the same, or one or the product adds the path of something else.
pub(super) fn of(modules: &[Module], own: &[&str]) -> Result<Vec<&'static str>> {
    let mut areas: Vec<_> = Area::ALL.map(|area| ("kernel", area.name())).into();
    let is_known = |area: &str| areas.iter().any(|(_, known)| *known == area);
    if let Some(area) = own.iter().find(|area| !is_free(area, &[]) || is_known(area)) {
        return Err(not_free("The product", area));
    }
    for module in modules {
        for area in module.areas {
            if !is_free(area, own) {
                return Err(not_free(&format!("Module {}", module.name), area));
            }
            if let Some((other, _)) = areas.iter().find(|(_, known)| known == area) {
                return Err(Error::startup(format!(
                    "Modules {other} and {} both have an area named {area}. Rename one of them.",
                    module.name
                )));
            }
            areas.push((module.name, *area));
        }
    }
    Ok(areas.into_iter().map(|(_, area)| area).collect())
}

/// Returns whether an area can have this name beside the shell's own.
fn is_free(area: &str, own: &[&str]) -> bool {
    let is_word = area.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    is_word && !TAKEN.contains(&area) && !is_of_shell(area, own)
}

fn not_free(of: &str, area: &str) -> Error {
    Error::startup(format!(
        "{of}: the area {area} is no lower case word, or the path of another page."
    ))
}
