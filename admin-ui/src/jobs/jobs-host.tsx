// The button of the user's jobs in the bar, once there are any, with those that are running.
import { IconButton } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { lazyOptional } from '@mizan/ui-kit/lazy-screen';
import { ListTodo } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { followOther, forgetJobs, partDone, readJobs, useJobs } from '../data/jobs.ts';
import styles from './jobs.module.css';

const JobsPanel = lazyOptional(() => import('./jobs-panel.tsx'));

/** Each user needs another one. */
export default function JobsHost() {
  const { me } = useSession();
  return me && !me.viewedBy ? <JobsButton key={me.user.id} /> : null;
}

function JobsButton() {
  const jobs = useJobs();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  const running = jobs.filter(({ state }) => state === 'running');

  useEffect(() => {
    const reading = new AbortController();
    forgetJobs();
    readJobs(reading.signal).catch(() => {});
    return () => reading.abort();
  }, []);

  useEffect(() => {
    for (const { id, state } of jobs) if (state === 'running') followOther(id);
  }, [jobs]);

  if (jobs.length === 0) return null;
  const count = running.length;
  const done = count === 1 && running[0] ? partDone(running[0]) : undefined;
  return (
    <>
      <IconButton
        ref={button}
        className={styles.button}
        aria-label={count > 0 ? m.jobs_open_running({ count }) : m.jobs_open()}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {count > 0 ? <Ring done={done} /> : <ListTodo size={20} aria-hidden="true" />}
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <JobsPanel anchor={button} jobs={jobs} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** A ring that fills; one that turns while it is not known how far the work is. */
function Ring({ done }: { done: number | undefined }) {
  const [radius, part] = [8, done ?? 0.25];
  const around = 2 * Math.PI * radius;
  return (
    <svg
      className={styles.ring}
      data-turning={done === undefined || undefined}
      viewBox="0 0 20 20"
      width={20}
      height={20}
      aria-hidden="true"
    >
      <circle className={styles.track} cx={10} cy={10} r={radius} />
      <circle
        className={styles.part}
        cx={10}
        cy={10}
        r={radius}
        strokeDasharray={around}
        strokeDashoffset={around * (1 - part)}
      />
    </svg>
  );
}
