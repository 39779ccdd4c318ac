// The offline indicator in the bar. It takes its space from the breadcrumbs, so that the screen does not move.
import { useId } from 'react';
import { Icon } from '@mizan/ui-kit/icon';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import styles from './connection-line.module.css';

/** `shown` is false while a more important indicator takes its place; `stores`, whether estimates outlast the page. */
export function ConnectionLine({ shown, stores }: { shown: boolean; stores: boolean }) {
  const { offline } = useSession();
  const id = useId();
  const text = stores ? m.offline_text() : m.offline_text_on_page();
  return (
    <div className={styles['line']}>
      {shown && offline && (
        <>
          <button type="button" className={styles['sign']} popoverTarget={id} aria-label={text}>
            <Icon path="M6.800 15.500H5.500a3.500 3.500 0 0 1-.6-6.950M8.300 4.900a5 5 0 0 1 6.600 4.100 3.300 3.300 0 0 1 1.700 5.800M3 3l14 14" />
            <span className={styles['label']}>{m.offline_label()}</span>
          </button>
          <div id={id} popover="auto" className={styles['text']}>
            <p>{text}</p>
          </div>
        </>
      )}
      {/* Announced when it changes. */}
      <p role="status" className={styles['announced']}>
        {offline && text}
      </p>
    </div>
  );
}
