// What a view of a list is drawn from.
import type { ComponentType } from 'react';
import type { RaRecord } from 'ra-core';
import type { ListFilter } from '../data/data-provider.ts';
import type { Column, Resource } from '../document/resources.ts';

/** The part of a list's state that its views need. */
export interface ViewedList {
  query: ListFilter & { day?: string | undefined };
  /** The page of the list. */
  records: RaRecord<string>[] | undefined;
  total: number;
  /** The query may still change: nothing is requested for it yet. */
  waiting: boolean;
  linkTo: (change: { view?: string | undefined; day?: string | undefined; page?: number }) => string;
}

export interface ViewProps {
  resource: Resource;
  /** The fields that it is drawn from, as the resource declares them. */
  fields: string[];
  list: ViewedList;
  /** The visible columns of the table, of which cards show the first. */
  columns: Column[];
  /** The record that was deleted last. */
  deleted: string | undefined;
  /** The menu of a record. */
  Menu: ComponentType<{ resource: Resource; record: RaRecord<string>; onDelete: () => void }>;
  onDelete: (record: RaRecord<string>) => void;
}
