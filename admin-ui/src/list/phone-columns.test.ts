import { expect, test } from 'vitest';
import type { Column } from '../document/resources.ts';
import type { Kind } from '../document/schema.ts';
import { phoneColumns } from './phone-columns.ts';

const column = (field: string, kind: Kind = 'text') => ({ field, kind, label: field, schema: {} }) as Column;
const fields = (columns: Column[]) => columns.map(({ field }) => field);

test('a phone shows the status and the first two informative columns', () => {
  const shown = [column('name'), column('photo', 'link'), column('notes', 'long-text'), column('owner', 'reference')];
  const more = [column('state', 'choice'), column('length', 'number'), column('pier')];
  const chosen = phoneColumns({ title: 'name', titleTemplate: '{name}' }, [...shown, ...more], []);
  expect(chosen.status?.field).toBe('state');
  expect(fields(chosen.more({ owner: { _id: '1' }, length: 9, pier: 'A' }))).toEqual(['owner', 'length']);
  expect(fields(chosen.more({ owner: null, length: 0, pier: 'A' }))).toEqual(['length', 'pier']);
});

test('what the title shows is not repeated', () => {
  const shown = [column('number'), column('project', 'reference'), column('rent', 'number')];
  const chosen = phoneColumns({ title: 'number', titleTemplate: '{number} · {project}' }, shown, []);
  expect(fields(chosen.more({ project: { _id: '1' }, rent: 1 }))).toEqual(['rent']);
});

test('without a choice, a yes or no that its module draws is the status', () => {
  const shown = [column('name'), column('archived', 'boolean'), column('locked', 'boolean')];
  expect(phoneColumns({ title: 'name', titleTemplate: '{name}' }, shown, ['locked']).status?.field).toBe('locked');
  expect(phoneColumns({ title: 'name', titleTemplate: '{name}' }, shown, []).status).toBeUndefined();
});
