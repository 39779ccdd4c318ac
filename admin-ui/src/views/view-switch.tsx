// Switches what a list is shown as. Each view has an address, so the segments are links.
import { m } from '@mizan/ui-kit/messages';
import type { XListView } from '@mizan/openapi/document';
import { Link } from 'react-router';
import { NamedIcon } from '../frame/named-icon.tsx';
import styles from './view-switch.module.css';

interface Props {
  views: XListView[];
  current: string | undefined;
  linkTo: (change: { view: string | undefined; day: undefined; page: number }) => string;
}

const KINDS: Record<XListView['kind'] | 'table', { label: () => string; icon: string }> = {
  table: { label: m.list_view_table, icon: 'table-2' },
  board: { label: m.list_view_board, icon: 'square-kanban' },
  calendar: { label: m.list_view_calendar, icon: 'calendar-days' },
  gallery: { label: m.list_view_gallery, icon: 'layout-grid' },
  map: { label: m.list_view_map, icon: 'map' },
};

export function ViewSwitch({ views, current, linkTo }: Props) {
  return (
    <nav aria-label={m.list_view_switch()} className={styles.nav}>
      <ul className={styles.segments}>
        {[undefined, ...views.map(({ kind }) => kind)].map((kind) => {
          const { label, icon } = KINDS[kind ?? 'table'];
          return (
            <li key={kind ?? 'table'}>
              <Link
                to={linkTo({ view: kind, day: undefined, page: 1 })}
                className={styles.segment}
                title={label()}
                aria-current={kind === current ? 'page' : undefined}
              >
                <NamedIcon name={icon} size={18} />
                <span className={styles.word}>{label()}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
