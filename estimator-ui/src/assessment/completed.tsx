// After the last unit: the project is completed, and the next one begins by itself unless the visitor stays; or the last
// unit is saved and others before it are not.
import { useEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, buttonClass } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useTitle } from '@mizan/ui-kit/title';
import { sentenceOf } from '../api';
import type { ProjectWithUnits } from '../shapes';
import { COUNTDOWN } from '../assess/limits';
import { paths } from '../paths';
import { projectAfter } from '../queries';
import styles from './completed.module.css';

interface Props {
  project: ProjectWithUnits;
  /** How many of its units are still without a figure. */
  open: number;
  /** To the first of those. */
  goOn: () => void;
  /** To the project's first unit. */
  restart: () => void;
}

export function Completed({ project, open, goOn, restart }: Props) {
  return open > 0 ? (
    <End project={project} open={open} goOn={goOn} />
  ) : (
    <Congratulations project={project} restart={restart} />
  );
}

function Congratulations({ project, restart }: Pick<Props, 'project' | 'restart'>) {
  useTitle(m.estimator_completed_title());
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  // Asked for while the countdown runs, so that nobody waits at its end.
  useQuery(projectAfter(project._id));

  async function startNext(): Promise<void> {
    setBusy(true);
    try {
      const next = await client.fetchQuery(projectAfter(project._id));
      // A short number in the address is a place in the project: its first unit.
      if (next) await navigate({ to: paths.unit, params: { projectId: next._id, unitId: '0' } });
      else restart();
    } catch (error) {
      toast.error(sentenceOf(error, m.estimator_projects_failed()));
      setBusy(false);
    }
  }

  const countdown = useCountdown(COUNTDOWN, () => void startNext());
  const whole = useRef<HTMLDivElement>(null);
  return (
    <div ref={whole} tabIndex={-1} className={styles['screen']}>
      <span className={styles['seal']}>
        <svg
          viewBox="0 0 64 64"
          width="64"
          height="64"
          fill="none"
          stroke="currentColor"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M19 33.500 28 42.500 46 23" />
        </svg>
      </span>
      <Title>{m.estimator_completed_title()}</Title>
      <p className={styles['text']}>{m.estimator_completed_text({ project: project.name })}</p>
      <div className={styles['actions']}>
        <Link to={paths.assessments} className={buttonClass({ look: 'secondary', wide: true })}>
          {m.estimator_completed_return()}
        </Link>
        <Button
          wide
          busy={busy}
          onClick={() => {
            countdown.stop();
            void startNext();
          }}
        >
          {m.estimator_completed_next()}
        </Button>
      </div>
      {/* It keeps its place once it is stopped. */}
      <div className={styles['countdown']} data-stopped={countdown.stopped || undefined}>
        <p role="timer">{countdown.stopped ? '' : m.estimator_completed_countdown({ seconds: countdown.left })}</p>
        {!countdown.stopped && (
          <Button
            look="quiet"
            onClick={() => {
              countdown.stop();
              // The button goes away, and the keyboard goes on from here.
              whole.current?.focus();
            }}
          >
            {m.estimator_completed_stay()}
          </Button>
        )}
      </div>
    </div>
  );
}

function End({ project, open, goOn }: Pick<Props, 'project' | 'open' | 'goOn'>) {
  useTitle(m.estimator_end_title());
  return (
    <div className={styles['screen']}>
      <Title>{m.estimator_end_title()}</Title>
      <p className={styles['text']}>{m.estimator_end_text({ count: open, project: project.name })}</p>
      <div className={styles['actions']}>
        <Link to={paths.assessments} className={buttonClass({ look: 'secondary', wide: true })}>
          {m.estimator_completed_return()}
        </Link>
        <Button wide onClick={goOn}>
          {m.estimator_end_open({ count: open })}
        </Button>
      </div>
    </div>
  );
}

/** Takes the focus, for what had it is gone; so it is read out, and the keyboard goes on from here. */
function Title({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h1 ref={title} tabIndex={-1} className={styles['title']}>
      {children}
    </h1>
  );
}

/** Counts down once, from the first sight, and then runs `end`, unless it was stopped. */
function useCountdown(from: number, end: () => void): { left: number; stopped: boolean; stop: () => void } {
  const [left, setLeft] = useState(from);
  const [stopped, setStopped] = useState(false);
  const ended = useRef(end);
  useEffect(() => {
    ended.current = end;
  });
  const runs = !stopped && left > 0;
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [runs]);
  const over = left <= 0 && !stopped;
  useEffect(() => {
    if (over) ended.current();
  }, [over]);
  return { left: Math.max(0, left), stopped, stop: () => setStopped(true) };
}
