// The looks of the product, beside its colours in src/main.rs: its logo, fonts, corners and density.
import type { ProductTheme } from '@mizan/ui-kit/product-theme';

export const theme: ProductTheme = {
  Mark: ({ size = 28 }) => (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      aria-hidden="true"
    >
      <rect x="4" y="4" width="24" height="24" rx="7" />
      <path d="M11 16h10M16 11v10" strokeLinecap="round" />
    </svg>
  ),
};
