// Finds records of every resource that the user may list, by the server's own search of each.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useState } from 'react';
import { records } from '../data/data-provider.ts';
import { optionOf } from '../data/references.ts';
import { may, useResources } from '../document/context.tsx';
import { nounOf, type Resource } from '../document/resources.ts';
import { useSession, type Me } from '@mizan/ui-kit/session';
import { Icon } from '../frame/icon.tsx';
import { listPathOf } from '../frame/list-path.ts';
import { ResourceIcon } from '../frame/resource-icon.tsx';
import { paths } from '../paths.ts';
import type { Group, Item } from './items.tsx';

/** In milliseconds. */
const PAUSE = 200;
/** Fewer letters are in almost every record. */
const LEAST = 2;
/** The longest search that the server takes. */
const MOST_LETTERS = 200;
/** Records of each resource. */
const SHOWN = 5;
const SIZE = 18;

interface Found {
  /** What they were found by. */
  search: string;
  groups: Group[];
  /** Some lists could not be searched. */
  failed: boolean;
}

const NOTHING: Found = { search: '', groups: [], failed: false };

/**
 * Searches after a short pause. All resources are shown at once, so that nothing moves while a result is read; until then
 * the former ones are.
 */
export function useFound(typed: string): Found & { searching: boolean } {
  const { me } = useSession();
  const resources = useResources();
  const [found, setFound] = useState(NOTHING);
  const search = typed.trim().length < LEAST ? '' : typed.trim().slice(0, MOST_LETTERS);
  useEffect(() => {
    if (search === '') return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const searched = resources.filter((one) => one.searchable && may(me, one, 'list'));
      void Promise.allSettled(searched.map((one) => foundIn(me, one, search, controller.signal))).then((answers) => {
        if (controller.signal.aborted) return;
        const groups = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
        setFound({ search, groups, failed: answers.some(({ status }) => status === 'rejected') });
      });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [search, resources, me]);
  return search === '' ? { ...NOTHING, searching: false } : { ...found, searching: found.search !== search };
}

async function foundIn(me: Me | null, resource: Resource, search: string, signal: AbortSignal): Promise<Group[]> {
  const query = { search, filters: null, sort: undefined, page: 1, perPage: SHOWN };
  const { items, total } = await records.list(resource, query, signal);
  if (items.length === 0) return [];
  const list = `${listPathOf(resource)}?${new URLSearchParams({ search })}`;
  const found = items.map((record): Item => {
    const { title, hint } = optionOf(resource, record);
    return recordItem(me, resource, { id: record.id, title, hint }, list);
  });
  const numbers = { count: total, shown: formatNumber(total), label: nounOf(resource, total) };
  const all: Item = {
    key: `all ${resource.name}`,
    text: m.palette_all(numbers),
    icon: <Icon name="next" size={SIZE} />,
    to: list,
  };
  return [{ key: resource.name, title: resource.label, items: total > found.length ? [...found, all] : found }];
}

/** Leads to the record, or where the user may not open it, to `otherwise`. */
export function recordItem(
  me: Me | null,
  resource: Resource,
  { id, title, hint }: { id: string; title: string; hint?: string | undefined },
  otherwise: string,
): Item {
  const { area, name } = resource;
  const path = may(me, resource, 'view') ? paths.view : may(me, resource, 'update') ? paths.edit : undefined;
  return {
    key: `${name}/${id}`,
    text: title,
    hint,
    icon: <ResourceIcon resource={resource} size={SIZE} />,
    to: path?.(area, name, id) ?? otherwise,
  };
}
