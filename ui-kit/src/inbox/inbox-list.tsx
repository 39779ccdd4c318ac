// The entries of the inbox, the newest first. Those that are shown count as read from then on, and stay marked as new until
// the list is closed.
import { useCallback, useEffect, useState, type MouseEvent } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { Button } from '../button';
import { formatDateTime } from '../formats';
import { asProblem } from '../http';
import { product } from '../product';
import { formatRelative } from '../relative-times';
import { useSession } from '../session';
import { Skeleton } from '../skeleton';
import { ByMail } from './by-mail';
import { addressOf, readAreas, type Areas } from './entry-address';
import { markRead, readInbox, type InboxEntry } from './inbox-data';
import styles from './inbox.module.css';

const LIMIT = 20;

interface Props {
  /** Opens an address within the app. */
  onFollow?: ((address: string) => void) | undefined;
}

export default function InboxList({ onFollow }: Props) {
  const { me } = useSession();
  const [entries, setEntries] = useState<InboxEntry[]>();
  const [pages, setPages] = useState({ read: 0, total: 1 });
  const [areas, setAreas] = useState<Areas>(new Map());
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(true);

  const request = useCallback(
    (page: number) =>
      readInbox(page, LIMIT).then(
        ({ items, totalPages }) => {
          setBusy(false);
          // An entry that was written meanwhile moves the others to later pages.
          setEntries((all = []) => [...all, ...items.filter(({ id }) => !all.some((one) => one.id === id))]);
          setPages({ read: page, total: totalPages });
          // Entries that could not be marked are new once more.
          markRead(items.filter(({ readAt }) => readAt === null).map(({ id }) => id)).catch(() => {});
        },
        (error: unknown) => {
          setBusy(false);
          setFailure(asProblem(error).message);
        },
      ),
    [],
  );
  useEffect(() => {
    void request(1);
  }, [request]);
  const more = () => {
    setBusy(true);
    setFailure(undefined);
    void request(pages.read + 1);
  };

  const isLinked = entries?.some(({ resource }) => resource !== null) ?? false;
  useEffect(() => {
    // Without the document entries are read all the same, and lead nowhere.
    if (isLinked) readAreas().then(setAreas, () => {});
  }, [isLinked]);

  return (
    <div className={styles['inbox']}>
      {!entries && failure === undefined && (
        <div className={styles['notice']} role="status" aria-label={m.loading()}>
          <Skeleton width="80%" />
          <Skeleton width="60%" />
        </div>
      )}
      {entries?.length === 0 && (
        <div className={styles['notice']}>
          <p className={styles['noticeTitle']}>{m.inbox_empty()}</p>
          <p>{m.inbox_empty_text()}</p>
        </div>
      )}
      {entries && entries.length > 0 && (
        <ol className={styles['list']} aria-label={m.inbox_list()}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} to={addressOf(entry, areas, me)} onFollow={onFollow} />
          ))}
        </ol>
      )}
      {failure !== undefined && (
        <div className={styles['notice']} role="alert">
          <p>{failure}</p>
          <Button look="secondary" onClick={more}>
            {m.inbox_retry()}
          </Button>
        </div>
      )}
      {entries && failure === undefined && pages.read < pages.total && (
        <div className={styles['more']}>
          <Button look="secondary" busy={busy} onClick={more}>
            {m.inbox_older()}
          </Button>
        </div>
      )}
      {product().mail && <ByMail />}
    </div>
  );
}

interface EntryProps extends Props {
  entry: InboxEntry;
  /** Where it leads. */
  to: string | undefined;
}

function Entry({ entry: { text, title, by, createdAt, readAt }, to, onFollow }: EntryProps) {
  const follow = (event: MouseEvent) => {
    if (!to || !onFollow || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow(to);
  };
  const shown = (
    <>
      <span className={styles['text']} dir="auto">
        {text}
      </span>
      <span className={styles['about']}>
        {readAt === null && <span className={styles['new']}>{m.inbox_new()}</span>}
        {title !== null && <bdi className={styles['title']}>{title}</bdi>}
        {by && <bdi>{by.name}</bdi>}
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {formatRelative(createdAt)}
        </time>
      </span>
    </>
  );
  return (
    <li className={styles['entry']} data-new={readAt === null || undefined}>
      {to ? (
        <a className={styles['link']} href={to} onClick={follow}>
          {shown}
        </a>
      ) : (
        <div className={styles['link']}>{shown}</div>
      )}
    </li>
  );
}
