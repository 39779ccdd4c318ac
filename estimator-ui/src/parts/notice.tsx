// Shown in place of a list or a screen that is empty, missing or could not be loaded.
import type { ReactNode } from 'react';
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { errorMessage } from '../api';
import styles from './notice.module.css';

interface Props {
  title: string;
  text?: string;
  /** The heading level: of a whole screen, or a part of it. */
  level?: 1 | 2 | 3;
  /** The next steps. */
  children?: ReactNode;
}

export function Notice({ title, text, level = 2, children, ...rest }: Props & { role?: 'alert' }) {
  const Title = `h${level}` as const;
  return (
    <div className={styles['notice']} {...rest}>
      <Title className={styles['title']}>{title}</Title>
      {text && <p className={styles['text']}>{text}</p>}
      {children && <div className={styles['actions']}>{children}</div>}
    </div>
  );
}

/** `title` says what failed, in the product's words; the server's message is below it. */
export function LoadFailure({
  error,
  retry,
  ...rest
}: {
  title: string;
  level?: 1 | 2 | 3;
  error: unknown;
  retry: () => void;
}) {
  return (
    <Notice {...rest} role="alert" text={errorMessage(error, m.estimator_failed_text())}>
      <Button look="secondary" onClick={retry}>
        {m.estimator_retry()}
      </Button>
    </Notice>
  );
}
