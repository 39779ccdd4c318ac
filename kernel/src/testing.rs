//! The harness of the product's tests: the whole application on a database of its own, used through
//! its HTTP operations. Nothing of the product is replaced.
//!
//! The database is a fresh SQLite file, or, when `MIZAN_TEST_DATABASE_URL` names a PostgreSQL
//! server, a fresh database on it.

mod backups;
mod client;
mod database;
mod lists;
mod migrations;
mod plans;
mod rules;
mod streams;

use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use actix_http::Request;
use actix_web::body::BoxBody;
use actix_web::dev::{Service, ServiceResponse};
use actix_web::http::StatusCode;
use diesel::connection::SimpleConnection;
use serde_json::Value;

use crate::auth::{NewAccount, NewPassword, administration};
use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::cli::kernel_module;
use crate::cli::{image_sweep, jobs, mailing, retention};
use crate::db;
use crate::engine::policy;
use crate::http::{app, subscriptions};
use crate::product::kernel::Kernel;
use crate::product::module::Module;
use crate::product::plan::Product;
use crate::records::actor::Actor;
use crate::records::{media, revisions};
use crate::webhooks::{self, Worker};
pub use client::{Answer, RequestBuilder, TestClient};
pub use database::TestDatabase;
pub use lists::Lists;
pub use migrations::{MigrationStep, TestMigrations};
pub use streams::EventStream;

/// The password of every account that the harness creates.
pub const PASSWORD: &str = "correct horse battery";

/// The hash of that password, computed once with low cost: a regular hash is the slowest part of a
/// test.
static HASHED: LazyLock<NewPassword> =
    LazyLock::new(|| done(NewPassword::lightly_hashed(PASSWORD)));

/// The application as a function from a request to its response.
type Dispatch = dyn Fn(Request) -> Pin<Box<dyn Future<Output = ServiceResponse<BoxBody>>>>;

/// The product, running on a database of its own.
pub struct TestApp {
    kernel: Arc<Kernel>,
    webhooks: Worker,
    dispatch: Box<Dispatch>,
    database: TestDatabase,
}

