import { expect, test } from 'vitest';
import { boundsOf, editableFrom, moved } from './grid.ts';

const shape = { ids: ['1', '2', '3'], fields: ['name', 'berths', 'code'] };
const editable = new Map([
  ['name', 'name'],
  ['berths', 'berths'],
]);

test('arrows end at the edge of the table', () => {
  expect(moved(shape, { id: '1', field: 'name' }, 1, 1)).toEqual({ id: '2', field: 'berths' });
  expect(moved(shape, { id: '3', field: 'code' }, 1, 1)).toEqual({ id: '3', field: 'code' });
  expect(moved(shape, { id: '2', field: 'berths' }, 0, -Infinity)).toEqual({ id: '2', field: 'name' });
});

test('Tab skips what cannot be edited, continues on the next row, and ends with the table', () => {
  expect(editableFrom(shape, { id: '1', field: 'name' }, editable, 1)).toEqual({ id: '1', field: 'berths' });
  expect(editableFrom(shape, { id: '1', field: 'berths' }, editable, 1)).toEqual({ id: '2', field: 'name' });
  expect(editableFrom(shape, { id: '2', field: 'name' }, editable, -1)).toEqual({ id: '1', field: 'berths' });
  expect(editableFrom(shape, { id: '1', field: 'name' }, editable, -1)).toBeUndefined();
  expect(editableFrom(shape, { id: '3', field: 'berths' }, editable, 1)).toBeUndefined();
});

test('a selection is the same from either corner, and none once a corner is not shown any more', () => {
  const corners = { from: { id: '3', field: 'berths' }, to: { id: '1', field: 'name' } };
  expect(boundsOf(shape, corners)).toEqual({ rows: [0, 2], columns: [0, 1] });
  expect(boundsOf({ ...shape, ids: ['1', '2'] }, corners)).toBeUndefined();
});
