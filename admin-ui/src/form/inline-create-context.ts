// The dialog in which a field of a form makes a record that it refers to. The app provides it: the dialog holds a form, and
// fields of forms open the dialog.
import { createContext, type ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import type { Resource } from '../document/resources.ts';

export interface InlineCreateProps {
  resource: Resource;
  /** What was typed in search of it. */
  typed: string;
  onCreated: (record: RaRecord<string>) => void;
  onClose: () => void;
}

/** Draws the dialog; null where no record can be made in place. */
export const InlineCreateContext = createContext<((props: InlineCreateProps) => ReactNode) | null>(null);
