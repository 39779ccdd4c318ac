// Who else looks at a record, in the bar above its screen. The page reports itself as long as it is visible.
import { authorizedFetch } from '@mizan/ui-kit/http';
import { getLocale } from '@mizan/ui-kit/locale';
import { m } from '@mizan/ui-kit/messages';
import { use, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useViewed } from '../document/context.tsx';
import { useOffers } from '../document/offers.ts';
import { FrameBarContext } from '../frame/crumbs.tsx';
import { initialsOf } from '../frame/initials.ts';
import { api } from '../paths.ts';
import styles from './viewers.module.css';

interface Viewer {
  _id: string;
  name: string;
}

/** In milliseconds: not for a record that is only passed by, and then as often as the server expects it. */
const FIRST = 2000;
const EVERY = 15_000;
/** The record is deleted, or may not be read any more: another request changes nothing. */
const FINAL = new Set([403, 404, 422]);
/** How many have a mark of their own. */
const MOST = 3;

export default function Viewers({ resource, id }: { resource: string; id: string }) {
  const bar = use(FrameBarContext);
  // A user whose eyes are borrowed does not look.
  const viewed = useViewed();
  const { viewers } = useOffers();
  const looks = viewed === undefined && viewers;
  const [others, setOthers] = useState<Viewer[]>([]);
  useEffect(() => {
    if (!looks) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const connection = new AbortController();
    async function report(): Promise<void> {
      const body = JSON.stringify({ resource, recordId: id });
      const headers = { 'Content-Type': 'application/json' };
      const response = await authorizedFetch(api.viewers, { method: 'POST', headers, body, signal: connection.signal });
      if (response.ok) setOthers(((await response.json()) as { items: Viewer[] }).items);
      else if (FINAL.has(response.status)) connection.abort();
    }
    function look(): void {
      clearTimeout(timer);
      if (connection.signal.aborted || document.visibilityState !== 'visible') return;
      timer = setTimeout(look, EVERY);
      // What could not be reported is reported next time.
      if (navigator.onLine) report().catch(() => setOthers([]));
    }
    timer = setTimeout(look, FIRST);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      connection.abort();
      document.removeEventListener('visibilitychange', look);
    };
  }, [looks, resource, id]);
  if (!bar) return null;
  return createPortal(<Shown viewers={others} />, bar);
}

function Shown({ viewers }: { viewers: Viewer[] }) {
  const names = new Intl.ListFormat(getLocale()).format(viewers.map(({ name }) => name));
  const text = viewers.length === 1 ? m.live_viewer({ name: names }) : m.live_viewers({ names });
  return (
    <p role="status" className={styles.viewers} title={viewers.length > 0 ? text : undefined}>
      {viewers.slice(0, MOST).map(({ _id, name }) => (
        <span key={_id} className={styles.mark} aria-hidden="true">
          {initialsOf(name)}
        </span>
      ))}
      {viewers.length > MOST && (
        <span className={styles.mark} aria-hidden="true">
          +{viewers.length - MOST}
        </span>
      )}
      {viewers.length > 0 && <span className={styles.text}>{text}</span>}
    </p>
  );
}
