// Short notices at the top of the page, and the only place that knows the library behind them. Its default markup is
// not used: that would need inline styles.
import { resolveValue, toast, useToaster, useToasterStore, type Toast } from 'react-hot-toast/headless';
import { useEffect, useState } from 'react';
import { m } from '@mizan/ui-kit/messages';
import styles from './toaster.module.css';

export { toast };
export type { Toast };

const DURATIONS = { duration: 4000, success: { duration: 3000 }, error: { duration: 5000 }, loading: { duration: Infinity } };
const MOST = 20;

const MARKS: Partial<Record<Toast['type'], string>> = {
  success: 'M4.5 10.5 8.5 14.5 15.5 6.5',
  error: 'M10 5.5v5.5M10 14.2v.3',
};

function Mark({ type }: { type: Toast['type'] }) {
  const path = MARKS[type];
  if (type === 'loading') return <span className={styles['spinner']} aria-hidden="true" />;
  if (!path) return null;
  return (
    <svg className={styles['mark']} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** Drawn once per page, beside everything else. */
export function Toaster() {
  const { handlers } = useToaster(DURATIONS);
  const { toasts } = useToasterStore();
  const [region, setRegion] = useState<HTMLElement | null>(null);
  const shown = toasts.slice(0, MOST);

  // A modal dialog covers everything but the top layer: the notices join it, and are put on top again by each new one.
  const newest = shown[0]?.id;
  useEffect(() => {
    if (!region || typeof region.showPopover !== 'function') return;
    if (region.matches(':popover-open')) region.hidePopover();
    if (newest) region.showPopover();
  }, [region, newest]);

  return (
    // The pointer only holds the clocks: nothing here is to be pressed.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={setRegion}
      popover="manual"
      className={styles['toaster']}
      aria-label={m.toast_region()}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {shown.map((item) => (
        <div key={item.id} className={styles['toast']} data-type={item.type} data-visible={item.visible || undefined} {...item.ariaProps}>
          {item.type === 'custom' ? (
            resolveValue(item.message, item)
          ) : (
            <>
              <Mark type={item.type} />
              <span className={styles['text']}>{resolveValue(item.message, item)}</span>
            </>
          )}
        </div>
      ))}
    </section>
  );
}
