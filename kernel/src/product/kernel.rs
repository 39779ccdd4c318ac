//! A running product: what every request works with, and what the process needs in addition.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::auth::{self, Auth};
use crate::base::client_address::UntrustedProxies;
use crate::base::config::{Config, DatabaseUrl};
use crate::base::error::Result;
use crate::base::running::Running;
use crate::db::{self, Conn, Database, Share};
use crate::engine::columns::ColumnCache;
use crate::engine::metrics::{Metrics, policy_load};
use crate::engine::response_cache::ResponseCache;
use crate::engine::schema::Checkers;
use crate::explore::Explorer;
use crate::mail::Mailer;
use crate::product::front_ends::FrontEnds;
use crate::product::migrate::migrate_database;
use crate::product::module::Work;
use crate::product::openapi::Operations;
use crate::product::plan::Plan;
use crate::product::tables;
use crate::records::core::Core;
use crate::records::media::Media;
use crate::records::sealing::Sealer;
use crate::records::{Seed, Together, slices};
use crate::transfer::Transfer;

/// A running product.
pub(crate) struct Kernel {
    pub(crate) plan: Plan,
    pub(crate) core: Arc<Core>,
    pub(crate) auth: Auth,
    pub(crate) explorer: Explorer,
    pub(crate) transfer: Arc<Transfer>,
    pub(crate) front_ends: FrontEnds,
    /// The authorization rule of each operation.
    pub(crate) operations: Operations,
    pub(crate) metrics: Metrics,
    /// Sends mails; none when no server is set.
    pub(crate) mailer: Option<Mailer>,
    /// Whether the process is about to stop: it still accepts requests, but a load balancer should
    /// send no more.
    pub(crate) draining: AtomicBool,
    /// The untrusted proxies that were logged.
    pub(crate) untrusted_proxies: UntrustedProxies,
}

impl Kernel {
    /// Opens the database, and migrates it first with `migrate`.
    pub(crate) async fn open(plan: Plan, config: Config, migrate: bool) -> Result<Self> {
        match migrate {
            true => migrate_database(&plan, &config).map(drop)?,
            false => config.database.check_exists()?,
        }
        if let DatabaseUrl::Sqlite(path) = &config.database {
            db::files::narrow(path);
        }
        let share = Share {
            long_reads: config.long_reads,
            deadline: Duration::from_secs(config.long_read_seconds),
            ..Share::of(config.connections)
        };
        let db = Database::open_shared(&config.database, &config.replicas, share)?;
        if !migrate {
            let (records, catalog) = (Arc::clone(&plan.records), Arc::clone(&plan.catalog));
            db.read_patiently(move |conn| tables::check(conn, &records, &catalog)).await?;
        }
        let media = Media::of(&config)?;
        let auth = Auth::start(&db, &config, plan.name, plan.policy.roles(), &plan.records).await?;
        let mailer = Mailer::of(&config.mail, &config.public_url)?;
        let head = plan.values.head(config.mail.is_on())?;
        let operations = Operations::new(&plan.document.operations)?;
        policy_load(true);
        let together = Together::new(&db, &plan.records);
        let columns = ColumnCache::of(plan.tables(), config.columns_memory_mib << 20);
        let columns = Arc::new(columns);
        let metrics = Metrics::new(&db, &columns);
        let core = Arc::new(Core {
            policy: Arc::clone(&plan.policy),
            records: Arc::clone(&plan.records),
            opposites: Arc::clone(&plan.opposites),
            definitions: Arc::clone(&plan.document.definitions),
            config: Arc::new(config),
            db,
            checkers: Checkers::default(),
            media,
            responses: ResponseCache::default(),
            audit: auth.audit(),
            sealer: Sealer::default(),
            jobs: Running::default(),
            events: Arc::default(),
            columns,
            together,
        });
        slices::recover(&core).await?;
        Ok(Self {
            explorer: plan.explorer(core.config.of_modules.clone(), &core.columns),
            transfer: Arc::new(Transfer::of(Arc::clone(&plan.mappings))),
            front_ends: FrontEnds::of(plan.ui, &head),
            plan,
            core,
            auth,
            operations,
            metrics,
            mailer,
            draining: AtomicBool::new(false),
            untrusted_proxies: UntrustedProxies::default(),
        })
    }

    /// Runs a declared piece of work of a module: reads on one snapshot, then writes in one
    /// transaction.
    pub(crate) async fn perform<T: Send + 'static>(&self, work: Work<T>) -> Result<T> {
        let settings = self.core.config.of_modules.clone();
        let read = move |conn: &mut Conn| work(conn, &settings);
        let then =
            self.core.db.read_patiently(move |conn| db::statements::snapshot(conn, read)).await?;
        // It may be the result of a long computation, and is no client's request.
        self.core.db.write_patiently(then).await
    }

    /// Seeds the demo data in one transaction. Returns false, without seeding, when there is an
    /// account already.
    pub(crate) async fn seed_demo(self: &Arc<Self>) -> Result<bool> {
        let accounts = auth::demo::accounts().await?;
        let kernel = Arc::clone(self);
        self.core
            .db
            .write(move |conn| {
                if auth::any_account(conn)? {
                    return Ok(false);
                }
                let by = auth::demo::create(conn, &accounts, kernel.plan.demo)?;
                let Core { records, media, .. } = &*kernel.core;
                let mut seed = Seed::new(conn, records, &by, &accounts, &media.store);
                for module in &kernel.plan.modules {
                    (module.demo)(&mut seed)?;
                }
                auth::demo::give_attributes(&mut seed, kernel.plan.demo)?;
                db::statements::analyze(conn)?;
                Ok(true)
            })
            .await
    }
}
