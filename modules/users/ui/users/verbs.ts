// What can be done with an account beyond changing it, and what its person is called.
import { perform, type Resource, sentenceOf } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import type { RaRecord } from 'react-admin';

/** Takes no question: it gives back what a lock took. */
export async function unlockUser(resource: Resource, { id }: RaRecord<string>): Promise<RaRecord<string> | undefined> {
  try {
    const { loaded } = await perform(resource, id, 'unlock');
    toast.success(m.users_unlock_done());
    return loaded?.record;
  } catch (error) {
    toast.error(sentenceOf(error, m.users_unlock_failed()));
    return undefined;
  }
}

/** What a person is called: the names, else the address. */
export function nameOfUser(record: Record<string, unknown>): string {
  const name = [record['firstName'], record['lastName']]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ');
  return name || String(record['email'] ?? '');
}
