// What a dialog about many records is given.
import type { Resource } from '../document/resources.ts';
import type { Selection } from './selection.ts';

export interface BulkProps {
  resource: Resource;
  chosen: Selection;
  onClose: () => void;
  /** It has been done: nothing is chosen any more, but what is named here. */
  onDone: (left?: string[]) => void;
}
