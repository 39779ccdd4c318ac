// Tokens as custom properties: of all of them scripts/tokens.mjs makes tokens.css, of those that a product sets
// product-theme.ts makes a style sheet.

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
export const rem = (pixels: number): string => `${pixels / 16}rem`;
export const px = (pixels: number): string => `${pixels}px`;

/** A property for each value; `write` writes a number. */
export const properties = (prefix: string, values: object = {}, write: (value: number) => string = String): string[] =>
  Object.entries(values).map(
    ([name, value]: [string, string | number]) =>
      `  --${prefix}${kebab(name)}: ${typeof value === 'number' ? write(value) : value};`,
  );

/** The colours of series, `--chart-1` and so on. */
export const chartProperties = (colours: readonly string[] = []): string[] =>
  properties('chart-', Object.fromEntries(colours.map((colour, index) => [index + 1, colour])));

export const block = (selector: string, body: string[]): string => `${selector} {\n${body.join('\n')}\n}\n`;

/** A style sheet of what holds in the light theme, or in both, and of what differs in the dark one. */
export const sheet = (light: string[], dark: string[]): string =>
  [
    block(':root', light),
    `@media (prefers-color-scheme: dark) {\n${block(':root:not([data-theme])', dark)}}\n`,
    block(":root[data-theme='dark']", dark),
  ].join('\n');
