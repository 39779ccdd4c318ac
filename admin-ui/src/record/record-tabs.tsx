// The tabs of a record: details, referring records, those of its module, deliveries, activity and history. They are links, because each has
// a URL.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { Link } from 'react-router';
import { attachedTo } from '../document/attached.ts';
import { permitted, useMay } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import type { Crumb } from '../frame/crumbs.tsx';
import tabStyles from '../frame/tabs.module.css';
import { useAllowed } from '../frame/widgets.tsx';
import { backToList } from '../list/last-list.ts';
import { useResourceUi } from '../module/registry.ts';
import { paths } from '../paths.ts';
import styles from './record.module.css';
import { relatedLabel, relatedPath, useRelated, useRelatedTotal, type Related } from '../data/related.ts';

export const DETAILS = 'details';
export const ACTIVITY = 'activity';
export const DELIVERIES = 'deliveries';
export const HISTORY = 'history';
/** The keys of other tabs, with prefixes that keep them distinct. */
export const relatedTab = (path: string): string => `related/${path}`;
export const ownTab = (key: string): string => `tabs/${key}`;

export interface Tab {
  key: string;
  label: string;
  to: string;
  /** What it lists, to be counted. */
  related?: Related;
}

/** All tabs of a record that the user may see. */
export function useRecordTabs(resource: Resource, id: string): Tab[] {
  const { area, name } = resource;
  const history = useHistoryTab(resource, id);
  const allowed = useAllowed();
  const { recordTabs = [] } = useResourceUi(resource);
  const related = useRelated(resource);
  return [
    detailsTab(resource, id),
    ...related.map((one) => ({
      key: relatedTab(relatedPath(one)),
      label: relatedLabel(one),
      to: paths.related(area, name, id, relatedPath(one)),
      related: one,
    })),
    ...recordTabs
      .filter(allowed)
      .map(({ key, label }) => ({ key: ownTab(key), label, to: paths.tab(area, name, id, key) })),
    ...(useHasDeliveries(resource)
      ? [{ key: DELIVERIES, label: m.deliveries_tab(), to: paths.deliveries(area, name, id) }]
      : []),
    ...(useHasActivity(resource)
      ? [{ key: ACTIVITY, label: m.activity_tab(), to: paths.activity(area, name, id) }]
      : []),
    ...history,
  ];
}

/** Whether the user may read comments or files of its records. */
export function useHasActivity(resource: Resource): boolean {
  const { comments, files } = attachedTo(resource);
  const { me } = useSession();
  return permitted(me, comments) || permitted(me, files);
}

/** Whether its records are webhooks, whose deliveries the user may read. */
export function useHasDeliveries(resource: Resource): boolean {
  const { me } = useSession();
  return permitted(me, attachedTo(resource).deliveries);
}

/** The tabs of a deleted record. */
export function useLastTabs(resource: Resource, id: string): Tab[] {
  return [detailsTab(resource, id), ...useHistoryTab(resource, id)];
}

const detailsTab = ({ area, name }: Resource, id: string): Tab => ({
  key: DETAILS,
  label: m.history_tab_details(),
  to: paths.view(area, name, id),
});

function useHistoryTab(resource: Resource, id: string): Tab[] {
  const may = useMay();
  if (!may(resource, 'history')) return [];
  return [{ key: HISTORY, label: m.history_tab(), to: paths.history(resource.area, resource.name, id) }];
}

/** The breadcrumbs of a record; `tab` is the current one, except the details. */
export function recordCrumbs(resource: Resource, id: string, title: string, tab: Tab | undefined): Crumb[] {
  const list = { label: resource.label, to: backToList(resource) };
  const view = paths.view(resource.area, resource.name, id);
  return tab ? [list, { label: title, to: view }, { label: tab.label }] : [list, { label: title }];
}

/** Renders nothing for a single tab. */
export function RecordTabs({ id, title, tabs, tab }: { id: string; title: string; tabs: Tab[]; tab: string }) {
  if (tabs.length < 2) return null;
  return (
    <nav aria-label={m.history_tabs({ title })}>
      <ul className={tabStyles.tabs}>
        {tabs.map(({ key, label, to, related }) => (
          <li key={key}>
            <Link to={to} replace className={tabStyles.tab} aria-current={tab === key ? 'page' : undefined}>
              {label}
              {related && <Count related={related} id={id} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Count({ related, id }: { related: Related; id: string }) {
  const total = useRelatedTotal(related, id);
  return <span className={styles.count}>{total === undefined ? '' : ` ${formatNumber(total)}`}</span>;
}
