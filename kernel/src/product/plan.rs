//! The product as its modules declare it, checked once at the start.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use crate::auth::demo::DemoPerson;
use crate::base::calendar::{Calendar, set_calendar};
use crate::base::config::Settings;
use crate::base::error::Result;
use crate::base::time::Weekday;
use crate::db::{self, Migrations};
use crate::engine::columns::{ColumnCache, Need};
use crate::engine::list::{ComputedField, field_and_direction};
use crate::engine::policy::{self, Policy, Source};
use crate::explore::{Catalog, Explorer};
use crate::product::areas;
use crate::product::front_ends::{Ui, is_of_shell};
use crate::product::module::Module;
use crate::product::openapi::{Document, assemble, attributes_of};
use crate::product::values::ProductValues;
use crate::records::Records;
use crate::records::verb::{Opposites, RegisteredVerb};
use crate::transfer::Mappings;

/// A product: its modules, its policy and its front ends.
#[derive(Clone, Copy)]
pub struct Product {
    /// The modules; a module follows those that it depends on.
    pub modules: &'static [Module],
    /// The roles, what they inherit, and the areas they may enter.
    pub roles: &'static str,
    /// Its name, as people read it.
    pub name: &'static str,
    /// Its currency by ISO 4217: `EUR`.
    pub currency: &'static str,
    /// Its time zone in the IANA database: `Europe/Berlin`. In it days begin.
    pub time_zone: &'static str,
    /// Its languages by BCP 47, the first by default: that of the texts, and the region that numbers and dates are written
    /// for, `en-GB`.
    pub languages: &'static [&'static str],
    /// The first day of its weeks.
    pub first_day_of_week: Weekday,
    /// The areas that its shell has pages for, each the first segment of their paths. Roles may enter them.
    pub areas: &'static [&'static str],
    /// Where somebody with this role starts after signing in, a path for each; the first that fits counts, and other roles
    /// start at home.
    pub start_pages: &'static [(&'static str, &'static str)],
    /// Colours in place of those of the framework: the name of each in `ui-kit/src/tokens.ts`, its value in the light theme, and
    /// in the dark one.
    pub colours: &'static [(&'static str, &'static str, &'static str)],
    /// Who can sign in to the demo data; the first makes it.
    pub demo: &'static [DemoPerson],
    /// The built front ends.
    pub ui: Ui,
}

impl Product {
    /// Returns what front ends and integrators read of it.
    pub(crate) fn values(&self) -> ProductValues {
        ProductValues {
            name: self.name,
            currency: self.currency,
            time_zone: self.time_zone,
            languages: self.languages,
            first_day_of_week: self.first_day_of_week,
            areas: self.areas,
            start_pages: self.start_pages,
            colours: self.colours,
        }
    }
}

/// The checked declarations of the product.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) name: &'static str,
    pub(crate) modules: Vec<Module>,
    /// The product's own roles, whatever the policy in force is.
    pub(crate) roles: &'static str,
    pub(crate) document: Arc<Document>,
    pub(crate) policy: Arc<Policy>,
    pub(crate) records: Arc<Records>,
    pub(crate) verbs: Vec<Arc<RegisteredVerb>>,
    pub(crate) opposites: Arc<Opposites>,
    /// The datasets, measures and dimensions of the explorer.
    pub(crate) catalog: Arc<Catalog>,
    /// The modules' mappings, by name.
    pub(crate) mappings: Arc<Mappings>,
    pub(crate) demo: &'static [DemoPerson],
    pub(crate) ui: Ui,
    /// What front ends and mails know of the product.
    pub(crate) values: ProductValues,
    /// The areas of the back-office: the first segments of its paths.
    pub(crate) areas: Vec<&'static str>,
    /// Those whose pages are in the shell.
    pub(crate) own_areas: &'static [&'static str],
}

