// What can be done with an account beyond changing it, and what its person is called.
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import type { RaRecord } from 'react-admin';
import type { Values } from '../../data/changes.ts';
import { sentenceOf } from '../../data/problems.ts';
import { act } from '../../data/verbs.ts';
import type { Resource } from '../../document/resources.ts';

/** Takes no question: it gives back what a lock took. */
export async function unlockUser(resource: Resource, { id }: RaRecord<string>): Promise<RaRecord<string> | undefined> {
  try {
    const unlocked = await act(resource, id, 'unlock');
    toast.success(m.users_unlock_done());
    return unlocked;
  } catch (error) {
    toast.error(sentenceOf(error, m.users_unlock_failed()));
    return undefined;
  }
}

/** What a person is called: the names, else the address. */
export function nameOfUser(record: Values): string {
  const name = [record['firstName'], record['lastName']]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ');
  return name || String(record['email'] ?? '');
}
