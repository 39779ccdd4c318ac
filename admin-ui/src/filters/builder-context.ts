// Shared by all parts of the filter builder: the draft, its errors, and the functions that change it.
import { createContext, use } from 'react';
import type { FilterDefinition, Wrong } from '../data/filter-definition.ts';
import type { DraftCondition, DraftGroup } from './draft.ts';

export interface BuilderState {
  definitions: FilterDefinition[];
  draft: DraftGroup;
  wrongs: Record<string, Wrong>;
  /** The filter has the maximum number of conditions. */
  full: boolean;
  change: (draft: DraftGroup) => void;
  addCondition: (group: string) => void;
  addGroup: (group: DraftGroup) => void;
  remove: (id: string) => void;
}

export const BuilderContext = createContext<BuilderState | null>(null);

export function useBuilder(): BuilderState {
  const state = use(BuilderContext);
  if (!state) throw new Error('A part of the builder stands outside of it.');
  return state;
}

/** The props of a control for a condition's value. */
export interface ValueProps {
  condition: DraftCondition;
  definition: FilterDefinition;
  wrong: boolean;
  /** The id of the element with the error. */
  note: string;
  onChange: (entered: Partial<DraftCondition>) => void;
}

export const describedBy = ({ wrong, note }: Pick<ValueProps, 'wrong' | 'note'>) => ({
  'aria-invalid': wrong || undefined,
  'aria-describedby': wrong ? note : undefined,
});
