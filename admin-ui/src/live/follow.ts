// One connection on which the server reports changes. It is open while the page is visible, and continues where it ended.
import { asProblem, authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { EventReader, type ServerEvent } from './events.ts';

/** In milliseconds. The server sends something every 15 seconds. */
const SILENCE = 40_000;
const SHORTEST_PAUSE = 2000;
const LONGEST_PAUSE = 60_000;
/** What another request does not change: no such operation, or no permission. A session may be renewed meanwhile. */
const FINAL = new Set([400, 403, 404]);

/** Follows changes until the returned function is called. */
export function follow(path: string, onEvent: (event: ServerEvent) => void): () => void {
  const reader = new EventReader();
  let connection: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isFinal = false;

  const isVisible = () => document.visibilityState === 'visible';
  const disconnect = () => {
    clearTimeout(timer);
    connection?.abort();
    connection = undefined;
  };
  const again = (retryAfter?: number) => {
    if (!isVisible()) return;
    const pause = Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, reader.retry ?? 0) * 2 ** failures);
    // Clients that lost one server do not all come at once.
    timer = setTimeout(connect, Math.max(pause * (0.5 + Math.random() / 2), 1000 * (retryAfter ?? 0)));
    failures += 1;
  };
  async function listen(own: AbortController): Promise<void> {
    const headers: Record<string, string> = { Accept: 'text/event-stream' };
    if (reader.lastId !== undefined) headers['Last-Event-ID'] = reader.lastId;
    const response = await authorizedFetch(path, { headers, signal: own.signal });
    if (!response.ok || !response.body) throw await problemOf(response);
    reader.begin();
    const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const watch = () => setTimeout(() => own.abort(), SILENCE);
    let silence = watch();
    try {
      for (;;) {
        // The pieces of one stream, in their order.
        // oxlint-disable-next-line no-await-in-loop
        const { done, value } = await pieces.read();
        if (done) return;
        failures = 0;
        clearTimeout(silence);
        silence = watch();
        for (const event of reader.read(value)) onEvent(event);
      }
    } finally {
      clearTimeout(silence);
    }
  }
  function connect(): void {
    disconnect();
    const own = new AbortController();
    connection = own;
    listen(own).then(
      () => {
        if (connection === own) again();
      },
      (error: unknown) => {
        if (connection !== own) return;
        const { status, retryAfter } = asProblem(error);
        isFinal = FINAL.has(status);
        if (!isFinal) again(retryAfter);
      },
    );
  }
  const look = () => {
    if (!isVisible()) disconnect();
    else if (!isFinal && (!connection || connection.signal.aborted)) {
      failures = 0;
      connect();
    }
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    disconnect();
  };
}
