import type { Schema } from '@mizan/openapi/document';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { Values } from '../data/changes.ts';
import type { FieldProblem } from '../data/problems.ts';
import { RecordForm } from './record-form.tsx';
import { useSubmit, type Submission } from './use-submit.ts';

const schema: Schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: {
      type: 'string',
      title: 'Name',
      minLength: 1,
      'x-normalize': ['trim'],
      'x-messages': { required: 'Name is required', minLength: 'Name is required' },
    },
    rent: {
      type: 'integer',
      title: 'Rent',
      minimum: 0,
      'x-unit': 'AED',
      description: 'For a year.',
      'x-messages': { minimum: 'Rent cannot be negative' },
    },
    handover: { type: 'string', format: 'date-time', title: 'Handover' },
    contact: { type: 'object', title: 'Contact', properties: { phone: { type: 'string', title: 'Phone' } } },
    tags: {
      type: 'array',
      title: 'Amenities',
      items: { type: 'string', minLength: 1, 'x-messages': { minLength: 'Write something' } },
    },
  },
};

type Save = (values: Values) => Promise<FieldProblem[] | void>;

interface Shown {
  initial: Values;
  creating: boolean;
  save: Save;
}

function Shown({ initial, creating, save }: Shown) {
  const saving: Submission<Values> = useSubmit<Values, FieldProblem[] | void>({
    send: (values) => save(values),
    onDone: (problems) => saving.forget(problems ?? []),
    failed: '',
  });
  return (
    <RecordForm
      schema={schema}
      context={{ names: {}, singular: 'Thing' }}
      initial={initial}
      creating={creating}
      labels={{ save: 'Save', saving: 'Saving...' }}
      onCancel={() => {}}
      saving={saving}
    />
  );
}

function show({ initial = {}, creating = false, save = vi.fn<Save>(async () => {}) } = {}) {
  const element = <Shown initial={initial} creating={creating} save={save} />;
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  return { save, user: userEvent.setup() };
}

const press = () => screen.getByRole('button', { name: 'Save' });

afterEach(cleanup);

test('a validation error replaces the hint on submit, and disappears as soon as the value is valid', async () => {
  const { user, save } = show({ creating: true });
  await user.type(screen.getByLabelText('Rent'), '-5');
  expect(screen.queryByText('Rent cannot be negative')).toBeNull();
  await user.click(press());
  expect(screen.getByText('Name is required')).toBeTruthy();
  expect(screen.getByText('Rent cannot be negative')).toBeTruthy();
  expect(screen.queryByText('For a year.')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(save).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText('Name'), 'A');
  expect(screen.queryByText('Name is required')).toBeNull();
});

test('nothing is saved when nothing changed, not even by a space at the end', async () => {
  const { user, save } = show({ initial: { name: 'A', rent: 5 } });
  await user.type(screen.getByLabelText('Name'), ' ');
  await user.click(press());
  expect(save).not.toHaveBeenCalled();
  expect(screen.getByText('No changes')).toBeTruthy();
});

test('the bar lists what changed, and the values are saved normalised', async () => {
  const { user, save } = show({ initial: { name: 'A', rent: 5 } });
  await user.type(screen.getByLabelText('Name'), 'B ');
  expect(screen.getByText('Unsaved changes: Name')).toBeTruthy();
  await user.click(press());
  expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'AB', rent: 5 });
});

test('a server error is shown at its field, nested ones too, until that field changes', async () => {
  const save = vi.fn<Save>(async () => [{ pointer: '/contact/phone', message: 'Too short' }]);
  const { user } = show({ initial: { name: 'A' }, save });
  await user.type(screen.getByLabelText('Phone'), '1');
  await user.click(press());
  expect(await screen.findByText('Too short')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Phone'));
  await user.type(screen.getByLabelText('Phone'), '2');
  expect(screen.queryByText('Too short')).toBeNull();
});

test('a second press while saving does nothing', async () => {
  let finish = () => {};
  const save = vi.fn<Save>(() => new Promise<void>((resolve) => (finish = resolve)));
  const { user } = show({ initial: { name: 'A' }, save });
  await user.type(screen.getByLabelText('Name'), 'B');
  await user.click(press());
  await user.click(screen.getByRole('button', { name: 'Saving...' }));
  finish();
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
  expect(save).toHaveBeenCalledTimes(1);
});

test('a field that was invalid before does not block changing another', async () => {
  const { user, save } = show({ initial: { name: 'A', rent: -1 } });
  await user.type(screen.getByLabelText('Name'), 'B');
  await user.click(press());
  expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'AB', rent: -1 });
});

test('rows of a list are added, focused, and removed', async () => {
  const { user, save } = show({ initial: { name: 'A', tags: ['Pool'] } });
  await user.click(screen.getByRole('button', { name: 'Add Amenity' }));
  await user.keyboard('Gym');
  await user.click(screen.getByRole('button', { name: 'Remove entry 1' }));
  await user.click(press());
  expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'A', tags: ['Gym'] });
});

test('a moment is typed in the one form and zone of the product; half of one is said at the field and not sent', async () => {
  const { user, save } = show({ initial: { name: 'A', handover: '2026-11-20T10:05:09.250Z' } });
  const field = screen.getByLabelText<HTMLInputElement>('Handover');
  expect(field.type).toBe('text');
  expect(field.value).toBe('20 Nov 2026, 14:05:09');
  // Left as it is, it is no change.
  await user.click(field);
  await user.tab();
  expect(screen.getByText('No changes')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '21 nov 2026');
  await user.tab();
  expect(screen.getByText('Enter the time of day, too, such as 20 Nov 2026, 14:05.')).toBeTruthy();
  await user.click(press());
  expect(save).not.toHaveBeenCalled();
  await user.type(field, ', 9:30');
  await user.click(press());
  expect(field.value).toBe('21 Nov 2026, 09:30');
  expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'A', handover: '2026-11-21T05:30:00Z' });
});
