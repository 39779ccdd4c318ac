// How far a job is: a bar, and the number of records.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Progress } from '@mizan/ui-kit/skeleton';
import { partDone, type Job } from '../data/jobs.ts';
import styles from './job-progress.module.css';

interface Props {
  /** Undefined before it has begun. */
  job: Job | undefined;
  label: string;
}

export function JobProgress({ job, label }: Props) {
  const done = job && partDone(job);
  return (
    <div className={styles.progress}>
      <Progress label={label} {...(done !== undefined && { done })} />
      <p className={styles.text}>{(job && textOf(job)) ?? label}</p>
    </div>
  );
}

/** The steps of a stage in words; undefined while they are not known. */
export function textOf({ stage, done, total }: Job): string | undefined {
  if (!total) return undefined;
  const shown = { done: formatNumber(done), total: formatNumber(total) };
  // Of a file it is bytes that are counted while it is read.
  if (stage === 'planning') return m.job_planning({ percent: formatNumber(Math.floor((100 * done) / total)) });
  return m.job_writing(shown);
}
