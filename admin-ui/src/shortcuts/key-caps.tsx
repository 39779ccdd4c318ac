// Keys as they are printed on a keyboard.
import { m } from '@mizan/ui-kit/messages';
import { Fragment } from 'react';
import styles from './help.module.css';

/** Alternatives; the parts of one are pressed one after the other. */
export function Keys({ of }: { of: string[] }) {
  return of.map((keys, at) => (
    <Fragment key={keys}>
      {at > 0 && <span className={styles.or}> {m.shortcuts_or()} </span>}
      {keys.split(' ').map((key, index) => (
        <Fragment key={key}>
          {index > 0 && ' '}
          <kbd className={styles.key}>{key}</kbd>
        </Fragment>
      ))}
    </Fragment>
  ));
}
