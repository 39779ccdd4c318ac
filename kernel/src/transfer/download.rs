//! Sends an export over HTTP: streamed, few at a time, and with a deadline.

use std::io::{self, Write};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION};
use actix_web::web::{self, Bytes};
use actix_web::{HttpResponse, HttpResponseBuilder};
use futures_util::future::{Either, select};
use futures_util::stream;
use serde::Deserialize;
use tables::{Format, Layout};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use super::export;
use super::shared::Transfer;
use crate::base::calendar::WORKBOOK_TIME;
use crate::base::error::{Error, Result};
use crate::base::from_request::from_request;
use crate::db::Conn;
use crate::engine::list::Parameters;
use crate::records::RegisteredResource;
use crate::records::actor::Actor;
use crate::records::audit::{self, Action, Event};
use crate::records::core::Core;
use crate::records::handler::{Argument, Implied};
use crate::records::idempotency::Answer;
use crate::records::jobs::parts::FileParts;
use crate::records::jobs::work::{LongRequest, NewJob};
use crate::records::jobs::{Ended, JobKind, Progress};

/// How many bytes are sent at a time.
const CHUNK: usize = 64 * 1024;
/// How long the client may accept no data before the export is abandoned.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a whole export may take.
const DEADLINE: Duration = Duration::from_secs(15 * 60);

/// The requested file format.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DownloadQuery {
    format: Option<String>,
    #[serde(default)]
    byte_order_mark: bool,
}

/// Exports the matching records of the resource that is mounted at the path.
pub(crate) async fn download(
    table: TableRequest,
    entry: web::Data<RegisteredResource>,
    wanted: web::Query<DownloadQuery>,
    parameters: web::Query<Parameters>,
) -> Result<HttpResponse> {
    let format = Format::from_parameter(wanted.format.as_deref())?;
    let byte_order_mark = wanted.byte_order_mark;
    let layout = Layout { byte_order_mark, ..layout(format) };
    let name = entry.info().name;
    let by = table.by.clone();
    let query =
        table.core.records.query(&entry, parameters.into_inner(), &by, &table.core.policy)?;
    let is_filtered = query.filter.is_some() || !query.search.is_empty();
    let filtered = if is_filtered { ", filtered" } else { "" };
    let exported = Event::new(Action::Export, name).by(&by);
    let exported = exported.because(format!("{}{filtered}", format.extension()));
    let entry = entry.into_inner();
    let (db, slot) = (table.core.db.clone(), table.slot()?);
    let records = Arc::clone(&table.core.records);
    let write = move |out, progress: Progress| async move {
        let write = move |conn: &mut Conn| {
            let layout = (layout, usize::MAX);
            let out = (out, &progress);
            export::write(conn, (&records, &entry), (&query, &by), layout, out).map(drop)
        };
        db.read_table(write).await
    };
    table.stream((name, format), exported, slot, write).await
}

/// The request of an operation that answers with a table. A handler takes it as an argument: all tables
/// are sent under the same limits.
pub struct TableRequest {
    core: web::Data<Core>,
    transfer: web::Data<Transfer>,
    by: Actor,
    long: LongRequest,
}

from_request!(TableRequest, |request| {
    let by = Actor::extract(request).into_inner()?;
    let core = request.app_data::<web::Data<Core>>().cloned();
    let transfer = request.app_data::<web::Data<Transfer>>().cloned();
    let state = core.zip(transfer);
    let (core, transfer) = state.ok_or_else(|| Error::internal("the application has no kernel"))?;
    let long = LongRequest::extract(request).into_inner()?;
    Ok(Self { core, transfer, by, long })
});

impl Argument for TableRequest {
    const IMPLIED: &'static [Implied] = &[Implied::Table, Implied::Job];
}

