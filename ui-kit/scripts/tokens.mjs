// Generates src/tokens.css from src/tokens.ts. The file is not checked in.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const at = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
const { density, SCALED, tokens } = (await runnerImport(at('tokens.ts'))).module;
const { block, chartProperties, properties, px, rem, sheet } = (await runnerImport(at('tokens-css.ts'))).module;

const themed = (theme) => [
  `  color-scheme: ${theme};`,
  ...properties('', tokens.colour[theme]),
  ...chartProperties(tokens.chart[theme]),
  ...properties('shadow-', tokens.shadow[theme]),
];
const byPixels = (values) => Object.fromEntries(values.map((value) => [value, value]));
const space = (pixels) => (pixels < SCALED ? rem(pixels) : `calc(${rem(pixels)} * var(--density))`);
const fixed = [
  ...properties('font-', tokens.font),
  ...properties('size-', tokens.size, rem),
  ...properties('weight-', tokens.weight),
  ...properties('leading-', tokens.leading, rem),
  ...properties('space-', byPixels(tokens.space), space),
  ...properties('width-', byPixels(tokens.width), rem),
  ...properties('radius-', tokens.radius, px),
  ...properties('motion-', tokens.motion),
  ...properties('', { target: tokens.target, bar: tokens.bar, ...density.comfortable }, rem),
];

// On phones fields are touch targets.
const phone = `@media (max-width: 47.99rem) {\n${block(':root', ['  --field: var(--target);'])}}\n`;

writeFileSync(
  at('tokens.css'),
  `/* Generated from tokens.ts by scripts/tokens.mjs. */\n${sheet([...themed('light'), ...fixed], themed('dark'))}${phone}`,
);
