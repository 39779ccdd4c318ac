//! A product for a module outside of one: roles by the names that modules use, and no front end.

use kernel::Product;
use kernel::module::Module;
use kernel::time::Weekday;
use kernel::ui::Ui;

/// Returns a product of these modules. Beside the roles `admin` and `user`, it has those that their policies
/// name.
pub fn product_of(modules: &'static [Module]) -> Product {
    let mut roles = vec!["admin"];
    for line in modules.iter().flat_map(|module| module.policy.lines()) {
        let mut cells = line.split(',').map(str::trim);
        if cells.next() == Some("p")
            && let Some(role) = cells.next()
            && !roles.contains(&role)
            && role != "user"
        {
            roles.push(role);
        }
    }
    let mut lines: String = roles.iter().map(|role| format!("g, {role}, user\n")).collect();
    lines += "p, admin, backoffice, enter\n";
    for resource in ["saved-filters", "saved-views", "saved-mappings", "tokens"] {
        lines += &format!("p, admin, {resource}, *\n");
    }
    for role in roles {
        lines += &format!("p, {role}, filter-definitions, read\n");
    }
    Product {
        modules,
        roles: lines.leak(),
        name: "Conformance",
        currency: "EUR",
        time_zone: "Europe/Berlin",
        languages: &["en-GB"],
        first_day_of_week: Weekday::Mon,
        areas: &[],
        start_pages: &[],
        colours: &[],
        demo: &[],
        ui: Ui { admin: |_| None, shell: |_| None, docs: |_| None },
    }
}
