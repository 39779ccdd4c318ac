// A text with the words in it marked that were searched for.
import { Fragment, type ReactNode } from 'react';

export function Highlighted({ text, search }: { text: string; search: string }): ReactNode {
  const parts = partsOf(text, search);
  return parts.map(({ piece, found }, index) =>
    // Pieces have no identity but their place.
    // oxlint-disable-next-line react/no-array-index-key
    found ? <mark key={index}>{piece}</mark> : <Fragment key={index}>{piece}</Fragment>,
  );
}

/** The text in pieces, in its order. */
export function partsOf(text: string, search: string): { piece: string; found: boolean }[] {
  const sought = search.split(/\s+/).filter(Boolean).map(escaped);
  if (sought.length === 0) return [{ piece: text, found: false }];
  // The longest first: `10` must not hide `101`.
  const pattern = new RegExp(`(${sought.toSorted((a, b) => b.length - a.length).join('|')})`, 'giu');
  return text
    .split(pattern)
    .map((piece, index) => ({ piece, found: index % 2 === 1 }))
    .filter(({ piece }) => piece !== '');
}

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
