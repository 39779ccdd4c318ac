// Lets all screens follow what others change: their queries are refetched in place, and open forms are told. Changes by
// requests of this page are known already.
import { refreshUnread } from '@mizan/ui-kit/inbox-data';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reportOthersChanges } from '../data/others-changes.ts';
import { useMay, useResources } from '../document/context.tsx';
import { api } from '../paths.ts';
import type { ServerEvent } from './events.ts';
import { follow } from './follow.ts';
import { isOwn, isWriting, noteOwnWrites } from './own-writes.ts';
import { refetchAll, refetchChanged, refetchMeasures } from './refetch.ts';
import { seldom } from './seldom.ts';

interface Change {
  resource: string;
  ids: string[];
  requestId: string | null;
}

/** In milliseconds: what comes within it is handled together. */
const TOGETHER = 250;
/** Refetches are at least this far apart. */
const APART = 1000;
/** So are refetches of measures, and of the number of new entries. */
const FAR_APART = 15_000;
/** A cell that is edited: what is typed in it would be lost. */
const EDITED_CELL = '[data-editor]';
/** How long an own request is waited for, whose changes may be reported before its response is here. */
const LONGEST_WAIT = 5000;

export default function Live() {
  const client = useQueryClient();
  const resources = useResources();
  const may = useMay();
  // Records without versions change without an event.
  const names = resources
    .filter((one) => one.operations.history !== undefined && may(one, 'list'))
    .map(({ name }) => name)
    .join(',');
  useEffect(() => {
    if (names === '') return undefined;
    noteOwnWrites();
    let waiting: Change[] = [];
    let reload = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    let since = 0;

    const measures = seldom(FAR_APART, () => refetchMeasures(client));
    const unread = seldom(FAR_APART, () => void refreshUnread());

    // Not at the moment at which all other clients do.
    const plan = (pause: number) => {
      timer ??= setTimeout(flush, pause + TOGETHER * Math.random());
    };
    function flush(): void {
      timer = undefined;
      if (document.querySelector(EDITED_CELL)) return plan(TOGETHER);
      if (isWriting() && Date.now() - since < LONGEST_WAIT) return plan(TOGETHER);
      const changes = byResource(waiting.filter(({ requestId }) => !isOwn(requestId)));
      const all = reload;
      waiting = [];
      reload = false;
      if (!all && changes.size === 0) return undefined;
      last = Date.now();
      if (all) refetchAll(client);
      else {
        refetchChanged(client, changes, resources);
        measures.plan();
      }
      reportOthersChanges(changes);
      return unread.plan();
    }
    const handle = ({ type, data }: ServerEvent) => {
      if (type === 'reload') reload = true;
      else if (type === 'change') waiting.push(JSON.parse(data) as Change);
      else return;
      if (timer === undefined) since = Date.now();
      plan(Math.max(TOGETHER, last + APART - Date.now()));
    };
    const stop = follow(`${api.live}?${new URLSearchParams({ resources: names })}`, handle);
    return () => {
      clearTimeout(timer);
      measures.cancel();
      unread.cancel();
      stop();
    };
  }, [client, resources, names]);
  return null;
}

function byResource(changes: Change[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { resource, ids } of changes) {
    const all = found.get(resource) ?? new Set();
    for (const id of ids) all.add(id);
    found.set(resource, all);
  }
  return found;
}
