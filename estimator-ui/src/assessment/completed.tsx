// Shown after the last unit: the project is completed and the next one opens after a countdown, unless the user stays;
// or earlier units are still open.
import { useEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, buttonClass } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useTitle } from '@mizan/ui-kit/title';
import { errorMessage } from '../api';
import type { ProjectWithUnits } from '../shapes';
import { COUNTDOWN } from '../assess/limits';
import { paths } from '../paths';
import { projectAfter } from '../queries';
import { EchoLine, type Echo } from './echo-line';
import { useCountdown } from './use-countdown';
import styles from './completed.module.css';

export interface CompletedProps {
  project: ProjectWithUnits;
  /** The position of the last estimate among the others'. */
  echo: Echo | undefined;
  /** The number of units without an estimate. */
  open: number;
  /** Opens the first of those. */
  goOn: () => void;
  /** Opens the project's first unit. */
  restart: () => void;
  /** Opens the unit that was saved last. */
  changeLast: () => void;
}

export function Completed(props: CompletedProps) {
  return props.open > 0 ? <End {...props} /> : <Congratulations {...props} />;
}

function Congratulations({ project, echo, restart, changeLast }: CompletedProps) {
  useTitle(m.estimator_completed_title());
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const countdown = useCountdown(COUNTDOWN, () => void startNext());
  // Loaded during the countdown, so that the user need not wait at its end.
  useQuery(projectAfter(project._id));

  async function startNext(): Promise<void> {
    setBusy(true);
    try {
      const next = await client.fetchQuery(projectAfter(project._id));
      // A short number in the URL is an index: the first unit.
      if (next) await navigate({ to: paths.unit, params: { projectId: next._id, unitId: '0' } });
      else restart();
    } catch (error) {
      toast.error(errorMessage(error, m.estimator_projects_failed()));
      // No automatic retry: the button retries.
      countdown.stop();
      setBusy(false);
    }
  }

  const whole = useRef<HTMLDivElement>(null);
  return (
    <div ref={whole} tabIndex={-1} className={styles['screen']}>
      <Seal />
      <Title describedBy="completed-text completed-countdown">{m.estimator_completed_title()}</Title>{' '}
      <p id="completed-text" className={styles['text']}>
        {m.estimator_completed_text({ project: project.name })}
      </p>
      <div className={styles['echo']}>
        <EchoLine echo={echo} />
      </div>
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
        {/* As wide as the remaining time. */}
        <span className={styles['left']} aria-hidden="true">
          {!countdown.stopped && <span style={{ inlineSize: `${(countdown.left / COUNTDOWN) * 100}%` }} />}
        </span>
      </div>
      {/* It keeps its space once it is stopped. */}
      <div className={styles['countdown']} data-stopped={countdown.stopped || undefined}>
        {/* Part of the description of the title, and not announced each second. */}
        <p id="completed-countdown" role="timer" aria-live="off">
          {countdown.stopped ? '' : m.estimator_completed_countdown({ seconds: countdown.left })}
        </p>
        <span className={styles['choices']}>
          {!countdown.stopped && (
            <Button
              look="quiet"
              onClick={() => {
                countdown.stop();
                // The button disappears: move the focus to the screen.
                whole.current?.focus();
              }}
            >
              {m.estimator_completed_stay()}
            </Button>
          )}
          <Button look="quiet" onClick={changeLast}>
            {m.estimator_completed_change()}
          </Button>
        </span>
      </div>
    </div>
  );
}

function End({ project, echo, open, goOn, changeLast }: CompletedProps) {
  useTitle(m.estimator_end_title());
  return (
    <div className={styles['screen']}>
      <Title>{m.estimator_end_title()}</Title>
      <p className={styles['text']}>{m.estimator_end_text({ count: open, project: project.name })}</p>
      <div className={styles['echo']}>
        <EchoLine echo={echo} />
      </div>
      <div className={styles['actions']}>
        <Link to={paths.assessments} className={buttonClass({ look: 'secondary', wide: true })}>
          {m.estimator_completed_return()}
        </Link>
        <Button wide onClick={goOn}>
          {m.estimator_end_open({ count: open })}
        </Button>
        <Button look="quiet" onClick={changeLast}>
          {m.estimator_completed_change()}
        </Button>
      </div>
    </div>
  );
}

/** An animated check mark with rays. */
function Seal() {
  return (
    <span className={styles['seal']}>
      <svg viewBox="0 0 144 144" width="144" height="144" fill="none" strokeLinecap="round" aria-hidden="true">
        {RAYS.map((degrees) => (
          <path key={degrees} className={styles['ray']} d="M72 14V4" transform={`rotate(${degrees} 72 72)`} />
        ))}
        <circle className={styles['disc']} cx="72" cy="72" r="52" />
        <path className={styles['check']} d="M51 73.500 65 87.500 93 57" strokeLinejoin="round" />
      </svg>
    </span>
  );
}

const RAYS = [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330];

/** Takes the focus, because the focused element is gone; so it is announced, and the keyboard continues from here. */
function Title({ children, describedBy }: { children: string; describedBy?: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h1 ref={title} tabIndex={-1} className={styles['title']} aria-describedby={describedBy}>
      {children}
    </h1>
  );
}
