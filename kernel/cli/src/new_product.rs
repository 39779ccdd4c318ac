//! `mizan new product`.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Args;
use generator::product::{self, NewProduct};
use generator::{Draft, Field};

use crate::questions::Questions;

/// Start a product in a new folder
///
/// Writes a workspace with one module, a policy, a Makefile and a README. The module has one kind of
/// record. Without --module, in a terminal, the command asks for the name of the module and for its
/// fields. `make run` in the folder then serves the product. Nothing but the Rust toolchain is needed.
///
/// A field is NAME:TYPE, with ! at its end when every record must have it. A type is
///   text        up to 200 characters
///   long        up to 5,000 characters, on several lines
///   integer     a whole number
///   number      with fractions
///   money       a whole amount in the product's currency
///   boolean     yes or no
///   date        a day
///   a|b|c       one of these values, the first unless another one is chosen
///
/// Examples:
///   mizan new product clinic
///   mizan new product clinic --module patients --field "name:text!" --field "born:date" \
///     --field "insured:boolean!" --field "fee:money" --currency EUR --time-zone Europe/Berlin
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Start {
    /// The name of its folder and binary, such as `clinic` or `car-park`
    name: String,
    /// The name on its screens, where it is not NAME with a capital letter
    #[arg(long)]
    title: Option<String>,
    /// Its first module: the word for several records, such as `patients`
    #[arg(long)]
    module: Option<String>,
    /// The word for one record, where it does not follow from that
    #[arg(long)]
    singular: Option<String>,
    /// A field of the first module; repeat it for several
    #[arg(long = "field")]
    fields: Vec<String>,
    /// The currency by ISO 4217
    #[arg(long)]
    currency: Option<String>,
    /// The time zone in the IANA database
    #[arg(long)]
    time_zone: Option<String>,
    /// The language of texts and the region that numbers and dates are written for, such as `en-DE`
    #[arg(long, default_value = "en-GB")]
    language: String,
    /// The first day of the week
    #[arg(long, default_value = "Monday")]
    first_day: String,
    /// Front ends of its own, for a logo, screens and areas; they are built by Node
    #[arg(long)]
    ui: bool,
    /// A folder to take the framework from: its source code, or its packed crates unpacked
    #[arg(long)]
    from: Option<PathBuf>,
}

impl Start {
    pub(crate) fn run(self) -> Result<(), String> {
        let given = self.module.is_some();
        let mut questions = match (given, std::io::stdin().is_terminal()) {
            (true, _) => None,
            (false, true) => Some(Questions::of_terminal()),
            (false, false) => {
                return Err("Say what its first module is, such as --module patients --field \"name:text!\"".into());
            }
        };
        let mut ask = |question: &str, otherwise: &str| match &mut questions {
            Some(questions) => questions.ask(question, otherwise),
            None => Ok(otherwise.to_owned()),
        };
        let module = match self.module {
            Some(module) => module,
            None => ask("The word for its records, such as patients", "")?,
        };
        let mut fields = self.fields;
        if !given && fields.is_empty() {
            println!("Its fields, such as name:text! or born:date; nothing ends the list.");
            loop {
                let field = ask("Field", "")?;
                if field.is_empty() {
                    break;
                }
                // A mistake is told at once, and the field can be typed again.
                match Field::read_all(std::slice::from_ref(&field), &[]) {
                    Ok(_) => fields.push(field),
                    Err(message) => println!("{message}"),
                }
            }
        }
        let currency = self.currency.map_or_else(|| ask("Currency", "EUR"), Ok)?;
        let time_zone = self.time_zone.map_or_else(|| ask("Time zone", "Europe/Berlin"), Ok)?;
        let fields = Field::read_all(&fields, &[])?;
        let module = Draft::new(module, self.singular, fields, &currency)?;
        let name = self.name;
        let files = NewProduct {
            name: name.clone(),
            title: self.title,
            currency,
            time_zone,
            language: self.language,
            first_day: self.first_day,
            module,
            ui: self.ui,
            from: self.from,
        }
        .files(&crate::now())?;
        product::write(Path::new(&name), &files)?;
        for (path, _) in &files {
            println!("Written: {name}/{path}");
        }
        println!("\nNext: cd {name} && make run");
        Ok(())
    }
}
