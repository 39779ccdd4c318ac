// A text with the searched words highlighted.
import { Fragment, type ReactNode } from 'react';

export function Highlighted({ text, search }: { text: string; search: string }): ReactNode {
  const parts = partsOf(text, search);
  return parts.map(({ piece, found }, index) =>
    // Pieces have no identity but their position.
    // oxlint-disable-next-line react/no-array-index-key
    found ? <mark key={index}>{piece}</mark> : <Fragment key={index}>{piece}</Fragment>,
  );
}

/** Splits the text into pieces. */
export function partsOf(text: string, search: string): { piece: string; found: boolean }[] {
  const sought = search.split(/\s+/).filter(Boolean).map(escaped);
  if (sought.length === 0) return [{ piece: text, found: false }];
  // Longest first: `10` must not hide `101`.
  const pattern = new RegExp(`(${sought.toSorted((a, b) => b.length - a.length).join('|')})`, 'giu');
  return text
    .split(pattern)
    .map((piece, index) => ({ piece, found: index % 2 === 1 }))
    .filter(({ piece }) => piece !== '');
}

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
