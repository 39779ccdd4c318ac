// Provides the dialog in which a field creates a record that it refers to. The app passes it in: an import
// would be circular, because fields of forms open the dialog and the dialog contains a form.
import { createContext, type ReactNode } from 'react';
import type { RaRecord } from 'ra-core';
import type { Resource } from '../document/resources.ts';

export interface InlineCreateProps {
  resource: Resource;
  /** What was typed in the search. */
  typed: string;
  onCreated: (record: RaRecord<string>) => void;
  onClose: () => void;
}

/** Renders the dialog; null where records cannot be created in place. */
export const InlineCreateContext = createContext<((props: InlineCreateProps) => ReactNode) | null>(null);
