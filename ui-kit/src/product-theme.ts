// The theme that a product sets in place of tokens: colours, fonts, radii, density and logo. The front ends set it before
// their first render; without one the tokens hold.
import type { ProductTheme } from './theme-css';

export type { ProductTheme } from './theme-css';

let current: ProductTheme = {};

/** Sets the theme of this page, once. Render after it, so that nothing is seen in other colours. */
export async function setProductTheme(theme: ProductTheme): Promise<void> {
  current = theme;
  const { Mark: _, ...values } = theme;
  if (Object.keys(values).length === 0) return;
  const { cssOf } = await import('./theme-css');
  const styles = new CSSStyleSheet();
  styles.replaceSync(cssOf(values));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
}

/** What the product sets, for code that computes with it. */
export const productTheme = (): ProductTheme => current;
