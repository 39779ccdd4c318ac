// The navigation: each area with the lists that the user may read, their totals, and the pages of modules, in groups.
import { IconButton } from '@mizan/ui-kit/button';
import { formatNumber } from '@mizan/ui-kit/formats';
import { Mark } from '@mizan/ui-kit/mark';
import { m } from '@mizan/ui-kit/messages';
import { product } from '@mizan/ui-kit/product';
import { useSession } from '@mizan/ui-kit/session';
import { Fragment, memo, useId, type ReactElement } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useTotal } from '../data/record.ts';
import { maySeeSets, permits, useAnalytics, useMay, useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import type { Area } from '../module/areas.ts';
import type { ModulePage, StartPage } from '../module/frame-types.ts';
import { paths } from '../paths.ts';
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
  const { areas, starts, pages } = useModuleRegistry();
  const mayOpen = ({ permission }: { permission: string }) => permits(me, permission);
  return (
    areas
      .filter(mayOpen)
      .map((area) => ({
        area,
        start: [starts[area.path]].find((start) => start && mayOpen(start)),
        explores: explores && area.path === 'analytics',
        decides: area.path === 'backoffice' && permits(me, 'policy:read'),
        plans: area.path === 'backoffice' && resources.some((one) => maySeeSets(me, one)),
        deletes: area.path === 'backoffice' && resources.some((one) => may(one, 'deleted')),
        list: resources.filter((one) => one.area === area.path && may(one, 'list')),
        pages: pages.filter((one) => one.area === area.path && mayOpen(one)),
      }))
      // Analytics has nothing without the explorer.
      .filter((one) => one.area.path !== 'analytics' || one.explores || one.list.length + one.pages.length > 0)
  );
}

/** Memoised: most addresses differ in the state of a list only. */
export const Navigation = memo(function Navigation({ collapsed, onCollapse, onClose }: Props) {
  const shown = useAreas();
  return (
    <nav className={styles.navigation} aria-label={m.admin_navigation()} data-collapsed={collapsed || undefined}>
      <div className={styles.head}>
        <Link to={paths.area(shown[0]?.area.path ?? 'backoffice')} className={styles.brand} aria-label={product().name}>
          <Mark size={24} />
          <span className={styles.word}>{product().name}</span>
        </Link>
        {onClose && (
          <IconButton aria-label={m.admin_navigation_close()} onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        )}
      </div>
      {shown.map((props) => (
        <AreaItems key={props.area.path} {...props} collapsed={collapsed} onFollow={onClose} />
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
});

interface AreaProps {
  area: Area;
  /** A module's start page, in place of the overview. */
  start: StartPage | undefined;
  explores: boolean;
  /** Has the page with what roles and users may. */
  decides: boolean;
  /** Has the change sets, and the trash. */
  plans: boolean;
  deletes: boolean;
  list: Resource[];
  pages: ModulePage[];
  collapsed: boolean;
  onFollow: (() => void) | undefined;
}

/** The entries of an area, those in groups last. */
function AreaItems({ area, start, explores, decides, plans, deletes, list, pages, ...how }: AreaProps) {
  const id = useId();
  const { groups, resources: configured } = useModuleRegistry();
  const own = groups.filter((one) => one.area === area.path);
  const isIn = (group: string | undefined, key: string | undefined) =>
    (own.some((one) => one.key === group) ? group : undefined) === key;
  const entries = (key?: string) => [
    ...list
      .filter(({ name }) => isIn(configured[name]?.group, key))
      .map((resource) => <ResourceItem key={resource.name} resource={resource} {...how} />),
    ...pages
      .filter(({ group }) => isIn(group, key))
      .map(({ path, label, icon }) => (
        <ScreenItem key={`/${path}`} to={paths.page(area.path, path)} label={label} icon={signOf(icon)} {...how} />
      )),
  ];
  return (
    <div>
      <h2 className={styles.title}>{area.label}</h2>
      <ul className={styles.list}>
        <ScreenItem
          to={paths.area(area.path)}
          label={start?.label ?? m.admin_overview()}
          icon={signOf(start?.icon ?? area.icon)}
          {...how}
        />
        {explores && (
          <ScreenItem to={paths.explorer()} label={m.analytics_explorer()} icon={<Icon name="explore" />} {...how} />
        )}
        {entries()}
        {plans && <ScreenItem to={paths.changeSets()} label={m.sets_title()} icon={<Icon name="sets" />} {...how} />}
        {decides && <ScreenItem to={paths.access()} label={m.access_title()} icon={<Icon name="access" />} {...how} />}
        {deletes && <ScreenItem to={paths.trash()} label={m.trash_title()} icon={<Icon name="remove" />} {...how} />}
      </ul>
      {own.map(({ key, label }) => {
        const within = entries(key);
        if (within.length === 0) return null;
        return (
          <Fragment key={key}>
            <h3 id={`${id}${key}`} className={`${styles.title} ${styles.group}`}>
              {label}
            </h3>
            <ul className={styles.list} aria-labelledby={`${id}${key}`}>
              {within}
            </ul>
          </Fragment>
        );
      })}
    </div>
  );
}

const signOf = (Sign: Area['icon']): ReactElement =>
  Sign ? <Sign size={20} aria-hidden="true" /> : <Icon name="overview" />;

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
        <Count resource={resource} />
      </Link>
    </li>
  );
}

const Count = memo(function Count({ resource }: { resource: Resource }) {
  const total = useTotal(resource);
  if (total === undefined) return null;
  return (
    <span className={styles.count} aria-hidden="true">
      {formatNumber(total)}
    </span>
  );
});
