// The button of the inbox with the number of entries that are not read. It looks for new ones while the page is visible.
import { useCallback, useEffect, useRef, useState } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { IconButton } from '../button';
import { Icon } from '../icon';
import { forgetUnread, refreshUnread, useUnread } from './inbox-data';
import styles from './inbox-bell.module.css';
import InboxPanel from './inbox-panel';

/** Loaded together. */
export { InboxPage } from './inbox-page';

/** In milliseconds. */
const EVERY = 60_000;
/** The largest number that is shown. */
const MOST = 99;

const BELL = 'M5 13.500c.8-1 1-2.200 1-4.500a4 4 0 0 1 8 0c0 2.300.2 3.500 1 4.500ZM8.300 16a1.800 1.800 0 0 0 3.400 0';

interface Props {
  /** Opens an address within the app; the page of an address is loaded otherwise. */
  onFollow?: (address: string) => void;
}

export default function InboxBell({ onFollow }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { unread = 0, offered } = useUnread();
  const close = useCallback(() => setOpen(false), []);

  useEffect(() => {
    forgetUnread();
    const look = () => {
      if (document.visibilityState === 'visible') void refreshUnread();
    };
    look();
    const timer = setInterval(look, EVERY);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  if (!offered) return null;
  return (
    <>
      <IconButton
        ref={button}
        className={styles['bell']}
        aria-label={unread > 0 ? m.inbox_open_unread({ count: unread }) : m.inbox_open()}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon path={BELL} />
        {unread > 0 && <span className={styles['count']}>{unread > MOST ? `${MOST}+` : unread}</span>}
      </IconButton>
      {open && <InboxPanel anchor={button} onFollow={onFollow} onClose={close} />}
    </>
  );
}
