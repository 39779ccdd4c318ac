// The note about pages and sort orders of the URL that are not possible, and in place of which defaults are shown.
import { m } from '@mizan/ui-kit/messages';
import type { Resource } from '../document/resources.ts';
import { AddressNote, shortened } from '../frame/address-note.tsx';
import type { ReplacedPart } from './list-search.ts';
import styles from './list-screen.module.css';
import type { ListState } from './use-list-state.ts';

export function ReplacedNote({ resource, list }: { resource: Resource; list: Pick<ListState, 'replaced' | 'forget'> }) {
  if (list.replaced.length === 0) return null;
  return (
    <div className={styles.note}>
      <AddressNote texts={list.replaced.map((part) => messageFor(part, resource))} onClose={list.forget} />
    </div>
  );
}

function messageFor({ name, value }: ReplacedPart, { nouns }: Resource): string {
  const shown = { label: nouns, value: shortened(value) };
  if (name === 'page') return m.list_replaced_page(shown);
  if (name === 'limit') return m.list_replaced_limit(shown);
  if (name === 'view') return m.list_view_replaced(shown);
  if (name === 'day') return m.list_view_replaced_day(shown);
  return m.list_replaced_sort(shown);
}
