// The props of a dialog about many records.
import type { Where, Which } from '../data/data-provider.ts';
import type { Resource } from '../document/resources.ts';
import type { Chosen } from './selection.ts';

export interface BulkProps {
  resource: Resource;
  /** The chosen records. */
  chosen: Chosen;
  /** In their place, all that the list's search and filters match, and their number when the dialog was opened. */
  all?: { where: Where; total: number } | undefined;
  onClose: () => void;
  /** Called when it is done. Clears the selection except these records. */
  onDone: (left?: string[]) => void;
}

type About = Pick<BulkProps, 'chosen' | 'all'>;

export const whichOf = ({ chosen, all }: About): Which => all?.where ?? [...chosen.keys()];
export const sizeOf = ({ chosen, all }: About): number => all?.total ?? chosen.size;
