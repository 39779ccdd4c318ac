// The screen of a rendering error, and the boundary that catches it.
import { Component, useId, useState, type ReactNode } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { Button } from './button';
import { ProblemError } from './http';
import { isFailedLoad, isReloading, reloadForError } from './lazy-screen';
import styles from './notice.module.css';

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const request =
    error instanceof ProblemError && error.requestId ? `\n${m.error_request_id({ id: error.requestId })}` : '';
  return `${error.name}: ${error.message}${request}`;
}

/** Retry reloads the page, unless the caller passes another function. */
export function ErrorScreen({ error, retry = () => location.reload() }: { error: unknown; retry?: () => void }) {
  const [shown, setShown] = useState(false);
  const id = useId();
  // After an update a chunk may have another name: reloads the page once before showing the error.
  useState(() => isFailedLoad(error) && !isReloading() && reloadForError(error));
  if (isReloading()) return null;
  return (
    <div className={`${styles['page']} ${styles['full']}`} role="alert">
      <div className={styles['card']}>
        <h1 className={styles['title']}>{m.error_title()}</h1>
        <p className={styles['text']}>{m.error_text()}</p>
        <div className={styles['actions']}>
          <Button onClick={retry}>{m.error_retry()}</Button>
          <Button look="secondary" aria-expanded={shown} aria-controls={id} onClick={() => setShown(!shown)}>
            {shown ? m.error_hide() : m.error_show()}
          </Button>
        </div>
      </div>
      <pre id={id} className={styles['details']} hidden={!shown}>
        {textOf(error)}
      </pre>
    </div>
  );
}

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean; error: unknown }> {
  override state = { failed: false, error: undefined as unknown };

  static getDerivedStateFromError(error: unknown): { failed: boolean; error: unknown } {
    return { failed: true, error };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main>
        <ErrorScreen error={this.state.error} />
      </main>
    );
  }
}