impl TableRequest {
    /// Reads what a table is made from, as a slow query does, and sends what `write` makes of it as the file
    /// `name`: streamed, as one of a few tables at a time. `what` is its subject in the audit, where it is
    /// recorded before its first byte is sent.
    ///
    /// # Errors
    /// 503 when as many tables are being sent as may, no slot for slow queries is free within some seconds,
    /// or the query takes too long; those of `read`, and of `write` before its first byte.
    pub async fn send<T: Send + 'static>(
        self,
        (name, format): (&str, Format),
        what: &str,
        read: impl Fn(&mut Conn) -> Result<T> + Send + Sync + 'static,
        write: impl FnOnce(T, TableStream) -> Result<()> + Send + 'static,
    ) -> Result<HttpResponse> {
        let exported = Event::new(Action::Export, what).by(&self.by).because(format.extension());
        let (answer, slot) = self.core.read_long_in(|| self.slot(), read).await?;
        let write = move |out, _: Progress| async move {
            let written = web::block(move || write(answer, out)).await;
            written.map_err(Error::internal)?
        };
        self.stream((name, format), exported, slot, write).await
    }

    /// Counts this table among those that are being sent.
    fn slot(&self) -> Result<OwnedSemaphorePermit> {
        self.transfer.exports.clone().try_acquire_owned().map_err(|_| {
            Error::Busy("Several tables are being written at the moment. Try again shortly")
        })
    }

    /// Sends what `write` writes while it is written, or begins a job that stores it.
    async fn stream<W: Future<Output = Result<()>> + 'static>(
        self,
        (name, format): (&str, Format),
        exported: Event,
        slot: OwnedSemaphorePermit,
        write: impl FnOnce(TableStream, Progress) -> W + Send + 'static,
    ) -> Result<HttpResponse> {
        if self.long.is_job() {
            let (core, name) = (Arc::clone(&self.core), name.to_owned());
            let new = NewJob::of(JobKind::Export, &name);
            let work =
                move |progress| store((core, name, format), exported, slot, (write, progress));
            return self.long.respond(new, None, work).await;
        }
        let (first, receiver) =
            begin(&self.core, exported, slot, (write, Progress::default())).await?;
        let rest = stream::unfold((Some(first), receiver), |(first, mut receiver)| async move {
            let next = match first {
                Some(bytes) => Some(Ok(bytes)),
                None => receiver.recv().await,
            };
            next.map(|next: Result<Bytes>| (next, (None, receiver)))
        });
        Ok(head(name, format).streaming(Box::pin(rest)))
    }
}

/// Begins to write a table. Returns the first bytes, and what the rest comes through.
async fn begin<W: Future<Output = Result<()>>>(
    core: &Core,
    exported: Event,
    slot: OwnedSemaphorePermit,
    (write, progress): (impl FnOnce(TableStream, Progress) -> W + 'static, Progress),
) -> Result<(Bytes, mpsc::Receiver<Result<Bytes>>)> {
    let (sender, mut receiver) = mpsc::channel(2);
    let handle = Handle::current();
    actix_web::rt::spawn(async move {
        let errors = sender.clone();
        let started = Instant::now();
        let out = TableStream { started, sender, handle, buffer: Vec::with_capacity(CHUNK) };
        // When the client disconnects, a running read is interrupted.
        if let Either::Left((Err(error), _)) =
            select(pin!(write(out, progress)), pin!(errors.closed())).await
        {
            // A client that takes little may keep the error waiting, but no slot.
            drop(slot);
            let _ = errors.send(Err(error)).await;
        }
    });
    // An error before the first chunk can still be returned as a status.
    let first = match receiver.recv().await {
        Some(Ok(bytes)) => bytes,
        Some(Err(error)) => return Err(error),
        None => return Err(Error::internal("a table was given up before it began")),
    };
    // Nothing leaves without a record of it.
    core.db.write(move |conn| audit::record(conn, exported)).await?;
    Ok((first, receiver))
}

/// Stores a table as the file of a job.
async fn store<W: Future<Output = Result<()>>>(
    (core, name, format): (Arc<Core>, String, Format),
    exported: Event,
    slot: OwnedSemaphorePermit,
    written: (impl FnOnce(TableStream, Progress) -> W + 'static, Progress),
) -> Result<Ended> {
    let (first, mut receiver) = begin(&core, exported, slot, written).await?;
    let mut file = FileParts::new(&core, file_name(&name, format), format.content_type());
    file.add(&first).await?;
    while let Some(bytes) = receiver.recv().await {
        file.add(&bytes?).await?;
    }
    let file = Some(file.finish().await?);
    let answer = Answer { status: StatusCode::OK, ..Answer::nothing() };
    Ok(Ended { answer, file })
}

/// Returns how a table is written: a workbook shows moments in the product's time zone.
pub(crate) fn layout(format: Format) -> Layout {
    Layout { format, byte_order_mark: false, zone: WORKBOOK_TIME }
}

fn file_name(name: &str, format: Format) -> String {
    format!("{name}.{}", format.extension())
}

fn head(name: &str, format: Format) -> HttpResponseBuilder {
    let file = format!("attachment; filename=\"{}\"", file_name(name, format));
    let mut head = HttpResponse::Ok();
    head.content_type(format.content_type())
        .insert_header((CONTENT_DISPOSITION, file))
        .insert_header((CACHE_CONTROL, "no-store"));
    head
}

/// Sends what is written to it in chunks, and blocks while the client accepts none.
pub struct TableStream {
    started: Instant,
    sender: mpsc::Sender<Result<Bytes>>,
    handle: Handle,
    buffer: Vec<u8>,
}

impl Write for TableStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= CHUNK {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        if self.started.elapsed() > DEADLINE {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let full = std::mem::replace(&mut self.buffer, Vec::with_capacity(CHUNK));
        let sending = self.sender.send_timeout(Ok(Bytes::from(full)), SEND_TIMEOUT);
        self.handle.block_on(sending).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    }
}