/// Returns the result of what succeeds; panics with its error.
#[track_caller]
fn done<T>(result: Result<T>) -> T {
    result.unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the error with which the product refuses to start; panics when it starts.
pub async fn startup_error(product: &Product) -> String {
    match kernel_module::plan(product, None).await {
        Ok(_) => panic!("the product starts"),
        Err(error) => error.to_string(),
    }
}

/// Returns the error with which a product that is put together well refuses to open a fresh database.
///
/// # Panics
/// When it opens it.
pub async fn error_on_open(product: &Product) -> String {
    let plan = done(kernel_module::plan(product, None).await);
    let database = TestDatabase::new();
    let config = Config { media: database.media(), ..Config::on(database.url.clone()) };
    match Kernel::open(plan, config, true).await {
        Ok(_) => panic!("the product opens the database"),
        Err(error) => error.to_string(),
    }
}

/// Returns the OpenAPI document of a product, and its permission matrix.
pub async fn generated(product: &Product) -> (Value, String) {
    let plan = done(kernel_module::plan(product, None).await);
    let matrix = policy::matrix(&plan.policy, &plan.document.operations);
    (plan.document.json.clone(), matrix)
}

/// Returns the modules of a product in their order, each with the names of its resources; those of the
/// kernel itself are not among them.
pub fn modules(product: &Product) -> Vec<(&'static str, Vec<&'static str>)> {
    let resources = |module: &Module| module.resources.iter().map(|one| one.info.name).collect();
    product.modules.iter().map(|module| (module.name, resources(module))).collect()
}

impl TestApp {
    /// Starts `product` on a fresh database.
    pub async fn of(product: &Product) -> Self {
        Self::on(product, TestDatabase::new()).await
    }

    /// Starts `product` on this database.
    pub async fn on(product: &Product, database: TestDatabase) -> Self {
        Self::set_up(product, database, |_| {}).await
    }

    /// Starts `product` on a fresh database with the policy in that file, and with the periodic
    /// jobs of a serving process, which reload the policy.
    pub async fn with_policy(product: &Product, policy: &Path) -> Self {
        let database = TestDatabase::new();
        let policy = policy.to_owned();
        let app = Self::set_up(product, database, |config| config.policy = Some(policy)).await;
        jobs::begin(&app.kernel);
        app
    }

    /// Starts `product` on this database, with settings changed by `set_up`.
    pub async fn set_up(
        product: &Product,
        database: TestDatabase,
        set_up: impl FnOnce(&mut Config),
    ) -> Self {
        let mut config = Config::on(database.url.clone());
        config.media = database.media();
        set_up(&mut config);
        let plan = done(plans::plan(product, config.policy.as_deref()).await);
        let kernel = Arc::new(done(Kernel::open(plan, config, true).await));
        let service = actix_web::test::init_service(app::app(Arc::clone(&kernel))).await;
        let service = std::rc::Rc::new(service);
        let dispatch = move |request| -> Pin<Box<dyn Future<Output = ServiceResponse<BoxBody>>>> {
            let service = std::rc::Rc::clone(&service);
            Box::pin(async move {
                match service.call(request).await {
                    Ok(response) => response.map_into_boxed_body(),
                    Err(error) => panic!("a refusal left the application as an error: {error}"),
                }
            })
        };
        let webhooks = Worker::new(&kernel.core);
        Self { kernel, webhooks, dispatch: Box::new(dispatch), database }
    }

    /// Returns its database, to start another product on it.
    pub fn database(&self) -> TestDatabase {
        self.database.clone()
    }

    /// Returns a client that is not signed in.
    pub fn anonymous(&self) -> TestClient<'_> {
        TestClient { app: self, token: None }
    }

    /// Returns a client with this token, valid or not.
    pub fn bearer(&self, token: impl Into<String>) -> TestClient<'_> {
        TestClient { app: self, token: Some(token.into()) }
    }

    /// Creates an account with this role and signs it in.
    pub async fn sign_in(&self, role: &str) -> TestClient<'_> {
        let email = self.account(role).await.1;
        let answer = self.anonymous().login(&email, PASSWORD).await;
        assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.body);
        self.bearer(answer.body["accessToken"].as_str().unwrap_or_default())
    }

    /// Creates an account with this role; returns its identifier and email.
    pub async fn account(&self, role: &str) -> (Id, String) {
        let email = format!("{}@desk.test", Id::new());
        let account = NewAccount {
            first_name: "Test".into(),
            last_name: Some("Person".into()),
            email: email.clone(),
            password: Some(HASHED.clone()),
            roles: db::TextList(vec![role.into()]),
            attributes: Default::default(),
        };
        let id = Id::new();
        let made = id.clone();
        let work =
            move |conn: &mut _| administration::create(conn, &made, account, &Actor::operator());
        done(self.kernel.core.db.write(work).await);
        (id, email)
    }

    /// Locks an account.
    pub async fn lock(&self, account: &Id) {
        done(self.kernel.auth.lock_account(account).await);
    }

    /// Returns a token that was issued that many seconds ago.
    pub fn aged_token(&self, account: &Id, session: &Id, seconds: i64) -> String {
        let made = Timestamp::now().plus_seconds(-seconds);
        done(self.kernel.auth.access_token(account, session, made)).0
    }

    /// Starts draining, as `SIGTERM` does.
    pub fn drain(&self) {
        self.kernel.draining.store(true, Ordering::Relaxed);
        self.kernel.core.events.close();
    }

    /// Occupies all exports that may be under way, until the result is dropped; `None` while one is under way.
    pub fn occupy_exports(&self) -> Option<impl Sized> {
        self.kernel.transfer.occupy_exports()
    }

    /// Unpacks an uploaded table, as it were, until the result is dropped.
    pub async fn occupy_unpacking(&self) -> impl Sized + use<> {
        done(self.kernel.transfer.preparations.take().await)
    }

    /// Returns how many uploaded tables wait to be unpacked.
    pub fn waiting_to_be_unpacked(&self) -> u64 {
        self.kernel.transfer.preparations.waiting()
    }

    /// Decodes an image, as it were, until the result is dropped.
    pub async fn occupy_decoding(&self) -> impl Sized + use<> {
        done(self.kernel.core.media.decoding.take().await)
    }

    /// Returns how many uploads wait to be decoded.
    pub fn waiting_to_be_decoded(&self) -> u64 {
        self.kernel.core.media.decoding.waiting()
    }

    /// Runs the periodic jobs that the module declares, as serving processes do.
    pub async fn run_jobs_of(&self, module: &str) {
        let modules = self.kernel.plan.modules.iter().filter(|one| one.name == module);
        for job in modules.flat_map(|module| module.jobs) {
            let done = self.kernel.perform(job.work).await;
            done.unwrap_or_else(|error| panic!("{}: {error}", job.what));
        }
    }

    /// Deletes expired rows, as serving processes do every hour; returns their number.
    pub async fn sweep(&self) -> usize {
        done(retention::sweep(&self.kernel).await)
    }

    /// Deletes expired versions of the history, as serving processes do every day; returns their
    /// number.
    pub async fn trim_history(&self) -> usize {
        done(retention::trim_history(&self.kernel).await)
    }

    /// Stores the audit events of refusals, as serving processes do every second.
    pub async fn store_refusals(&self) {
        done(self.kernel.core.audit.store(&self.kernel.core.db).await);
    }

    /// Sends the mails that are due, as serving processes do every second.
    pub async fn send_mails(&self) {
        done(mailing::send_due(&self.kernel).await);
    }

    /// Looks at the subscriptions that are due at this time, as serving processes do every half minute.
    pub async fn mail_subscriptions(&self, at: Timestamp) {
        done(subscriptions::mail_due(&self.kernel, at).await);
    }

    /// Seals the history and the audit events, as serving processes do every few seconds; returns the
    /// number of rows.
    pub async fn seal(&self) -> usize {
        done(self.kernel.core.sealer.seal(&self.kernel.core.db).await)
    }

    /// Seals as [`TestApp::seal`] does, after the transactions that are under way have ended, which may be
    /// those of other tests on the same server.
    pub async fn seal_all(&self) -> usize {
        let mut sealed = self.seal().await;
        while self.kernel.core.sealer.is_waiting() {
            sealed += self.seal().await;
        }
        sealed
    }

    /// Sends all messages to webhooks that are due, as serving processes do; returns how many were sent.
    pub async fn send_webhooks(&self) -> usize {
        done(self.webhooks.work_off(&self.kernel.core, Duration::from_secs(60)).await)
    }

    /// Does the same without waiting for transactions that are under way.
    pub async fn send_webhooks_at_once(&self) -> usize {
        done(self.webhooks.work_off(&self.kernel.core, Duration::ZERO).await)
    }

    /// Makes the messages that wait for their next attempt older by that many seconds.
    pub async fn age_webhooks(&self, seconds: i64) {
        done(webhooks::age(&self.kernel.core, seconds).await);
    }

    /// Backdates the last use of all uploaded images by that many seconds.
    pub async fn age_images(&self, seconds: i64) {
        let at = Timestamp::now().plus_seconds(-seconds);
        done(self.kernel.core.db.write(move |conn| media::date_back(conn, at)).await);
    }

    /// Deletes images and attached files without references, as serving processes do; returns their number.
    pub async fn sweep_images(&self) -> Result<usize> {
        image_sweep::forget_unneeded_uses(&self.kernel.core).await?;
        image_sweep::delete_unreachable_attachments(&self.kernel.core).await?;
        image_sweep::delete_unneeded_files(&self.kernel.core).await
    }

    /// Runs a command of a module; returns its output.
    pub async fn command(&self, noun: &str, verb: &str) -> String {
        let mut commands = self.kernel.plan.modules.iter().flat_map(|module| module.commands);
        let command = commands.find(|command| command.words == (noun, verb));
        let command = command.unwrap_or_else(|| panic!("there is no `{noun} {verb}`"));
        done(self.kernel.perform(command.work).await)
    }

    /// Seeds the demo data.
    pub async fn seed_demo(&self) -> bool {
        done(self.kernel.seed_demo().await)
    }

    /// Backdates the latest change of a record to `at`, in its table and in its history.
    pub async fn backdate(&self, resource: &str, record: &Id, at: Timestamp) {
        let kernel = Arc::clone(&self.kernel);
        let (resource, record) = (resource.to_owned(), record.clone());
        let dated = self.kernel.core.db.write(move |conn| {
            let info = kernel.plan.records.get(&resource).ok_or(Error::NotFound)?.info();
            let made = revisions::stamp(conn, info, &record, at)?;
            db::past::stamp(conn, info.table, &record, at, made)
        });
        done(dated.await);
    }

    /// Prevents the SQLite file from growing, as a full disk does. Returns whether the database is
    /// SQLite.
    pub async fn fill_disk(&self) -> bool {
        self.set_max_page_count(1).await;
        self.kernel.core.db.written().is_some()
    }

    /// Permits the file to grow again.
    pub async fn free_disk(&self) {
        self.set_max_page_count(1 << 30).await;
    }

    async fn set_max_page_count(&self, pages: u32) {
        if self.kernel.core.db.written().is_some() {
            // A number below the current page count means the current page count.
            let pragma = format!("PRAGMA max_page_count = {pages}");
            let set = self.kernel.core.db.write(move |conn| Ok(conn.batch_execute(&pragma)?));
            done(set.await);
        }
    }

    /// Updates the planner statistics of the database, before plans are requested.
    pub async fn analyze(&self) {
        done(self.kernel.core.db.write(db::plans::analyze).await);
    }

    /// Waits until all jobs have ended.
    pub async fn settle_jobs(&self) {
        assert!(self.kernel.core.jobs.settle(Duration::from_secs(60)).await, "a job does not end");
    }

    /// Imports a table as the command line does.
    pub async fn import(
        &self,
        resource: &str,
        table: &'static str,
        mapping: &str,
    ) -> Result<crate::transfer::ImportReport> {
        let mapping = crate::transfer::Mapping::from_toml(mapping)
            .map_err(|message| Error::invalid("/mapping", message))?;
        let import = crate::transfer::Import {
            resource: resource.to_owned(),
            open: Arc::new(move || Ok(Box::new(std::io::Cursor::new(table)))),
            mapping: Some(mapping),
            writing: Default::default(),
            existing: None,
            repeated: None,
            empty: None,
            dry_run: false,
            plans: false,
            is_proposal: false,
            once: None,
            by: Actor::operator(),
            progress: Default::default(),
        };
        import.run(&self.kernel.core, &self.kernel.transfer).await
    }
}
