// What a resource may have of its own beside what is drawn from the document. It names none: the registry does.
import { createContext, use, type ComponentType, type ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import type { Column, Resource } from '../document/resources.ts';
import type { IconName } from '../frame/icon.tsx';

export interface ActionProps {
  resource: Resource;
  record: RaRecord<string>;
  onClose: () => void;
}

/** One thing that can be done with a record, beside viewing, editing and deleting it. */
export interface RecordAction {
  key: string;
  label: string;
  icon: IconName;
  danger?: boolean;
  /** What one has come to the record for. */
  primary?: boolean;
  /** Offered only where the visitor may do it: `resource:action`, as the operation says. */
  permission: string;
  when?: (record: RaRecord<string>) => boolean;
  /** A question or a form in which it is done; it closes itself. */
  Dialog?: ComponentType<ActionProps>;
  /** Or it is done at once. It tells of success and failure itself and gives back the record as it is then. */
  run?: (resource: Resource, record: RaRecord<string>) => Promise<RaRecord<string> | undefined>;
  /** Or it is the way to somewhere else. */
  to?: (record: RaRecord<string>) => string;
}

export interface Parts {
  /** The words over the list, in place of the resource's own. */
  heading?: { title: string; text: string };
  /** What the way to the form is called. */
  editLabel?: string;
  /** Fields that are drawn in a way of their own wherever a record is shown. */
  values?: Record<string, (record: Record<string, unknown>) => ReactNode>;
  /** Fields that are called otherwise than in the schema, wherever a record is shown. */
  labels?: Record<string, string>;
  /** The columns of the list, made of those of the document. */
  columns?: (columns: Column[]) => Column[];
  /** How the list is sorted when nobody asks for anything. */
  sort?: Resource['defaultSort'];
  actions?: RecordAction[];
}

const NONE: Parts = {};

export const PartsContext = createContext<(resource: string) => Parts>(() => NONE);

/** The parts that are a resource's own. */
export const useParts = (resource: Pick<Resource, 'name'>): Parts => use(PartsContext)(resource.name);