impl Plan {
    /// Checks the product between the kernel's own modules `first` and `last`, under the policy in the
    /// given file, or under the product's own. All mistakes in the declarations are found here, before anything
    /// is opened.
    pub(crate) async fn of(
        first: Module,
        product: &Product,
        last: &[Module],
        policy: Option<&Path>,
    ) -> Result<Self> {
        set_calendar(Calendar::of(product.time_zone, product.first_day_of_week)?)?;
        let mut modules = vec![first];
        modules.extend_from_slice(product.modules);
        modules.extend_from_slice(last);
        db::check_migrations(&migrations(&modules))?;
        let areas = areas::of(&modules, product.areas)?;
        let lines = policy.map(policy::read).transpose()?;
        let sources = match policy.zip(lines.as_deref()) {
            Some((path, lines)) => vec![Source::file(path, lines)],
            None => sources(product, &modules),
        };
        let declared: Vec<_> = modules.iter().map(Module::declarations).collect();
        let catalog = Arc::new(Catalog::of(&declared)?);
        let roles = Policy::names(&sources)?;
        // An operator's own policy may have other roles than the product.
        let is_role = |role: &str| policy.is_some() || roles.iter().any(|one| one == role);
        let is_page = |path: &str| is_of_shell(path, product.areas) || is_within(path, &areas);
        let values = product.values().checked(is_role, is_page)?;
        let document = assemble(&modules, &roles, &values, &catalog)?;
        let registrations = modules.iter().flat_map(|module| module.resources).copied();
        let computed: Vec<(&'static ComputedField, Vec<&'static str>)> = modules
            .iter()
            .flat_map(|module| {
                let own: Vec<_> = module.resources.iter().map(|one| one.info.name).collect();
                module.computed.iter().map(move |field| (field, own.clone()))
            })
            .collect();
        let attributes = attributes_of(&modules).collect();
        let records =
            Arc::new(Records::new(registrations, &document.definitions, &computed, attributes)?);
        let policy = Policy::evaluate(&sources, &document.permissions, records.clone()).await?;
        let policy = Arc::new(policy);
        let declared = modules.iter().flat_map(|module| {
            module.mappings.iter().map(|(name, text)| (module.name, *name, *text))
        });
        let mappings = Arc::new(Mappings::of(declared, &records)?);
        let verbs = modules
            .iter()
            .flat_map(|module| module.verbs)
            .map(|verb| RegisteredVerb::new(verb, &records, &document.definitions).map(Arc::new));
        let verbs = verbs.collect::<Result<Vec<_>>>()?;
        let opposites = Arc::new(Opposites::among(&verbs)?);
        let document = Arc::new(document);
        let plan = Self {
            name: product.name,
            modules,
            roles: product.roles,
            document,
            policy,
            records,
            verbs,
            opposites,
            catalog,
            mappings,
            demo: product.demo,
            ui: product.ui,
            values,
            areas,
            own_areas: product.areas,
        };
        plan.explorer(Settings::default(), &Arc::default()).check_charts()?;
        Ok(plan)
    }

    /// Makes the explorer.
    pub(crate) fn explorer(&self, settings: Settings, columns: &Arc<ColumnCache>) -> Explorer {
        Explorer {
            catalog: Arc::clone(&self.catalog),
            columns: Arc::clone(columns),
            records: Arc::clone(&self.records),
            settings,
            access: Arc::default(),
            seen: Arc::default(),
        }
    }

    /// Returns whether the back-office has the page at this path.
    pub(crate) fn is_admin(&self, path: &str) -> bool {
        is_within(path, &self.areas)
    }

    /// Returns whether the shell has the page at this path.
    pub(crate) fn is_of_shell(&self, path: &str) -> bool {
        is_of_shell(path, self.own_areas)
    }

    /// Returns each module's migrations.
    pub(crate) fn migrations(&self) -> Vec<(&'static str, Migrations)> {
        migrations(&self.modules)
    }

    /// Returns those of these versions that no migration has.
    pub(crate) fn unknown<'a>(&self, versions: &'a [String]) -> impl Iterator<Item = &'a String> {
        let known: HashSet<&str> = self
            .modules
            .iter()
            .flat_map(|module| (module.migrations)())
            .map(|migration| migration.version())
            .collect();
        versions.iter().filter(move |version| !known.contains(version.as_str()))
    }

    /// Returns the columns that lists and questions can need, in the order of their use: of each resource those of its own
    /// order and of searches, then those of filters and other orders, then those of the explorer.
    pub(crate) fn declared_columns(&self) -> Vec<Need> {
        let mut needs = [Vec::new(), Vec::new()];
        for entry in self.records.all() {
            let default = field_and_direction(entry.info().sort).0;
            for field in &entry.fields {
                let [first, others] = &field.in_memory;
                let is_first = field.name == default || field.searched;
                for (table, column) in first {
                    Need::add_to(&mut needs[usize::from(!is_first)], table, column);
                }
                others
                    .iter()
                    .for_each(|(table, column)| Need::add_to(&mut needs[1], table, column));
            }
        }
        let [first, mut others] = needs;
        for Need { table, columns } in self.catalog.needs() {
            columns.iter().for_each(|column| Need::add_to(&mut others, table, column));
        }
        first.into_iter().chain(others).collect()
    }

    /// Returns all tables that migrations create, a table before those that may refer to it; later
    /// migrations may have dropped some.
    pub(crate) fn tables(&self) -> Vec<&'static str> {
        let mut tables = Vec::new();
        for table in self.modules.iter().flat_map(|module| db::tables(module.migrations)) {
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        tables
    }
}

/// Returns whether a path is below one of these areas.
fn is_within(path: &str, areas: &[&str]) -> bool {
    let mut segments = path.split('/');
    segments.next() == Some("") && segments.next().is_some_and(|first| areas.contains(&first))
}

/// Returns the policy sources of the product.
fn sources<'a>(product: &Product, modules: &'a [Module]) -> Vec<Source<'a>> {
    let roles =
        Source { whose: "Policy of the roles".into(), lines: product.roles, names_roles: true };
    let of_modules = modules.iter().map(|module| Source {
        whose: format!("Policy of module {}", module.name),
        lines: module.policy,
        names_roles: false,
    });
    std::iter::once(roles).chain(of_modules).collect()
}

fn migrations(modules: &[Module]) -> Vec<(&'static str, Migrations)> {
    modules.iter().map(|module| (module.name, module.migrations)).collect()
}
