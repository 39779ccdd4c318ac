// The records that were opened since the page was loaded: a list returns the focus to the row of its last one, and the
// command palette offers them first.
import { useSession } from '@mizan/ui-kit/session';
import { useEffect } from 'react';
import { titleOf, type Resource } from '../document/resources.ts';

export interface Opened {
  /** Who opened it. */
  user: string | undefined;
  resource: string;
  id: string;
  title: string;
}

const MOST = 20;
let opened: Opened[] = [];

/** Notes that a screen shows a record. */
export function useOpened(resource: Resource, record: { id: string }): void {
  const { me } = useSession();
  const user = me?.user.id;
  const { name } = resource;
  const { id } = record;
  const title = titleOf(resource, record);
  useEffect(() => {
    const others = opened.filter((one) => one.resource !== name || one.id !== id);
    opened = [{ user, resource: name, id, title }, ...others].slice(0, MOST);
  }, [user, name, id, title]);
}

/** What a user has opened, the last first. */
export const openedBy = (user: string): Opened[] => opened.filter((one) => one.user === user);

/** The record of a list that was opened last. */
export const lastOpened = (resource: string): string | undefined => opened.find((one) => one.resource === resource)?.id;
