//! Companies of the demo data. The names are made up.

use kernel::prelude::*;

use crate::{Companies, CompanyInput};

const COMPANIES: [(&str, &str, &str); 6] = [
    ("Saffron Gate Property Management", "saffron-gate", "Manages towers in Dubai Marina and JLT"),
    ("Creekline Leasing", "creekline", "Leasing partner for Creek Harbour and Al Jaddaf"),
    ("Palm Row Facilities", "palm-row", "Maintenance and cleaning of common areas"),
    ("Dune & Harbour Valuers", "dune-harbour", "Valuations for mortgages and audits"),
    ("Northern Star Owners' Association", "northern-star", "Service charge budgets and audits"),
    ("Wadi Legal Consultants", "wadi-legal", "Tenancy contracts and disputes"),
];

pub(crate) fn seed(seed: &mut Seed<'_>) -> Result<()> {
    for (index, (name, host, description)) in COMPANIES.into_iter().enumerate() {
        seed.create::<Companies>(CompanyInput {
            name: name.to_owned(),
            description: Some(description.to_owned()),
            website: Some(format!("https://{host}.example")),
            email: Some(format!("desk@{host}.example")),
            phone: Some(format!("+971 4 555 01{index:02}")),
            address: Some("Dubai, United Arab Emirates".to_owned()),
        })?;
    }
    Ok(())
}
