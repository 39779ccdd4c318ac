// Formats of prices and bedrooms.
import { describe, expect, it } from 'vitest';
import { bedroomLabel, bedroomName, formatPrice } from './unit-formats';

describe('prices', () => {
  it.each([
    [0, '0K AED'],
    [499, '0K AED'],
    [85_500, '86K AED'],
    [999_499, '999K AED'],
    [1_000_000, '1.0M AED'],
    [1_250_000, '1.3M AED'],
    [12_000_000, '12.0M AED'],
  ])('%d is shown as %s', (amount, shown) => {
    expect(formatPrice(amount)).toBe(shown);
  });
});

describe('bedrooms', () => {
  it.each([
    [0, 'Studio', 'Studio'],
    [1, '1BR', '1 Bedroom'],
    [4, '4BR', '4 Bedrooms'],
  ])('%d is %s, and %s in the assessment', (bedrooms, label, name) => {
    expect(bedroomLabel(bedrooms)).toBe(label);
    expect(bedroomName(bedrooms)).toBe(name);
  });
});
