// Deleted records, each with who deleted it and when, and the buttons that restore one or all that are chosen.
import { Button } from '@mizan/ui-kit/button';
import { formatDateTime, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { BulkOutcome } from '../bulk/bulk-outcome.tsx';
import { RowCheck } from '../bulk/row-check.tsx';
import { useMay } from '../document/context.tsx';
import { idOf, type Resource } from '../document/resources.ts';
import { paths } from '../paths.ts';
import type { Deleted } from './trash-data.ts';
import styles from './trash.module.css';
import { useRestore } from './use-restore.tsx';

interface Props {
  resource: Resource;
  /** Those of the page. */
  deleted: Deleted[];
}

export function DeletedList({ resource, deleted }: Props) {
  const may = useMay();
  const restores = may(resource, 'restore');
  const [chosen, setChosen] = useState<ReadonlyMap<string, Deleted>>(new Map());
  const choose = (records: Deleted[], select: boolean) => {
    const next = new Map(chosen);
    for (const one of records) {
      if (select) next.set(idOf(one), one);
      else next.delete(idOf(one));
    }
    setChosen(next);
  };
  const { restore, restoreAll, busy, progress, outcome, close } = useRestore(resource, (left) =>
    setChosen(new Map([...chosen].filter(([id]) => left.includes(id)))),
  );
  const onPage = deleted.filter(({ _id: id }) => chosen.has(id)).length;
  const count = chosen.size;
  const shown = formatNumber(count);
  return (
    <>
      {restores && (
        <div className={styles.bar} role="toolbar" aria-label={m.bulk_bar()}>
          <RowCheck
            label={m.trash_select_page()}
            checked={onPage === deleted.length}
            mixed={onPage > 0 && onPage < deleted.length}
            onChange={(select) => choose(deleted, select)}
          />
          <p role="status">{m.trash_selected({ count: shown })}</p>
          {count > 0 && (
            <>
              <Button look="secondary" onClick={() => restoreAll([...chosen.values()])}>
                {m.trash_restore_many({ count, shown })}
              </Button>
              <Button look="quiet" onClick={() => setChosen(new Map())}>
                {m.trash_clear()}
              </Button>
            </>
          )}
        </div>
      )}
      <ol className={styles.list} aria-label={m.trash_label({ nouns: resource.nouns })}>
        {deleted.map((one) => (
          <Entry
            key={idOf(one)}
            resource={resource}
            deleted={one}
            chosen={chosen.has(idOf(one))}
            onChoose={restores ? (select) => choose([one], select) : undefined}
            onRestore={restores ? () => void restore(one) : undefined}
            busy={busy === idOf(one)}
          />
        ))}
      </ol>
      {progress}
      {outcome && <BulkOutcome label={m.trash_restoring()} outcome={outcome} onClose={close} />}
    </>
  );
}

interface EntryProps {
  resource: Resource;
  deleted: Deleted;
  chosen: boolean;
  /** Undefined for users who may not restore. */
  onChoose: ((select: boolean) => void) | undefined;
  onRestore: (() => void) | undefined;
  busy: boolean;
}

function Entry({ resource, deleted, chosen, onChoose, onRestore, busy }: EntryProps) {
  const id = useId();
  const { _id: record, title, deletedAt, by } = deleted;
  return (
    <li className={styles.entry} data-chosen={chosen || undefined}>
      {onChoose && (
        <RowCheck label={m.trash_select({ title })} checked={chosen} onChange={(select) => onChoose(select)} />
      )}
      <div className={styles.what}>
        <Link id={id} className={styles.title} to={paths.history(resource.area, resource.name, record)}>
          <bdi>
            <Unbroken>{title || record}</Unbroken>
          </bdi>
        </Link>
        <p className={styles.who}>
          <bdi>{by?.name || m.history_somebody()}</bdi>
          <span aria-hidden="true">·</span>
          <time dateTime={deletedAt} title={formatDateTime(deletedAt)}>
            {formatRelative(deletedAt)}
          </time>
        </p>
      </div>
      {onRestore && (
        <Button look="secondary" busy={busy} aria-describedby={id} onClick={onRestore}>
          {m.trash_restore()}
        </Button>
      )}
    </li>
  );
}
