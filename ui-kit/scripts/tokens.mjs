// Generates src/tokens.css from src/tokens.ts. The file is not checked in.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const at = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
const { density, tokens } = (await runnerImport(at('tokens.ts'))).module;
const { chartProperties, properties, px, rem, sheet } = (await runnerImport(at('tokens-css.ts'))).module;

const themed = (theme) => [
  `  color-scheme: ${theme};`,
  ...properties('', tokens.colour[theme]),
  ...chartProperties(tokens.chart[theme]),
  ...properties('shadow-', tokens.shadow[theme]),
];
const fixed = [
  ...properties('font-', tokens.font),
  ...properties('size-', tokens.size, rem),
  ...properties('space-', Object.fromEntries(tokens.space.map((value) => [value, value])), rem),
  ...properties('radius-', tokens.radius, px),
  ...properties('motion-', tokens.motion),
  `  --target: ${rem(tokens.target)};`,
  ...properties('', density.comfortable, rem),
];

writeFileSync(
  at('tokens.css'),
  `/* Generated from tokens.ts by scripts/tokens.mjs. */\n${sheet([...themed('light'), ...fixed], themed('dark'))}`,
);
