// A theme for these tests: a violet accent in both themes, and a logo of its own.
import type { ProductTheme } from '@mizan/ui-kit/product-theme';

export const theme: ProductTheme = {
  colour: {
    light: { accent: '#5b3f8c', accentHover: '#4a3274', accentSoft: '#efeaf7', focus: '#7a5bb0' },
    dark: { accent: '#c9b3f5', accentHover: '#d9c9fa', accentSoft: '#2d2440', focus: '#c9b3f5' },
  },
  density: 'comfortable',
  Mark: ({ size = 28 }) => (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="currentColor" aria-hidden="true">
      <circle cx="16" cy="16" r="12" />
    </svg>
  ),
};
