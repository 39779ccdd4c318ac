// What a user may do with a change set. The server checks it in any case. Pure.
import { permits, type Me } from '@mizan/ui-kit/session';
import type { ChangeSet } from '../data/change-sets.ts';
import { may } from '../document/context.tsx';
import type { Action, Resource } from '../document/resources.ts';

export interface Decisions {
  /** It can still be applied or discarded. */
  open: boolean;
  /** The user planned it. */
  own: boolean;
  /** Apply it, or approve it if it is a proposal. */
  apply: boolean;
  discard: boolean;
  /** Correct its rows, and leave some out. */
  correct: boolean;
  undo: boolean;
}

const NEEDED: Record<ChangeSet['kind'], Action[]> = {
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  merge: ['update', 'delete'],
  import: ['import'],
};

export function decisionsOf(me: Me | null, set: ChangeSet, resource: Resource): Decisions {
  const open = set.state === 'planned' || set.state === 'proposed';
  const own = me !== null && set.by?.id === me.user.id;
  const able = NEEDED[set.kind].every((action) => may(me, resource, action));
  // Users cannot approve what they have proposed themselves.
  const approves = !own && permits(me, `${resource.name}:approve`);
  const apply = open && (set.state === 'proposed' ? approves : able);
  return {
    open,
    own,
    apply,
    discard: open && (own || apply),
    correct: open && (own || able),
    undo: set.state === 'applied' && able,
  };
}
