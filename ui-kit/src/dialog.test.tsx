// The modal dialog.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Button } from './button';
import { Dialog } from './dialog';

afterEach(cleanup);

function Screen({ stays }: { stays: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && (
        <Dialog aria-label="Question" stays={stays} onClose={() => setOpen(false)}>
          <input aria-label="Name" />
        </Dialog>
      )}
    </>
  );
}

const dialog = () => screen.queryByRole('dialog', { name: 'Question' });

async function opened(stays: boolean) {
  const user = userEvent.setup();
  render(<Screen stays={stays} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const shown = dialog();
  if (!shown) throw new Error('It is not open.');
  return { user, shown };
}

/** A press, which may end elsewhere than it began. */
function press(from: Element, to: Element): void {
  fireEvent.pointerDown(from);
  fireEvent.click(to);
}

test('Escape closes it, and the focus returns to what opened it', async () => {
  const { user, shown } = await opened(true);
  expect(document.activeElement).toBe(shown);
  await user.keyboard('{Escape}');
  expect(dialog()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
});

test('a press outside closes it, but not one that began in a field', async () => {
  const { shown } = await opened(false);
  press(screen.getByLabelText('Name'), shown);
  expect(dialog()).toBe(shown);
  press(shown, shown);
  expect(dialog()).toBeNull();
});

test('one that stays is not closed by a press outside', async () => {
  const { shown } = await opened(true);
  press(shown, shown);
  expect(dialog()).toBe(shown);
});
