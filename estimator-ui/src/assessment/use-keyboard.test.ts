// A hardware keyboard: what each key does, and where other controls handle it.
import { afterEach, expect, it, vi } from 'vitest';
import { cleanup, fireEvent, renderHook } from '@testing-library/react';
import { DELETE } from '../assess/keypad';
import { useKeyboard } from './use-keyboard';

afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
  document.documentElement.dir = '';
});

/** Records the handled keys; `html` is added to the page. */
function attach(html = '', active = true): [string, unknown?][] {
  const done: [string, unknown?][] = [];
  document.body.innerHTML = html;
  renderHook(() =>
    useKeyboard({
      active,
      key: (key) => void done.push(['key', key]),
      step: (step) => void done.push(['step', step]),
      move: (by) => void done.push(['move', by]),
      paste: (rent) => void done.push(['paste', rent]),
      save: () => void done.push(['save']),
    }),
  );
  return done;
}

const press = (key: string, options: KeyboardEventInit = {}, at: Element = document.body): boolean =>
  fireEvent.keyDown(at, { key, ...options });

const find = (selector: string): Element => document.querySelector(selector) ?? document.body;

it('digits count in whichever form a keyboard has them, and delete takes the last one', () => {
  const done = attach();
  for (const key of ['9', '٥', '۷', 'Backspace', 'Delete']) press(key);
  expect(done).toEqual([
    ['key', 9],
    ['key', 5],
    ['key', 7],
    ['key', DELETE],
    ['key', DELETE],
  ]);
});

it('other keys are left to the browser', () => {
  const done = attach();
  for (const key of ['a', '.', ' ', 'F5', 'Tab', 'Escape', 'Home', 'Unidentified']) {
    expect(press(key), key).toBe(true);
  }
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])
    press('5', modifier);
  expect(done).toEqual([]);
});

it('plus, minus and the arrows up and down change by one percent, with Shift the arrows by five', () => {
  const done = attach();
  press('+', { shiftKey: true });
  press('-');
  press('ArrowUp');
  press('ArrowDown');
  press('ArrowUp', { shiftKey: true });
  press('ArrowDown', { shiftKey: true });
  expect(done.map(([, step]) => step)).toEqual([1, -1, 1, -1, 5, -5]);
});

it('the arrows sideways lead to the unit before and after, in the direction of the language', () => {
  const done = attach();
  press('ArrowRight');
  press('ArrowLeft');
  document.documentElement.dir = 'rtl';
  press('ArrowRight');
  press('ArrowLeft');
  press('ArrowLeft', { repeat: true });
  expect(done).toEqual([
    ['move', 1],
    ['move', -1],
    ['move', -1],
    ['move', 1],
  ]);
});

it('Enter saves from anywhere but on another button or link, without key repeat', () => {
  const done = attach('<main tabindex="-1"><button>B</button><a href="/x">A</a><p tabindex="0">P</p></main>');
  press('Enter', {}, find('button'));
  press('Enter', {}, find('a'));
  expect(done).toEqual([]);
  press('Enter', {}, find('p'));
  press('Enter');
  expect(done).toEqual([['save'], ['save']]);
  expect(press('Enter', { repeat: true }), 'a held key is used up').toBe(false);
  expect(press('Enter', { repeat: true }, find('button'))).toBe(false);
  expect(done).toHaveLength(2);
});

it("in the amount's field, digits, signs and the arrows sideways are the field's", () => {
  const done = attach('<form><input name="rent"></form>');
  const field = find('input');
  for (const key of ['5', '-', '+', 'Backspace', 'ArrowLeft', 'ArrowRight', 'Enter']) {
    expect(press(key, {}, field), key).toBe(true);
  }
  expect(done).toEqual([]);
  press('ArrowUp', {}, field);
  press('Enter', { repeat: true }, field);
  expect(done).toEqual([['step', 1]]);
});

it('outside the unit arrows scroll, and digits still count', () => {
  const done = attach('<aside><div tabindex="0"></div></aside>');
  for (const key of ['ArrowUp', 'ArrowLeft']) expect(press(key, {}, find('div'))).toBe(true);
  press('5', {}, find('div'));
  expect(done).toEqual([['key', 5]]);
});

it('while a dialog is open, or something else is on screen, no key counts', () => {
  const dialog = attach('<dialog open><button>Stay</button></dialog>');
  for (const key of ['5', 'Enter', 'ArrowUp', 'ArrowRight']) press(key);
  fireEvent.paste(document.body, { clipboardData: { getData: () => '95000' } });
  expect(dialog).toEqual([]);
  cleanup();
  const elsewhere = attach('', false);
  press('5');
  expect(elsewhere).toEqual([]);
});

it('an amount is pasted anywhere, in whichever digits; text without one is not', () => {
  const done = attach();
  for (const text of ['AED 95,000.00', '٩٥٠٠٠', '۹۵٬۰۰۰ AED', 'nothing', '']) {
    fireEvent.paste(document.body, { clipboardData: { getData: () => text } });
  }
  expect(done).toEqual(Array.from({ length: 3 }, () => ['paste', 95_000]));
});

it('listeners are removed on unmount', () => {
  const done = attach();
  cleanup();
  press('5');
  expect(done).toEqual([]);
});

it('a handled event is ignored', () => {
  const done = attach('<p></p>');
  const stop = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  find('p').addEventListener('keydown', stop);
  press('5', {}, find('p'));
  expect(done).toEqual([]);
});
