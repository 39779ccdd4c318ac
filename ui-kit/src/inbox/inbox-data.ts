// The requests of the inbox, and the number of entries that are not read, which all places that show it share.
import { useSyncExternalStore } from 'react';
import { asProblem } from '../http';
import { send } from '../send';
import { api } from '../api-paths';

export interface InboxEntry {
  id: string;
  kind: 'mention' | 'proposal' | 'failure' | 'alert';
  /** Whole sentences. */
  text: string;
  /** The resource of the record that it is about, or `change-sets`. */
  resource: string | null;
  recordId: string | null;
  /** The title of that record. */
  title: string | null;
  by: { id: string; name: string } | null;
  createdAt: string;
  readAt: string | null;
}

export interface InboxPage {
  items: InboxEntry[];
  totalPages: number;
  /** On all pages. */
  unread: number;
}

interface State {
  /** Undefined before the first answer. */
  unread: number | undefined;
  /** False when the server has no inbox. */
  offered: boolean;
}

let state: State = { unread: undefined, offered: true };
const listeners = new Set<() => void>();

function change(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useUnread = (): State => useSyncExternalStore(subscribe, () => state);

/** For another user. */
export const forgetUnread = (): void => change({ unread: undefined, offered: true });

interface Served extends Omit<InboxPage, 'items'> {
  items: (Omit<InboxEntry, 'id'> & { _id: string })[];
}

export async function readInbox(page: number, limit: number, signal?: AbortSignal): Promise<InboxPage> {
  const query = new URLSearchParams({ page: `${page}`, limit: `${limit}` });
  const { items, ...rest } = (await (await send(`${api.inbox}?${query}`, { signal })).json()) as Served;
  change({ unread: rest.unread, offered: true });
  return { ...rest, items: items.map(({ _id: id, ...entry }) => ({ ...entry, id })) };
}

/** Looks for new entries. An unreachable server changes nothing. */
export async function refreshUnread(): Promise<void> {
  try {
    await readInbox(1, 1);
  } catch (error) {
    if (asProblem(error).status === 404) change({ unread: undefined, offered: false });
  }
}

export async function markRead(ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await send(api.inboxRead, { method: 'POST', body: { ids } });
  change({ ...state, unread: Math.max(0, (state.unread ?? 0) - ids.length) });
}

/** Whether entries come by mail, too. */
export async function setInboxByMail(inboxByMail: boolean): Promise<void> {
  await send(api.me, { method: 'PATCH', body: { inboxByMail } });
}
