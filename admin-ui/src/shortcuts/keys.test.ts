import { afterEach, expect, test } from 'vitest';
import { isForScreen, keyOf } from './keys.ts';

afterEach(() => document.body.replaceChildren());

/** Whether a press in the first element of this page is for the screen. */
function pressed(html: string, init: KeyboardEventInit = {}): boolean {
  document.body.innerHTML = html;
  const event = new KeyboardEvent('keydown', { key: 'j', bubbles: true, ...init });
  let result = false;
  document.addEventListener('keydown', () => (result = isForScreen(event)), { once: true });
  (document.body.firstElementChild ?? document.body).dispatchEvent(event);
  return result;
}

test('keys of fields, menus, dialogs and of the browser are not for the screen', () => {
  expect(pressed('<a href="/">Title</a>')).toBe(true);
  expect(pressed('<input type="checkbox">')).toBe(true);
  for (const html of [
    '<input>',
    '<input type="search">',
    '<textarea></textarea>',
    '<select></select>',
    '<div contenteditable="true"></div>',
    '<div role="combobox"></div>',
    '<div role="menu"></div>',
    '<p></p><dialog open></dialog>',
    '<p></p><div role="dialog" aria-modal="true"></div>',
  ]) {
    expect(pressed(html), html).toBe(false);
  }
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) expect(pressed('<p></p>', { [modifier]: true })).toBe(false);
});

test('Enter on a link or a button is its own', () => {
  expect(pressed('<a href="/">Title</a>', { key: 'Enter' })).toBe(false);
  expect(pressed('<button></button>', { key: 'Enter' })).toBe(false);
  expect(pressed('<input type="checkbox">', { key: 'Enter' })).toBe(true);
});

test('a letter is that of its place where the layout has no Latin letters', () => {
  expect(keyOf({ key: 'ت', code: 'KeyJ' })).toBe('j');
  expect(keyOf({ key: 'j', code: 'KeyC' })).toBe('j');
  expect(keyOf({ key: '?', code: 'Slash' })).toBe('?');
});
