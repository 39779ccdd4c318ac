// What undoes a version, by the action that made it. Pure.
import type { Operation } from '@mizan/openapi/document';
import type { Resource } from '../document/resources.ts';

export interface Undoing {
  /** The operation that made the version; the document says whether it can be undone. */
  operation: Operation | undefined;
  /** The opposite, which the user needs the permission for. */
  by: Operation | undefined;
}

/** Any other action is a verb's name. */
export function undoingOf({ operations, verbs }: Pick<Resource, 'operations' | 'verbs'>, action: string): Undoing {
  const { create, update, restore, import: imported, delete: remove } = operations;
  switch (action) {
    case 'create':
      return { operation: create, by: remove };
    case 'delete':
      return { operation: remove, by: restore };
    case 'update':
      return { operation: update, by: update };
    case 'restore':
      return { operation: restore, by: update ?? remove };
    case 'import':
      return { operation: imported, by: update ?? remove };
    default: {
      const verb = verbs.find(({ name }) => name === action);
      const opposite = verbs.find(({ name }) => name === verb?.undoneBy)?.operation;
      return { operation: verb?.operation, by: verb?.undoneBy === undefined ? update : opposite };
    }
  }
}
