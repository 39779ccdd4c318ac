// The theme of the product, in both front ends: values in place of the tokens of ui-kit.
import type { ProductTheme } from '@mizan/ui-kit/product-theme';

export const theme: ProductTheme = {};
