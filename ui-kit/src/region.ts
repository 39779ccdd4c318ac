// What all formats follow: the product's region and its time zone.
import { getLocale } from '@mizan/ui-kit/locale';
import { product } from './product';

/** The product's time zone. */
export const zone = (): string => product().timeZone;

/** The language and region of all formats: the product's of the language that is shown, otherwise its first. */
export function region(): string {
  const { languages } = product();
  const language = getLocale();
  return languages.find((tag) => tag.split('-')[0] === language) ?? languages[0] ?? language;
}

/**
 * A formatter for each language and variant, created on first use, because creating one takes longer than rendering a
 * row.
 */
export function formatter<Format, Variant = void>(
  make: (region: string, variant: Variant) => Format,
): (variant: Variant) => Format {
  const formats = new Map<string, Format>();
  return (variant) => {
    const key = `${region()} ${String(variant)}`;
    const found = formats.get(key) ?? make(region(), variant);
    formats.set(key, found);
    return found;
  };
}
