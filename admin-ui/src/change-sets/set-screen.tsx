// A change set: what it does, who planned it and when, its numbers, its rows, and what may become of it.
import { Button } from '@mizan/ui-kit/button';
import { formatDateTime, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { useSession } from '@mizan/ui-kit/session';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { ChangeSet } from '../data/change-sets.ts';
import { useJobOfSet } from '../data/jobs.ts';
import { isStatus } from '../data/problems.ts';
import { useResourceNamed, useViewed } from '../document/context.tsx';
import { idOf, type Resource } from '../document/resources.ts';
import { StateBadge } from '../fields/state-badge.tsx';
import { Icon } from '../frame/icon.tsx';
import { JobProgress } from '../frame/job-progress.tsx';
import { NotHere } from '../frame/not-here.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Notice } from '../frame/notice.tsx';
import { Screen } from '../frame/screen.tsx';
import { useAreaLabel } from '../module/registry.ts';
import { paths } from '../paths.ts';
import { decisionsOf, type Decisions } from './may-decide.ts';
import { useSet } from './set-data.ts';
import { ApplyDialog, DiscardDialog, UndoDialog } from './set-dialogs.tsx';
import { SetRows } from './set-rows.tsx';
import { changesIn, STATES, titleOfSet } from './set-texts.ts';
import styles from './set.module.css';

export default function ChangeSetScreen() {
  const { id = '' } = useParams();
  const { data: set, error, refetch } = useSet(id);
  const resource = useResourceNamed(set?.resource);
  const crumbs = [
    { label: useAreaLabel('backoffice'), to: paths.area('backoffice') },
    { label: m.sets_title(), to: paths.changeSets() },
  ];
  if (set) return resource ? <Shown key={id} set={set} resource={resource} crumbs={crumbs} /> : <NotHere />;
  return (
    <Screen title={m.sets_title()} crumbs={crumbs}>
      {isStatus(error, 404) ? (
        <Notice title={m.set_missing()} />
      ) : error ? (
        <NotLoaded title={m.set_failed()} error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={320} aria-label={m.admin_loading()} />
      )}
    </Screen>
  );
}

interface ShownProps {
  set: ChangeSet;
  resource: Resource;
  crumbs: { label: string; to: string }[];
}

type Open = 'apply' | 'discard' | 'undo';

function Shown({ set, resource, crumbs }: ShownProps) {
  const { me } = useSession();
  const viewed = useViewed();
  const [open, setOpen] = useState<Open | null>(null);
  const job = useJobOfSet(idOf(set));
  const decisions = decisionsOf(me, set, resource);
  const title = titleOfSet(set, resource);
  const { label, tone } = STATES[set.state];
  const props = { set, resource, decisions, onClose: () => setOpen(null) };
  return (
    <Screen
      title={title}
      about={
        <span className={styles.about}>
          <StateBadge tone={tone}>{label()}</StateBadge>
          <Who set={set} />
        </span>
      }
      crumbs={[...crumbs, { label: title }]}
      actions={viewed === undefined && !job && <Actions set={set} decisions={decisions} onOpen={setOpen} />}
    >
      {job && <JobProgress job={job} label={job.kind === 'undo' ? m.set_undoing() : m.set_applying()} />}
      <Numbers set={set} />
      <Hint set={set} decisions={decisions} />
      <SetRows set={set} correctable={decisions.correct && viewed === undefined} />
      {open === 'apply' && <ApplyDialog {...props} />}
      {open === 'discard' && <DiscardDialog {...props} />}
      {open === 'undo' && <UndoDialog {...props} />}
    </Screen>
  );
}

function Who({ set }: { set: ChangeSet }) {
  const planned = set.state === 'proposed' ? m.set_proposed_by : m.set_planned_by;
  const applied = set.appliedAt !== null;
  const at = set.appliedAt ?? set.at;
  const name = (applied ? set.appliedBy : set.by)?.name || m.history_somebody();
  const text = (applied ? m.set_applied_by : planned)({ name, when: formatRelative(at) });
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {text}
    </time>
  );
}

interface ActionsProps {
  set: ChangeSet;
  decisions: Decisions;
  onOpen: (open: Open) => void;
}

function Actions({ set, decisions, onOpen }: ActionsProps) {
  const { apply, discard, own, undo } = decisions;
  const proposed = set.state === 'proposed';
  const ready = set.counts.error === 0 && changesIn(set) > 0;
  return (
    <>
      {discard && (
        <Button look="secondary" onClick={() => onOpen('discard')}>
          {!proposed ? m.set_discard() : own ? m.set_withdraw() : m.set_turn_down()}
        </Button>
      )}
      {apply && (
        <Button aria-disabled={!ready} onClick={() => ready && onOpen('apply')}>
          {proposed ? m.set_approve() : m.set_apply()}
        </Button>
      )}
      {undo && (
        <Button look="secondary" onClick={() => onOpen('undo')}>
          {m.undo()}
        </Button>
      )}
    </>
  );
}

function Numbers({ set: { counts } }: { set: ChangeSet }) {
  const all = [
    [m.set_create(), counts.create],
    [m.set_update(), counts.update],
    [m.set_delete(), counts.delete],
    [m.set_unchanged(), counts.unchanged],
    [m.set_errors(), counts.error],
  ] as const;
  return (
    <dl className={styles.numbers}>
      {all
        .filter(([, count]) => count > 0)
        .map(([label, count]) => (
          <div key={label} className={styles.number} data-wrong={label === m.set_errors() || undefined}>
            <dt>{label}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Why the set cannot be applied, while it is open. */
function Hint({ set, decisions }: { set: ChangeSet; decisions: Decisions }) {
  const count = set.counts.error;
  if (!decisions.open) return null;
  if (count > 0) {
    return (
      <p className={styles.hint} data-wrong>
        <Icon name="warning" size={18} />
        {m.set_errors_left({ count, shown: formatNumber(count) })}
      </p>
    );
  }
  if (changesIn(set) === 0) return <p className={styles.hint}>{m.set_nothing()}</p>;
  return set.state === 'proposed' && decisions.own ? <p className={styles.hint}>{m.set_not_own()}</p> : null;
}
