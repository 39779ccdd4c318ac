// Which items match what was typed, the best first: every word must begin a word of the text or of the hint, or occur
// in it. Case and diacritics do not matter.
import type { Item } from './items.tsx';

const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

/** The smaller the better; undefined where a word is missing. */
function rankOf({ text, hint = '' }: Pick<Item, 'text' | 'hint'>, words: string[]): number | undefined {
  const name = folded(text);
  const all = `${name} ${folded(hint)}`;
  if (!words.every((word) => all.includes(word))) return undefined;
  const [first = ''] = words;
  if (name.startsWith(first)) return 0;
  return words.some((word) => ` ${name}`.includes(` ${word}`)) ? 1 : 2;
}

export function matching<Of extends Pick<Item, 'text' | 'hint'>>(items: Of[], typed: string): Of[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  return items
    .flatMap((item) => {
      const rank = rankOf(item, words);
      return rank === undefined ? [] : [{ item, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
