// The theme that a product sets in place of tokens: colours, fonts, radii, density and logo. Its colours may also be among the
// values that the page brings. The front ends set it before their first render; without one the tokens hold.
import { product } from './product';
import type { ProductTheme } from './theme-css';

export type { ProductTheme } from './theme-css';

let current: ProductTheme = {};

/** Sets the theme of this page, once. Render after it, so that nothing is seen in other colours. */
export async function setProductTheme(theme: ProductTheme): Promise<void> {
  const { colours } = product();
  current = colours
    ? {
        ...theme,
        colour: {
          light: { ...colours.light, ...theme.colour?.light },
          dark: { ...colours.dark, ...theme.colour?.dark },
        },
      }
    : theme;
  const { Mark: _, ...values } = current;
  if (Object.keys(values).length === 0) return;
  const { cssOf } = await import('./theme-css');
  const styles = new CSSStyleSheet();
  styles.replaceSync(cssOf(values));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
}

/** What the product sets, for code that computes with it. */
export const productTheme = (): ProductTheme => current;
