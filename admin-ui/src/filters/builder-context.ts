// What every part of the builder works on: the draft, what is wrong in it, and the ways to change it.
import { createContext, use } from 'react';
import type { FilterDefinition, Wrong } from '../data/filter-definition.ts';
import type { DraftCondition, DraftGroup } from './draft.ts';

export interface BuilderState {
  definitions: FilterDefinition[];
  draft: DraftGroup;
  wrongs: Record<string, Wrong>;
  /** It holds as many conditions as a filter may. */
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

/** What a control for the value of a condition is given. */
export interface ValueProps {
  condition: DraftCondition;
  definition: FilterDefinition;
  wrong: boolean;
  /** The element that says what is wrong. */
  note: string;
  onChange: (entered: Partial<DraftCondition>) => void;
}

export const describedBy = ({ wrong, note }: Pick<ValueProps, 'wrong' | 'note'>) => ({
  'aria-invalid': wrong || undefined,
  'aria-describedby': wrong ? note : undefined,
});
