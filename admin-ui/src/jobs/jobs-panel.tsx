// The jobs of the user, the newest first: how far each is, and where what came of it is.
import { Button } from '@mizan/ui-kit/button';
import { formatDateTime } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Popup, type Anchor } from '@mizan/ui-kit/popup';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { toast } from '@mizan/ui-kit/toaster';
import { useState } from 'react';
import { Link } from 'react-router';
import { saveAs } from '../data/download.ts';
import { readAnswer, readFile, type Job } from '../data/jobs.ts';
import { errorMessage } from '../data/problems.ts';
import { useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { StateBadge } from '../fields/state-badge.tsx';
import { JobProgress } from '../frame/job-progress.tsx';
import { paths } from '../paths.ts';
import styles from './jobs.module.css';

interface Props {
  anchor: Anchor;
  jobs: Job[];
  onClose: () => void;
}

export default function JobsPanel({ anchor, jobs, onClose }: Props) {
  return (
    <Popup
      anchor={anchor}
      align="end"
      role="dialog"
      aria-label={m.jobs_title()}
      className={styles.panel}
      onClose={onClose}
    >
      <div className={styles.inside}>
        <h2 className={styles.title}>{m.jobs_title()}</h2>
        <p className={styles.text}>{m.jobs_text()}</p>
        <ul className={styles.list}>
          {jobs.map((job) => (
            <li key={job.id} className={styles.job}>
              <Shown job={job} onFollow={onClose} />
            </li>
          ))}
        </ul>
      </div>
    </Popup>
  );
}

const STATES = {
  running: { tone: 'open', label: m.job_running },
  done: { tone: 'done', label: m.job_done },
  failed: { tone: 'danger', label: m.job_failed },
} as const;

function titleOf({ kind, resource: name }: Job, resource: Resource | undefined): string {
  const label = resource?.nouns ?? name ?? '';
  if (kind === 'apply') return m.job_apply();
  if (kind === 'undo') return m.job_undo();
  const title = kind === 'import' ? m.job_import : kind === 'plan' ? m.job_plan : m.job_export;
  return title({ label });
}

function Shown({ job, onFollow }: { job: Job; onFollow: () => void }) {
  const resource = useResources().find(({ name }) => name === job.resource);
  const title = titleOf(job, resource);
  const { tone, label } = STATES[job.state];
  const at = job.endedAt ?? job.createdAt;
  return (
    <>
      <div className={styles.head}>
        <span className={styles.name}>{title}</span>
        <StateBadge tone={tone}>{label()}</StateBadge>
      </div>
      {job.state === 'running' ? (
        <JobProgress job={job} label={title} />
      ) : (
        <time className={styles.text} dateTime={at} title={formatDateTime(at)}>
          {formatRelative(at)}
        </time>
      )}
      {job.state === 'failed' && <Why id={job.id} />}
      {job.state === 'done' && <Result job={job} resource={resource} onFollow={onFollow} />}
    </>
  );
}

/** What came of a job: a file, or a screen. */
function Result({ job, resource, onFollow }: { job: Job; resource: Resource | undefined; onFollow: () => void }) {
  const { file } = job;
  if (file) {
    const save = () =>
      readFile(job.id).then(
        (blob) => saveAs(blob, file.name),
        (error: unknown) => toast.error(errorMessage(error, m.job_file_failed())),
      );
    return (
      <Button look="secondary" className={styles.action} onClick={() => void save()}>
        {m.job_download()}
      </Button>
    );
  }
  const to = addressOf(job, resource);
  return (
    to && (
      <Link className={styles.link} to={to} onClick={onFollow}>
        {m.job_look()}
      </Link>
    )
  );
}

/** The screen of what a job made or changed. */
function addressOf({ changeSet, kind, location }: Job, resource: Resource | undefined): string | undefined {
  const set = changeSet ?? (kind === 'plan' ? location?.split('/').pop() : undefined);
  if (set) return paths.changeSet(set);
  return resource && paths.list(resource.area, resource.name);
}

/** Why a job failed, asked for when it is wanted. */
function Why({ id }: { id: string }) {
  const [text, setText] = useState<string>();
  const ask = () => readAnswer(id).then(setText, (error: unknown) => setText(errorMessage(error, m.job_failed())));
  if (text !== undefined) return <p className={styles.text}>{text}</p>;
  return (
    <Button look="quiet" className={styles.action} onClick={() => void ask()}>
      {m.job_why()}
    </Button>
  );
}
