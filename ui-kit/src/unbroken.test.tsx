// Numbers with a hyphen stay on one line; everything else may break.
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Unbroken } from './unbroken';

afterEach(cleanup);

it.each([
  ['Unit A-1203 was not saved', ['A-1203']],
  ['B-502, AED 80,000: far lower', ['B-502,']],
  ['Layla updated unit T2-A-04 · Al-Furjan Heights', ['T2-A-04']],
  ['A well-known place', []],
  [`A ${'long-1'.repeat(9)} word`, []],
  ['', []],
])('%s', (text, numbers) => {
  const { container } = render(<Unbroken>{text}</Unbroken>);
  expect(container.textContent).toBe(text);
  const whole = [...container.querySelectorAll('span')].filter(({ style }) => style.whiteSpace === 'nowrap');
  expect(whole.map(({ textContent }) => textContent)).toEqual(numbers);
});
