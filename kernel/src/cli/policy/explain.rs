//! `mizan policy explain`: whether a role or an account may do something, and why.

use clap::Args;
use serde_json::{Map, Value};
use text::suggestions::did_you_mean;

use super::{EXIT, plan, print, print_json};
use crate::auth::RuledAccount;
use crate::base::error::{Error, Result};
use crate::engine::policy::{
    self, AllowingLine, Explanation, FailingCondition, Operation, QuotedLine, Subject, UserValues,
};
use crate::http::policy::explain::record_of;
use crate::product::kernel::Kernel;
use crate::product::plan::{Plan, Product};
use crate::records::actor::Actor;
use crate::records::explained::Inquiry;

/// Say whether a role or an account may call an operation, and why
///
/// WHO is a role, or the e-mail address of an account, whose roles are then looked up in the
/// database. OPERATION is an identifier, as `mizan policy show` lists them, or a call: a method and
/// a path, a real one or as the document has it. Names the permission that is needed, the lines that
/// give it and what they are inherited by, and those that require a second factor; or the line that
/// would.
///
/// With a record, RESOURCE/ID, also names the rules that give that record to the account, or the
/// conditions that the record does not meet; with --field, the rules that keep one field from the
/// account.
///
/// Settings: policy; database_url, for an address and for a record.
///
/// Examples:
///   mizan policy explain analytics unit_list
///   mizan policy explain mona@example.com GET /api/backoffice/units/64b8f0c2a1d3e4f5a6b7c8d9
///   mizan policy explain mona@example.com unit_update units/64b8f0c2a1d3e4f5a6b7c8d9 --field status
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(in crate::cli) struct Explain {
    /// A role, or the e-mail address of an account
    who: String,
    /// An operation, or a method and a path; then a record, RESOURCE/ID
    #[arg(required = true, num_args = 1..=3)]
    operation: Vec<String>,
    /// A field of the operation's resource
    #[arg(long)]
    field: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Explain {
    pub(in crate::cli) async fn run(mut self, product: &Product) -> Result<()> {
        let (plan, config) = plan(product).await?;
        let record = self.operation.pop_if(|last| is_record(last));
        let operation = self.operation.join(" ");
        // An unknown operation is reported before a database is opened.
        let operation = policy::operation_meant(&plan.document.operations, &operation)?.clone();
        let is_role = !self.who.contains('@');
        if is_role {
            let roles = plan.policy.roles();
            if !roles.contains(&self.who) {
                let meant = did_you_mean(&self.who, roles.iter().map(String::as_str));
                let all = format!("; there are: {}", roles.join(", "));
                let rest = if meant.is_empty() { all } else { meant };
                return Err(Error::startup(format!("There is no role {}{rest}", self.who)));
            }
        }
        let user = UserValues { roles: vec![self.who.clone()], ..UserValues::default() };
        if is_role && record.is_none() && self.field.is_none() {
            if self.json {
                let subject = &mut Subject::default();
                return print_json(&plan.policy.explanation(&user, &operation.rule, subject)?);
            }
            return print_permission(&plan, &self.who, &user.roles, &operation);
        }
        let kernel = Kernel::open(plan, config, false).await?;
        let mut locked = false;
        let user = match is_role {
            true => user,
            false => {
                let account = self.account(&kernel).await?;
                locked = account.locked;
                account.values
            }
        };
        if !self.json {
            print_permission(&kernel.plan, &self.who, &user.roles, &operation)?;
        }
        if !self.json && record.is_none() && self.field.is_none() {
            return Ok(());
        }
        let explanation = self.explained(&kernel, user, operation, record.clone()).await?;
        if self.json {
            let allowed = explanation.allowed && !locked;
            return print_json(&Explanation { allowed, ..explanation });
        }
        let what = [record, self.field.map(|field| format!("the field {field}"))];
        let what: Vec<String> = what.into_iter().flatten().collect();
        print(&described(&explanation, &what.join(", ")))
    }

    /// Looks up the account, and prints what is to be known of it.
    async fn account(&self, kernel: &Kernel) -> Result<RuledAccount> {
        let (auth, email) = (kernel.auth.clone(), self.who.clone());
        let read = kernel.core.db.read(move |conn| auth.ruled_account_by_email(conn, &email));
        let unknown =
            || Error::startup(format!("There is no account with the address {}", self.who));
        let account = read.await?.ok_or_else(unknown)?;
        if self.json {
            return Ok(account);
        }
        print(&format!("{} has the roles: {}.\n", self.who, account.values.roles.join(", ")))?;
        if !account.unknown.is_empty() {
            let unknown = account.unknown.join(", ");
            print(&format!("The policy knows nothing of these others: {unknown}.\n"))?;
        }
        if account.locked {
            print("The account is locked: nobody is let in by it, whatever the policy says.\n")?;
        }
        Ok(account)
    }

    async fn explained(
        &self,
        kernel: &Kernel,
        user: UserValues,
        operation: Operation,
        record: Option<String>,
    ) -> Result<Explanation> {
        let (records, policy) = (kernel.plan.records.clone(), kernel.plan.policy.clone());
        let field = self.field.clone();
        let read = kernel.core.db.read_patiently(move |conn| {
            let id = record.as_deref().map(|text| record_of(&records, &operation, text));
            let id = id.transpose()?;
            let (record, field) = (id.as_ref(), field.as_deref());
            let inquiry = Inquiry { user: &user, operation: &operation, record, field };
            records.explained(conn, &policy, inquiry, &Actor::operator())
        });
        read.await.map_err(|error| match error {
            Error::NotFound => Error::startup("There is no such record"),
            other => other,
        })
    }
}

/// Returns whether a word names a record: `units/64b8f0c2a1d3e4f5a6b7c8d9`.
fn is_record(word: &str) -> bool {
    word.split_once('/').is_some_and(|(resource, _)| !resource.is_empty())
}

/// Says of a record and a field what the permission does not say.
fn described(explanation: &Explanation, what: &str) -> String {
    let Explanation { allowed, because, failing, would_allow, .. } = explanation;
    let mut text = match (allowed, because.is_empty()) {
        (true, _) => format!("With {what} too. These lines say so:\n"),
        (false, true) => format!("Not with {what}.\n"),
        (false, false) => format!("Not with {what}. These lines keep it away:\n"),
    };
    for QuotedLine { file, line, text: quoted } in because {
        text += &format!("  {quoted}  ({file}, line {line})\n");
    }
    if !failing.is_empty() {
        text += "These conditions are not met:\n";
    }
    for FailingCondition { condition, value } in failing {
        text += &format!("  {}, and it is {value}\n", described_condition(condition));
    }
    if !would_allow.is_empty() {
        text += "Each of these lines would allow it to a user:\n";
    }
    for AllowingLine { file, line, text: quoted } in would_allow {
        match file.as_deref().zip(*line) {
            Some((file, line)) => text += &format!("  {quoted}  ({file}, line {line})\n"),
            None => text += &format!("  {quoted}  (in no file yet)\n"),
        }
    }
    text
}

fn described_condition(condition: &Map<String, Value>) -> String {
    let mut words = Vec::new();
    for key in ["field", "operator", "value", "secondValue"] {
        match condition.get(key) {
            Some(Value::String(word)) if key != "value" => words.push(word.clone()),
            Some(value) => words.push(value.to_string()),
            None => {}
        }
    }
    words.join(" ")
}

fn print_permission(plan: &Plan, who: &str, roles: &[String], operation: &Operation) -> Result<()> {
    print(&policy::explain(&plan.policy.in_force(), who, roles, operation))
}
