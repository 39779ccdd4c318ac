import { expect, test } from 'vitest';
import {
  added,
  countConditions,
  draftOf,
  edited,
  emptyCondition,
  emptyGroup,
  fieldChosen,
  groupOf,
  idAt,
  identifiersIn,
  isFull,
  joined,
  mayNest,
  removed,
  wrongsOf,
  type DraftCondition,
  type DraftGroup,
} from './draft.ts';
import { boats, ID } from '../data/filter-definitions.fixture.ts';
import type { Condition, FilterGroup } from '../data/filter-group.ts';

const group: FilterGroup = {
  operator: 'AND',
  conditions: [
    { field: 'berths', operator: 'between', value: 1, secondValue: 4 },
    {
      operator: 'OR',
      conditions: [
        { field: 'state', operator: 'in', value: ['ashore'] },
        { field: 'insured', operator: 'equals', value: false },
      ],
    },
    { field: '_id', operator: 'in', value: [ID, ID] },
  ],
};
const first = (draft: DraftGroup) => draft.parts[0] as DraftCondition;

test('whether a value is missing needs no value, whatever was typed before', () => {
  const definitions = boats.map((one) => ({ ...one, operators: [...one.operators, 'is_missing'] }));
  const missing: FilterGroup = { operator: 'AND', conditions: [{ field: 'length', operator: 'is_missing' }] };
  const draft = draftOf({ operator: 'AND', conditions: [{ field: 'length', operator: 'equals', value: 3 }] });
  const changed = edited(draft, first(draft).id, { operator: 'is_missing' });
  expect(groupOf(changed, definitions)).toEqual(missing);
  expect(wrongsOf(changed, definitions)).toEqual({});
  expect(groupOf(draftOf(missing), definitions)).toEqual(missing);
});

test('a draft of a filter, left as it is, is that filter', () => {
  expect(groupOf(draftOf(group), boats)).toEqual(group);
});

test('no filter begins with one condition to fill in, and is none as long as no field is chosen', () => {
  const draft = draftOf(null);
  expect(countConditions(draft)).toBe(1);
  expect(groupOf(draft, boats)).toBeNull();
  expect(wrongsOf(draft, boats)).toEqual({});
});

test('a chosen field gets its first operator, and missing values are reported', () => {
  let draft = draftOf(null);
  draft = fieldChosen(draft, first(draft), 'berths', boats);
  expect(first(draft)).toMatchObject({ field: 'berths', operator: 'equals', first: '' });
  expect(wrongsOf(draft, boats)).toEqual({ [first(draft).id]: 'value' });
  draft = edited(draft, first(draft).id, { first: '2' });
  expect(groupOf(draft, boats)).toEqual({
    operator: 'AND',
    conditions: [{ field: 'berths', operator: 'equals', value: 2 }],
  });
});

test('what was entered stays for a field of the same kind and goes for another', () => {
  const draft = draftOf({ operator: 'AND', conditions: [{ field: 'berths', operator: 'less_than', value: 9 }] });
  expect(first(fieldChosen(draft, first(draft), 'length', boats))).toMatchObject({ operator: 'less_than', first: '9' });
  expect(first(fieldChosen(draft, first(draft), 'name', boats))).toMatchObject({ operator: 'equals', first: '' });
  expect(first(fieldChosen(draft, first(draft), 'insured', boats))).toMatchObject({ first: 'true' });
});

test('a comparison can be changed and changed back without losing what was chosen', () => {
  const draft = draftOf({
    operator: 'AND',
    conditions: [{ field: 'state', operator: 'in', value: ['afloat', 'ashore'] }],
  });
  const one = edited(draft, first(draft).id, { operator: 'equals' });
  expect(groupOf(one, boats)?.conditions).toEqual([{ field: 'state', operator: 'equals', value: 'afloat' }]);
  const back = edited(one, first(one).id, { operator: 'in' });
  expect(groupOf(back, boats)?.conditions).toEqual([{ field: 'state', operator: 'in', value: ['afloat', 'ashore'] }]);
});

test('a range with its ends in the wrong order is reported', () => {
  const draft = draftOf({
    operator: 'AND',
    conditions: [{ field: 'berths', operator: 'between', value: 4, secondValue: 1 }],
  });
  expect(Object.values(wrongsOf(draft, boats))).toEqual(['order']);
});

test('what cannot be applied is reported and never left out', () => {
  const wrongs = (condition: Condition) =>
    Object.values(wrongsOf(draftOf({ operator: 'AND', conditions: [condition] }), boats));
  expect(wrongs({ field: 'ghost', operator: 'equals', value: 1 })).toEqual(['field']);
  expect(wrongs({ field: 'name', operator: 'sounds_like', value: 'a' })).toEqual(['operator']);
  expect(wrongs({ field: 'state', operator: 'in', value: ['sunk', 'afloat'] })).toEqual(['value']);
  expect(wrongs({ field: 'insured', operator: 'equals', value: 'maybe' })).toEqual(['value']);
});

test('a part is found by its path, added, joined and removed; the outermost group stays', () => {
  const draft = draftOf(group);
  const inner = draft.parts[1] as DraftGroup;
  expect(idAt(draft, [1])).toBe(inner.id);
  expect(idAt(draft, [1, 1])).toBe(inner.parts[1]?.id);
  expect(countConditions(added(draft, inner.id, emptyCondition()))).toBe(5);
  expect((joined(draft, inner.id, 'AND').parts[1] as DraftGroup).operator).toBe('AND');
  const left = inner.parts.reduce<DraftGroup>((now, part) => removed(now, part.id), draft);
  expect(left.parts).toHaveLength(2);
  expect(left.parts.reduce<DraftGroup>((now, part) => removed(now, part.id), left).parts).toEqual([]);
});

test('it is full at fifty conditions, and groups nest four deep', () => {
  let draft = emptyGroup('AND');
  for (let count = 1; count < 50; count += 1) draft = added(draft, draft.id, emptyCondition());
  expect(isFull(draft)).toBe(true);
  expect(isFull(removed(draft, first(draft).id))).toBe(false);
  expect([1, 2, 3, 4].map(mayNest)).toEqual([true, true, true, false]);
});

test('identifiers are read however they are set apart', () => {
  expect(identifiersIn(` ${ID.toUpperCase()},\n${ID}; x`)).toEqual([ID, ID, 'x']);
});
