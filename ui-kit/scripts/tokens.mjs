// Generates src/tokens.css from src/tokens.ts. The file is not checked in.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const at = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
const { tokens } = (await runnerImport(at('tokens.ts'))).module;

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const rem = (pixels) => `${pixels / 16}rem`;
const lines = (prefix, values, write = (value) => value) =>
  Object.entries(values).map(([name, value]) => `  --${prefix}${kebab(name)}: ${write(value)};`);

const themed = (theme) => [
  `  color-scheme: ${theme};`,
  ...lines('', tokens.colour[theme]),
  ...lines('chart-', Object.fromEntries(tokens.chart[theme].map((value, index) => [index + 1, value]))),
  ...lines('shadow-', tokens.shadow[theme]),
];
const fixed = [
  ...lines('font-', tokens.font),
  ...lines('size-', tokens.size, rem),
  ...lines('space-', Object.fromEntries(tokens.space.map((value) => [value, value])), rem),
  ...lines('radius-', tokens.radius, (value) => `${value}px`),
  ...lines('motion-', tokens.motion),
  `  --target: ${rem(tokens.target)};`,
];
const block = (selector, body) => `${selector} {\n${body.join('\n')}\n}\n`;

writeFileSync(
  at('tokens.css'),
  [
    '/* Generated from tokens.ts by scripts/tokens.mjs. */',
    block(':root', [...themed('light'), ...fixed]),
    `@media (prefers-color-scheme: dark) {\n${block(':root:not([data-theme])', themed('dark'))}}\n`,
    block(":root[data-theme='dark']", themed('dark')),
  ].join('\n'),
);
