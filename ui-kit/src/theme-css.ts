// The style sheet of a product's theme, loaded where there is one.
import type { ComponentType } from 'react';
import type { ShownTheme } from './theme';
import { density as densities, type Palette, type tokens } from './tokens';
import { block, chartProperties, properties, px, rem, sheet } from './tokens-css';

export interface ProductTheme {
  /** Colours of the light and of the dark theme. Text needs a contrast of 4.5:1, edges of controls 3:1. */
  colour?: Partial<Record<ShownTheme, Partial<Palette>>>;
  /** The colours of series in charts, six for each theme. */
  chart?: Partial<Record<ShownTheme, readonly string[]>>;
  /** Font families; their files are the product's own. */
  font?: Partial<Record<keyof typeof tokens.font, string>>;
  /** Corners, in pixels. */
  radius?: Partial<Record<keyof typeof tokens.radius, number>>;
  /** How much room rows, fields, menus and cards have; `comfortable` when it is left out, and on phones. */
  density?: keyof typeof densities;
  /** The logo, drawn in the colour of the text. */
  Mark?: ComponentType<{ size?: number }>;
}

export function cssOf({ colour = {}, chart = {}, font, radius, density }: ProductTheme): string {
  const coloured = (shown: ShownTheme) => [...properties('', colour[shown]), ...chartProperties(chart[shown])];
  const fixed = [...properties('font-', font), ...properties('radius-', radius, px)];
  // A phone keeps targets of 48 px.
  const room = density && `@media (min-width: 48rem) {\n${block(':root', properties('', densities[density], rem))}}\n`;
  return sheet([...coloured('light'), ...fixed], coloured('dark')) + (room ?? '');
}
