import { expect, test } from 'vitest';
import { pageWindow, resultsOf } from './page-window.ts';

const shown = (page: number, pages: number) =>
  pageWindow(page, pages)
    .map((link) => (link === 'gap' ? '…' : link))
    .join(' ');

test('few pages are all shown', () => {
  expect(shown(1, 1)).toBe('1');
  expect(shown(3, 5)).toBe('1 2 3 4 5');
});

test('the window is five wide, plus the first and last page', () => {
  expect(shown(1, 50)).toBe('1 2 3 4 5 … 50');
  expect(shown(10, 50)).toBe('1 … 8 9 10 11 12 … 50');
  expect(shown(50, 50)).toBe('1 … 46 47 48 49 50');
});

test('there is no gap where no page is omitted', () => {
  expect(shown(4, 50)).toBe('1 2 3 4 5 6 … 50');
  expect(shown(47, 50)).toBe('1 … 45 46 47 48 49 50');
});

test('a page past the end still offers the last pages', () => {
  expect(shown(99, 7)).toBe('1 … 3 4 5 6 7');
  expect(shown(1, 0)).toBe('');
});

test('results are counted from one', () => {
  expect(resultsOf(3, 20, 17)).toEqual({ from: 41, to: 57 });
  expect(resultsOf(1, 20, 0)).toEqual({ from: 0, to: 0 });
});
