// The list of projects while offline: this week's, filtered as the server would.
import { expect, it } from 'vitest';
import type { Project } from '../shapes';
import { counted, listOf } from './on-phone';

const of = (name: string, completedUnitsCount: number): Project =>
  ({ _id: name, name, unitsCount: 4, completedUnitsCount }) as Project;
const week = [of('Marina Gate', 0), of('Palm View', 2), of('Marina Heights', 4), { ...of('Empty', 0), unitsCount: 0 }];
const names = (filter: Parameters<typeof listOf>[1], search = ''): string[] =>
  listOf(week, filter, search).items.map(({ name }) => name);

it('is narrowed down by how far one is', () => {
  expect(names('all')).toHaveLength(4);
  expect(names('this-week')).toHaveLength(4);
  expect(names('not-started')).toEqual(['Marina Gate', 'Empty']);
  expect(names('in-progress')).toEqual(['Palm View']);
  expect(names('completed')).toEqual(['Marina Heights']);
});

it('is searched by name, in any case, as one substring', () => {
  expect(names('all', ' mARINA ')).toEqual(['Marina Gate', 'Marina Heights']);
  expect(names('completed', 'gate')).toEqual([]);
  expect(names('all', 'a g')).toEqual(['Marina Gate']);
});

it('is marked as offline data, and is one page', () => {
  expect(listOf([], 'all', '')).toMatchObject({ total: 0, totalPages: 1, onPhone: true });
  expect(listOf(week, 'all', 'view')).toMatchObject({ total: 1, page: 1, totalPages: 1, onPhone: true });
});

it("counts the estimates on the phone, and falls back to the server's count", async () => {
  const estimates: Record<string, number[]> = { 'Palm View': [1, 2, 3, 4] };
  const projects = await counted(week, (id) => Promise.resolve(estimates[id]));
  expect(projects.map(({ completedUnitsCount }) => completedUnitsCount)).toEqual([0, 4, 4, 0]);
});
