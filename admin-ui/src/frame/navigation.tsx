// The navigation of an area: the lists that the user may read, with their totals.
import { IconButton } from '@mizan/ui-kit/button';
import { formatNumber } from '@mizan/ui-kit/formats';
import { Mark } from '@mizan/ui-kit/mark';
import { m } from '@mizan/ui-kit/messages';
import { can, useSession } from '@mizan/ui-kit/session';
import type { ReactElement } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useTotal } from '../data/record.ts';
import { permits, useAnalytics, useMay, useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { areas, paths } from '../paths.ts';
import { useModuleRegistry } from '../module/registry.ts';
import { Icon } from './icon.tsx';
import { isOf, listPathOf } from './list-path.ts';
import styles from './navigation.module.css';
import { ResourceIcon } from './resource-icon.tsx';

interface Props {
  collapsed: boolean;
  onCollapse?: () => void;
  onClose?: () => void;
}

/** The areas that the user may enter, with what each contains for this user. */
export function useAreas() {
  const { me } = useSession();
  const may = useMay();
  const resources = useResources();
  const explores = useAnalytics() !== undefined;
  const { pages } = useModuleRegistry();
  return areas
    .filter((area) => can(me, area, 'enter'))
    .map((area) => ({
      area,
      explores: explores && area === 'analytics',
      list: resources.filter((one) => one.area === area && may(one, 'list')),
      pages: pages.filter((one) => one.area === area && permits(me, one.permission)),
    }))
    .filter((one) => one.area === 'backoffice' || one.explores || one.list.length + one.pages.length > 0);
}

export function Navigation({ collapsed, onCollapse, onClose }: Props) {
  const shown = useAreas();
  return (
    <nav className={styles.navigation} aria-label={m.admin_navigation()} data-collapsed={collapsed || undefined}>
      <div className={styles.head}>
        <Link to={paths.area(shown[0]?.area ?? 'backoffice')} className={styles.brand} aria-label={m.product_name()}>
          <Mark size={24} />
          <span className={styles.word}>{m.product_name()}</span>
        </Link>
        {onClose && (
          <IconButton aria-label={m.admin_navigation_close()} onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        )}
      </div>
      {shown.map(({ area, explores: hasExplorer, list, pages: own }) => (
        <div key={area}>
          <h2 className={styles.title}>{areaLabel(area)}</h2>
          <ul className={styles.list}>
            <ScreenItem
              to={paths.area(area)}
              label={m.admin_overview()}
              icon={<Icon name="overview" />}
              collapsed={collapsed}
              onFollow={onClose}
            />
            {hasExplorer && (
              <ScreenItem
                to={paths.explorer()}
                label={m.analytics_explorer()}
                icon={<Icon name="explore" />}
                collapsed={collapsed}
                onFollow={onClose}
              />
            )}
            {list.map((resource) => (
              <ResourceItem key={resource.name} resource={resource} collapsed={collapsed} onFollow={onClose} />
            ))}
            {own.map(({ path, label, icon: Sign }) => (
              <ScreenItem
                key={path}
                to={paths.page(area, path)}
                label={label}
                icon={<Sign size={20} aria-hidden="true" />}
                collapsed={collapsed}
                onFollow={onClose}
              />
            ))}
          </ul>
        </div>
      ))}
      {onCollapse && (
        <button type="button" className={styles.collapse} onClick={onCollapse} aria-expanded={!collapsed}>
          <Icon name={collapsed ? 'expand' : 'collapse'} />
          <span className={styles.label}>
            {collapsed ? m.admin_navigation_expand() : m.admin_navigation_collapse()}
          </span>
        </button>
      )}
    </nav>
  );
}

interface ScreenProps {
  to: string;
  label: string;
  icon: ReactElement;
  collapsed: boolean;
  onFollow: (() => void) | undefined;
}

function ScreenItem({ to, label, icon, collapsed, onFollow }: ScreenProps) {
  return (
    <li>
      <NavLink to={to} end className={styles.item ?? ''} title={collapsed ? label : undefined} onClick={onFollow}>
        <span className={styles.sign}>{icon}</span>
        <span className={styles.label}>{label}</span>
      </NavLink>
    </li>
  );
}

interface ItemProps {
  resource: Resource;
  collapsed: boolean;
  onFollow: (() => void) | undefined;
}

function ResourceItem({ resource, collapsed, onFollow }: ItemProps) {
  const total = useTotal(resource);
  const { pathname } = useLocation();
  const resources = useResources();
  return (
    <li>
      <Link
        to={listPathOf(resource)}
        className={styles.item ?? ''}
        title={collapsed ? resource.label : undefined}
        aria-current={isOf(pathname, resource, resources) ? 'page' : undefined}
        onClick={onFollow}
      >
        <span className={styles.sign}>
          <ResourceIcon resource={resource} />
        </span>
        <span className={styles.label}>{resource.label}</span>
        {total !== undefined && (
          <span className={styles.count} aria-hidden="true">
            {formatNumber(total)}
          </span>
        )}
      </Link>
    </li>
  );
}

export function areaLabel(area: string): string {
  if (area === 'backoffice') return m.admin_area_backoffice();
  if (area === 'analytics') return m.admin_area_analytics();
  return area;
}
