// Several lists as tabs, each with a URL of its own.
import { Link, Navigate, useLocation } from 'react-router';
import { useMay, useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { listPathOf } from '../frame/list-path.ts';
import styles from '../frame/tabs.module.css';
import { useModuleRegistry } from '../module/registry.ts';

interface Tab {
  label: string;
  resource: Resource;
}

/** The tabs that this list belongs to, as far as the user may see them. */
function useTabs(resource: Resource): Tab[] {
  const { resources: configured } = useModuleRegistry();
  const resources = useResources();
  const may = useMay();
  const tabs =
    Object.values(configured).find((one) => one.tabs?.some((tab) => tab.resource === resource.name))?.tabs ?? [];
  return tabs.flatMap(({ label, resource: name }) => {
    const found = resources.find((one) => one.name === name);
    return found && may(found, 'list') ? [{ label, resource: found }] : [];
  });
}

/** Search and page size are kept; sort field and filters belong to the other list. */
function firstPage(search: string): string {
  const configured = new URLSearchParams(search);
  const firstPageSearch = new URLSearchParams({ page: '1' });
  for (const name of ['limit', 'search']) {
    const value = configured.get(name);
    if (value) firstPageSearch.set(name, value);
  }
  return `?${firstPageSearch}`;
}

/** Tabs are links, because each has a URL. Switching replaces the history entry. */
export function ListTabs({ resource, label }: { resource: Resource; label: string }) {
  const tabs = useTabs(resource);
  const { search } = useLocation();
  if (tabs.length < 2) return null;
  return (
    <nav aria-label={label}>
      <ul className={styles.tabs}>
        {tabs.map((tab) => (
          <li key={tab.resource.name}>
            <Link
              to={listPathOf(tab.resource) + firstPage(search)}
              replace
              className={styles.tab}
              aria-current={tab.resource.name === resource.name ? 'page' : undefined}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Redirects from a resource's path to its list's tab, or to the first tab that the user may see. */
export function ToList({ resource }: { resource: Resource }) {
  const { search, state } = useLocation();
  const may = useMay();
  const [first] = useTabs(resource);
  const target = may(resource, 'list') ? resource : (first?.resource ?? resource);
  return <Navigate to={listPathOf(target) + search} replace state={state as unknown} />;
}
