// The frame of all screens of an area: navigation at the side (a drawer on a phone), a bar above, and the screen.
import { IconButton } from '@mizan/ui-kit/button';
import { Dialog } from '@mizan/ui-kit/dialog';
import dialogs from '@mizan/ui-kit/dialog.module.css';
import { AccountMenu } from '@mizan/ui-kit/account-menu';
import { InboxBell } from '@mizan/ui-kit/inbox-bell';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'ra-core';
import { useNavigate } from 'react-router';
import { useOffers } from '../document/offers.ts';
import { FrameBarContext } from './crumbs.tsx';
import styles from './frame.module.css';
import { Icon } from './icon.tsx';
import { Navigation } from './navigation.tsx';
import { useScreenPath } from './screen-path.ts';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { HeaderItems } from './widgets.tsx';

interface Props {
  /** What the bar has in addition. */
  tools?: ReactNode;
  /** A bar above all. */
  above?: ReactNode;
  children?: ReactNode;
}

export function Frame({ tools, above, children }: Props) {
  const [collapsed, setCollapsed] = useStore('navigation.collapsed', false);
  const collapse = useCallback(() => setCollapsed(!collapsed), [collapsed, setCollapsed]);
  const [open, setOpen] = useState(false);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const main = useRef<HTMLElement>(null);
  const pathname = useScreenPath();
  const { me } = useSession();
  const { inbox } = useOffers();
  const navigate = useNavigate();

  // Scrolls to the top on navigation, except to a dialog over the list.
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.scrollTo({ top: 0 });
  }, [pathname]);

  return (
    <div className={styles.frame} data-collapsed={collapsed || undefined}>
      <a className={styles.skip} href="#screen">
        {m.admin_skip()}
      </a>
      {above && <div className={styles.above}>{above}</div>}
      <aside className={styles.side}>
        <Navigation collapsed={collapsed} onCollapse={collapse} />
      </aside>
      {open && (
        <Dialog shape={dialogs.drawer} aria-label={m.admin_navigation()} onClose={() => setOpen(false)}>
          <Navigation collapsed={false} onClose={() => setOpen(false)} />
        </Dialog>
      )}
      <header className={styles.bar}>
        <span className={styles.menu}>
          <IconButton aria-label={m.admin_navigation_open()} onClick={() => setOpen(true)}>
            <Icon name="menu" />
          </IconButton>
        </span>
        <div ref={setBar} className={styles.crumbs} />
        <HeaderItems />
        {tools}
        <ThemeSwitch />
        {me && !me.viewedBy && inbox && (
          <span>
            <InboxBell key={me.user.id} onFollow={(address) => void navigate(address)} />
          </span>
        )}
        {me && !me.viewedBy && <AccountMenu me={me} />}
      </header>
      <main id="screen" ref={main} className={styles.main} tabIndex={-1}>
        <FrameBarContext value={bar}>
          <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
        </FrameBarContext>
      </main>
    </div>
  );
}
