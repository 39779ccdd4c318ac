//! `mizan user`.

use clap::{Args, Subcommand};

use super::{EXIT, open};
use crate::auth::NewAccount;
use crate::base::error::{Error, Result};
use crate::db::TextList;
use crate::product::plan::Product;

#[derive(Subcommand)]
pub(super) enum User {
    Create(Create),
    ResetFactors(ResetFactors),
}

/// Create an account
///
/// The first administrator is made by this; others are made in the back-office. The password is the
/// first line of standard input, so that it stands in no list of processes: at least eight
/// characters, and neither a common one nor the name or email. Brings the database up to date first.
///
/// Settings: database_url, policy (which says what roles there are).
///
/// Examples:
///   mizan user create --email me@example.com --first-name Me --role admin --password-stdin
///   mizan user create --email mona@example.com --first-name Mona --last-name Haddad \
///     --role analytics --role estimations --password-stdin < password.txt
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Create {
    /// The address to sign in with
    #[arg(long)]
    email: String,
    /// The given name
    #[arg(long)]
    first_name: String,
    /// The family name
    #[arg(long)]
    last_name: Option<String>,
    /// A role; repeat it for several
    #[arg(long = "role", required = true)]
    roles: Vec<String>,
    /// Read the password from standard input: its first line
    #[arg(long, required = true)]
    password_stdin: bool,
}

impl Create {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let kernel = open(product, true).await?;
        let mut password = String::new();
        std::io::stdin()
            .read_line(&mut password)
            .map_err(|error| Error::startup(format!("The password cannot be read: {error}")))?;
        let password = password.trim_end_matches(['\r', '\n']).to_owned();
        let account = NewAccount {
            first_name: self.first_name,
            last_name: self.last_name,
            email: self.email.clone(),
            password: Some(password.into()),
            roles: TextList(self.roles),
            attributes: Default::default(),
        };
        match kernel.auth.create_account(account).await {
            Ok(id) => {
                println!("{} can sign in now ({id})", self.email);
                Ok(())
            }
            Err(Error::Invalid(errors)) => {
                let messages: Vec<String> = errors.into_iter().map(|error| error.message).collect();
                Err(Error::startup(messages.join("; ")))
            }
            Err(error) => Err(error),
        }
    }
}

/// Delete the second factors of an account
///
/// For a user who has lost the phone, the passkeys and the recovery codes, and whom no administrator
/// can help in the back-office. The user then signs in with the password alone. Ends every session
/// of the account, and is recorded in the audit.
///
/// Settings: database_url.
///
/// Examples:
///   mizan user reset-factors --email me@example.com
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct ResetFactors {
    /// The address to sign in with
    #[arg(long)]
    email: String,
}

impl ResetFactors {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let kernel = open(product, false).await?;
        match kernel.auth.reset_factors(&self.email).await? {
            None => Err(Error::startup(format!("There is no account {}", self.email))),
            Some(true) => {
                println!("{} signs in with the password alone now", self.email);
                Ok(())
            }
            Some(false) => {
                println!("{} has no second factor", self.email);
                Ok(())
            }
        }
    }
}
