// The filter definitions of a list of boats, one of each kind, for tests.
import type { FilterDefinition } from './filter-definition.ts';

const definition = (key: string, label: string, more: Partial<FilterDefinition>): FilterDefinition => ({
  key,
  label,
  type: 'text',
  operators: ['equals', 'not_equals'],
  options: [],
  placeholder: null,
  hasIndex: false,
  required: false,
  reference: null,
  unit: null,
  ...more,
});

const COMPARED = [
  'equals',
  'not_equals',
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
  'between',
];

export const boats: FilterDefinition[] = [
  definition('name', 'Name', { operators: ['equals', 'contains', 'starts_with'] }),
  definition('berths', 'Berths', { type: 'number', operators: COMPARED }),
  definition('length', 'Length', { type: 'number', operators: COMPARED, unit: 'ft' }),
  definition('launchedOn', 'Launched on', { type: 'date', operators: ['equals', 'before', 'between'] }),
  definition('state', 'State', {
    type: 'select',
    operators: ['equals', 'not_equals', 'in', 'not_in'],
    options: [
      { value: 'afloat', label: 'Afloat' },
      { value: 'ashore', label: 'Ashore' },
    ],
  }),
  definition('owner', 'Owner', { type: 'select', operators: ['equals', 'in'], reference: 'people' }),
  definition('_id', 'Identifier', { type: 'select', operators: ['equals', 'in'] }),
  definition('insured', 'Insured', { type: 'boolean' }),
];

export const ID = '0123456789abcdef01234567';
