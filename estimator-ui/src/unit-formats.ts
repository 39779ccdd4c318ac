// How units are described: short prices and bedrooms.
import { m } from '@mizan/ui-kit/messages';
import { product } from '@mizan/ui-kit/product';

/** A short amount: `1.3M AED` from a million on, otherwise thousands as `950K AED`. */
export function formatPrice(value: number): string {
  const { currency } = product();
  return Math.abs(value) >= 1_000_000
    ? m.estimator_price_millions({ amount: (value / 1_000_000).toFixed(1), currency })
    : m.estimator_price_thousands({ amount: Math.round(value / 1000).toString(), currency });
}

/** `Studio`, `2BR`. */
export function bedroomLabel(bedrooms: number): string {
  return bedrooms === 0 ? m.estimator_bedrooms_studio() : m.estimator_bedrooms_short({ count: bedrooms });
}

/** `Studio`, `1 Bedroom`, `2 Bedrooms`. */
export function bedroomName(bedrooms: number): string {
  return bedrooms === 0 ? m.estimator_bedrooms_studio() : m.estimator_bedrooms_long({ count: bedrooms });
}
