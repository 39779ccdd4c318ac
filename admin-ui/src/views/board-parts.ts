// What the parts of a board share.
import type { RaRecord } from 'ra-core';
import type { Column, Resource } from '../document/resources.ts';
import type { ColumnValue, Moves } from './use-moves.ts';
import type { ViewedList, ViewProps } from './view-props.ts';

/** The element that says how cards are moved with the keys. */
export const HELP = 'board-help';

/** A card that is being moved, and the column that it is over. */
export interface Carried {
  record: RaRecord<string>;
  from: ColumnValue;
  to: ColumnValue;
  by: 'mouse' | 'keys';
}

export interface BoardColumnUi {
  value: ColumnValue;
  label: string;
  /** Its colour, as that of the value's badge. */
  tone: number;
}

export interface BoardParts {
  resource: Resource;
  field: string;
  list: ViewedList;
  moves: Moves;
}

export interface CardParts extends Pick<ViewProps, 'Menu' | 'onDelete'> {
  fields: Column[];
  /** All columns, in their order. */
  columns: BoardColumnUi[];
  /** Whether the user may change the field. */
  movable: boolean;
  /** The card that is being moved; of another card, null. */
  carried: Carried | null;
  open: (record: RaRecord<string>) => string | undefined;
  onCarry: (carried: Carried | null) => void;
  onMove: (record: RaRecord<string>, from: ColumnValue, to: ColumnValue) => void;
}
