// A product's theme replaces what it names, and nothing else.
import { expect, test } from 'vitest';
import { cssOf } from './theme-css.ts';

test('what is set replaces tokens, in the theme that it is set for', () => {
  const css = cssOf({
    colour: { light: { accentSoft: '#eee' }, dark: { accent: '#c9b3f5' } },
    chart: { light: ['#111', '#222'] },
    radius: { small: 2 },
  });
  const [light = '', dark = ''] = css.split('@media');
  expect(light.match(/--[\w-]+: [^;]+/g)).toEqual([
    '--accent-soft: #eee',
    '--chart-1: #111',
    '--chart-2: #222',
    '--radius-small: 2px',
  ]);
  expect(dark.match(/--[\w-]+: [^;]+/g)).toEqual(['--accent: #c9b3f5', '--accent: #c9b3f5']);
});

test('the density holds beyond phones, whose targets stay large', () => {
  const [, room = ''] = cssOf({ density: 'compact' }).split('@media (min-width: 48rem)');
  expect(room).toContain('--density: 0.75;');
  expect(room).toContain('--row-height: 2.25rem;');
});
