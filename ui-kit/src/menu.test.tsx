// A menu by the keyboard.
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './button';
import { Menu, MenuItem, MenuLine } from './menu';

afterEach(cleanup);

test('arrows and first letters move through its items, Enter chooses one, Escape leaves it; the focus returns', async () => {
  const user = userEvent.setup();
  const chosen = vi.fn();
  render(
    <Menu button={<Button>More</Button>}>
      <MenuItem onClick={() => chosen('lock')}>Lock</MenuItem>
      <MenuItem onClick={() => chosen('move')}>Move</MenuItem>
      <MenuLine />
      <MenuItem checked onClick={() => chosen('mark')}>
        Mark
      </MenuItem>
    </Menu>,
  );
  const button = screen.getByRole('button', { name: 'More' });
  const item = (name: string) => screen.getByRole(name === 'Mark' ? 'menuitemcheckbox' : 'menuitem', { name });
  button.focus();
  await user.keyboard('{ArrowDown}');
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(item('Lock'));
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(item('Mark'));
  await user.keyboard('{Home}{End}{ArrowDown}mo');
  expect(document.activeElement).toBe(item('Move'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);

  // What is switched leaves it open, what is done closes it.
  await user.keyboard('{Enter}{End}{Enter}{Home}{Enter}');
  expect(chosen.mock.calls).toEqual([['mark'], ['lock']]);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});
