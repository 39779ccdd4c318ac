import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { FilterDefinition } from '../data/filter-definition.ts';
import { boats } from '../data/filter-definitions.fixture.ts';
import type { FilterGroup } from '../data/filter-group.ts';
import type { Resource } from '../document/resources.ts';
import { mergeModules, ModuleRegistryContext, type ModuleRegistry } from '../module/registry.ts';
import FilterBuilder from './filter-builder.tsx';

const resource = { name: 'boats', label: 'Boats', noun: 'boat', nouns: 'boats' } as unknown as Resource;

const modules: ModuleRegistry = {
  ...mergeModules([]),
  resources: { boats: { fractions: { gap: { label: 'Gap' } } } },
};

function show(filters: FilterGroup | null, path?: number[], definitions: FilterDefinition[] = boats) {
  const client = new QueryClient();
  client.setQueryData(['boats', 'filter-definitions'], definitions);
  const onApply = vi.fn<(filters: FilterGroup | null) => void>();
  const onClose = vi.fn<() => void>();
  render(
    <QueryClientProvider client={client}>
      <ModuleRegistryContext value={modules}>
        <FilterBuilder resource={resource} filters={filters} path={path} onApply={onApply} onClose={onClose} />
      </ModuleRegistryContext>
    </QueryClientProvider>,
  );
  return { onApply, onClose, user: userEvent.setup() };
}

test('a fraction is shown and typed in percent, and sent as a fraction', async () => {
  const gap = { ...boats.find(({ key }) => key === 'length'), key: 'gap', label: 'Gap (0.15 is 15 %)', unit: null };
  const filters: FilterGroup = {
    operator: 'OR',
    conditions: [
      { field: 'gap', operator: 'greater_than', value: 0.07 },
      { field: 'gap', operator: 'between', value: -0.15, secondValue: 0.15 },
    ],
  };
  const { user, onApply } = show(filters, undefined, [{ ...gap, placeholder: '0.15' } as FilterDefinition]);
  const entry = condition(1).getByLabelText('Value %') as HTMLInputElement;
  expect([entry.value, entry.placeholder]).toEqual(['7', '15']);
  expect((condition(2).getByLabelText('From %') as HTMLInputElement).value).toBe('-15');
  expect(condition(1).getByRole('option', { name: 'Gap' })).toBeTruthy();
  await user.clear(entry);
  await user.type(entry, '28.7');
  expect(entry.value).toBe('28.7');
  await user.click(apply());
  expect(onApply.mock.lastCall?.[0]?.conditions[0]).toMatchObject({ value: 0.287 });
});

const condition = (number: number) => within(screen.getByRole('group', { name: `Condition ${number}` }));
const apply = () => screen.getByRole('button', { name: 'Apply filters' });

afterEach(cleanup);

test('a condition is built from a field, a comparison and a value, and applied', async () => {
  const { user, onApply } = show(null);
  expect(document.activeElement).toBe(screen.getByLabelText('Field'));
  await user.selectOptions(screen.getByLabelText('Field'), 'Length');
  await user.selectOptions(screen.getByLabelText('Comparison'), 'is at least');
  await user.type(screen.getByLabelText('Value ft'), '40');
  await user.click(apply());
  expect(onApply).toHaveBeenCalledExactlyOnceWith({
    operator: 'AND',
    conditions: [{ field: 'length', operator: 'greater_than_or_equal', value: 40 }],
  });
});

test('a missing value is reported at its condition, and nothing is applied', async () => {
  const { user, onApply } = show(null);
  await user.selectOptions(screen.getByLabelText('Field'), 'State');
  await user.selectOptions(screen.getByLabelText('Comparison'), 'is any of');
  await user.click(apply());
  expect(screen.getByText('Choose at least one.')).toBeTruthy();
  expect(onApply).not.toHaveBeenCalled();
  await user.click(screen.getByLabelText('Afloat'));
  expect(screen.queryByText('Choose at least one.')).toBeNull();
  await user.click(apply());
  expect(onApply.mock.lastCall?.[0]?.conditions).toEqual([{ field: 'state', operator: 'in', value: ['afloat'] }]);
});

const stored: FilterGroup = {
  operator: 'AND',
  conditions: [
    { field: 'berths', operator: 'equals', value: 2 },
    { field: 'launchedOn', operator: 'between', value: '2026-01-01', secondValue: '2026-02-01' },
  ],
};

test('it opens at the condition that was pressed', () => {
  show(stored, [1]);
  expect(document.activeElement).toBe(condition(2).getByLabelText('From'));
});

test('a group within is joined the other way, removed with its last condition, and clearing applies nothing', async () => {
  const { user, onApply } = show(stored);
  await user.click(screen.getByRole('button', { name: 'Add group' }));
  const joiners = screen.getAllByLabelText('Match all or any of these');
  expect(joiners.map((one) => (one as HTMLSelectElement).value)).toEqual(['AND', 'OR']);
  await user.click(
    within(screen.getAllByRole('group', { name: 'Group of conditions' })[1] as HTMLElement).getByRole('button', {
      name: 'Remove this condition',
    }),
  );
  expect(screen.getAllByLabelText('Match all or any of these')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onApply).toHaveBeenCalledExactlyOnceWith(null);
});

test('Escape leaves everything as it was', async () => {
  const { user, onApply, onClose } = show(stored);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(onApply).not.toHaveBeenCalled();
});

test('a condition on a field, a comparison or an option that is no more is shown and has to be corrected', async () => {
  const { user, onApply } = show({
    operator: 'AND',
    conditions: [
      { field: 'keelDepth', operator: 'equals', value: 1 },
      { field: 'name', operator: 'sounds_like', value: 'dhow' },
      { field: 'state', operator: 'in', value: ['sunk', 'afloat'] },
    ],
  });
  expect(condition(1).getByText('Choose another field, or remove this condition.')).toBeTruthy();
  expect(condition(1).getByRole('option', { name: 'Keel depth (no longer a field)', selected: true })).toBeTruthy();
  expect(condition(2).getByText('Choose another comparison.')).toBeTruthy();
  expect(condition(3).getByText('“sunk” is no longer a possible value.')).toBeTruthy();
  await user.click(apply());
  expect(onApply).not.toHaveBeenCalled();
  await user.click(condition(1).getByRole('button', { name: 'Remove this condition' }));
  await user.selectOptions(condition(1).getByLabelText('Comparison'), 'contains');
  await user.click(condition(2).getByRole('checkbox', { name: 'sunk' }));
  await user.click(apply());
  expect(onApply).toHaveBeenCalledExactlyOnceWith({
    operator: 'AND',
    conditions: [
      { field: 'name', operator: 'contains', value: 'dhow' },
      { field: 'state', operator: 'in', value: ['afloat'] },
    ],
  });
});
