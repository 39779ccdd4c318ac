// The props of a dialog about many records.
import type { Resource } from '../document/resources.ts';
import type { Selection } from './selection.ts';

export interface BulkProps {
  resource: Resource;
  chosen: Selection;
  onClose: () => void;
  /** Called when it is done. Clears the selection except these records. */
  onDone: (left?: string[]) => void;
}
