// The rows of a change set as a table: each record with what becomes of it, and the errors at their fields. Which rows are
// shown and the page are in the URL alone.
import { Button } from '@mizan/ui-kit/button';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ChangeSet, SetRow } from '../data/change-sets.ts';
import { errorMessage } from '../data/problems.ts';
import { toastFailure } from '../data/why.ts';
import { useMay, useResources } from '../document/context.tsx';
import { idOf, type Resource } from '../document/resources.ts';
import { StateBadge } from '../fields/state-badge.tsx';
import { Icon } from '../frame/icon.tsx';
import tabStyles from '../frame/tabs.module.css';
import { PagedCard } from '../list/paged-card.tsx';
import { usePage } from '../list/use-page.ts';
import { paths } from '../paths.ts';
import { RowFields } from './row-fields.tsx';
import { ACTIONS, leaveOutRow, OUTCOMES, SHOWN, useRows, type Shown } from './set-data.ts';
import { SHOWN_TEXTS, titleOfRow } from './set-texts.ts';
import styles from './set.module.css';
import { useRowFocus } from './use-row-focus.ts';

interface Props {
  set: ChangeSet;
  /** The user may correct its rows. */
  correctable: boolean;
}

export function SetRows({ set, correctable }: Props) {
  const [search] = useSearchParams();
  const requested = SHOWN.find((one) => one === search.get('show')) ?? 'all';
  // Nothing is wrong in a set that was applied.
  const shown = requested === 'errors' && set.counts.error === 0 && !correctable ? 'all' : requested;
  const list = usePage({ show: shown }, (query) => paths.changeSet(idOf(set), query));
  const { query, linkTo } = list;
  const answer = useRows(idOf(set), shown, query.page, query.perPage);
  const lines = answer.data?.items.some(({ line }) => line !== undefined) ?? false;
  const place = useRowFocus(answer.data);
  return (
    <section aria-label={m.set_rows()} tabIndex={-1} className={styles.rows} {...place}>
      <PagedCard
        label={m.set_rows()}
        answer={answer}
        list={list}
        failed={m.set_rows_failed()}
        none={
          shown === 'errors'
            ? { title: m.set_errors_none(), text: m.set_errors_none_text() }
            : { title: m.set_rows_none(), text: m.set_rows_none_text() }
        }
        tools={
          <nav className={styles.filter} aria-label={m.set_show()}>
            <ul className={tabStyles.tabs}>
              {choicesOf(set, shown).map(({ show, count }) => (
                <li key={show}>
                  <Link
                    to={linkTo({ show, page: 1 })}
                    replace
                    className={tabStyles.tab}
                    aria-current={show === shown ? 'page' : undefined}
                  >
                    {SHOWN_TEXTS[show]()}
                    {count !== undefined && <span className={styles.count}> {formatNumber(count)}</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        }
      >
        {(rows) => (
          // On phones rows are cards, so the roles of a table are said: a changed `display` would take them away.
          <div role="table" aria-label={m.set_rows()} className={styles.table} data-lines={lines}>
            <div role="row" className={styles.head}>
              {[...(lines ? [m.set_line()] : []), m.set_record(), m.set_action(), m.set_fields()].map((label) => (
                <span key={label} role="columnheader">
                  {label}
                </span>
              ))}
            </div>
            {rows.map((row) => (
              <Row key={row.row} set={set} row={row} lines={lines} correctable={correctable} />
            ))}
          </div>
        )}
      </PagedCard>
    </section>
  );
}

/** Which rows can be chosen, with their numbers where these are known: those that there are, and the current choice. */
function choicesOf({ counts, state }: ChangeSet, shown: Shown): { show: Shown; count?: number }[] {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const choices = [
    { show: 'all' as const, count: all },
    { show: 'errors' as const, count: counts.error },
    ...ACTIONS.map((show) => ({ show, count: counts[show] })),
  ];
  const outcomes = state === 'undone' ? OUTCOMES.map((show) => ({ show })) : [];
  return [...choices.filter(({ show, count }) => show === 'all' || show === shown || count > 0), ...outcomes];
}

interface RowProps {
  set: ChangeSet;
  row: SetRow;
  lines: boolean;
  correctable: boolean;
}

function Row({ set, row, lines, correctable }: RowProps) {
  const resources = useResources();
  const resource = resources.find(({ name }) => name === row.resource);
  const title = titleOfRow(row, resource);
  const whole = row.errors.filter(({ pointer }) => pointer === '');
  return (
    <div role="row" className={styles.row} data-wrong={row.errors.length > 0 || undefined}>
      {lines && (
        <span role="cell" className={styles.line}>
          {row.line !== undefined && (
            <>
              <span className={styles.above}>{m.set_line()} </span>
              {formatNumber(row.line)}
            </>
          )}
        </span>
      )}
      <span role="rowheader" className={styles.record}>
        <RecordLink row={row} resource={resource} title={title} />
        {resource && row.resource !== set.resource && <span className={styles.quiet}>{resource.singular}</span>}
      </span>
      <div role="cell" className={styles.action}>
        <span data-action={row.action}>{SHOWN_TEXTS[row.action]()}</span>
        <Outcome row={row} />
        {correctable && <LeaveOut set={set} row={row} title={title} />}
      </div>
      <div role="cell" className={styles.fields}>
        {whole.map(({ message }) => (
          <p key={message} className={styles.wrong}>
            {message}
          </p>
        ))}
        {row.reason && <p className={styles.quiet}>{row.reason}</p>}
        {resource && <RowFields set={set} row={row} resource={resource} title={title} correctable={correctable} />}
      </div>
    </div>
  );
}

function RecordLink({ row, resource, title }: { row: SetRow; resource: Resource | undefined; title: string }) {
  const may = useMay();
  const text = (
    <bdi>
      <Unbroken>{title}</Unbroken>
    </bdi>
  );
  const exists = row.record !== null && (row.action !== 'create' || row.state === 'applied');
  if (!exists || !row.record || !resource || !may(resource, 'view')) return text;
  return <Link to={paths.view(resource.area, resource.name, idOf(row.record))}>{text}</Link>;
}

const TONES = { reversed: 'done', kept: 'open', refused: 'danger' } as const;

/** What has become of the row of a set that was undone. */
function Outcome({ row: { state } }: { row: SetRow }) {
  if (state === 'planned' || state === 'applied') return null;
  return <StateBadge tone={TONES[state]}>{SHOWN_TEXTS[state]()}</StateBadge>;
}

interface LeaveOutProps {
  set: ChangeSet;
  row: SetRow;
  title: string;
}

function LeaveOut({ set, row, title }: LeaveOutProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const leaveOut = async () => {
    setBusy(true);
    try {
      await leaveOutRow(idOf(set), row.row);
      toast.success(m.set_left_out({ title }));
      await client.invalidateQueries({ queryKey: ['change-sets'] });
    } catch (error) {
      toastFailure(error, errorMessage(error, m.set_leave_out_failed()));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      look="quiet"
      className={styles.small}
      busy={busy}
      icon={<Icon name="close" size={16} />}
      aria-label={m.set_leave_out_of({ title })}
      onClick={() => void leaveOut()}
    >
      {m.set_leave_out()}
    </Button>
  );
}
