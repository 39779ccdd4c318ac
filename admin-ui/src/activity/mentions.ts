// Mentions within a text: `@Name` of a user who was chosen from the list.
import type { Person } from './activity-data.ts';

/** What is being typed after an @ before the caret: a name of one or two words. */
const BEGUN = /(?:^|[\s(])@([\p{L}\p{M}\p{N}.'’-]*(?: [\p{L}\p{M}\p{N}.'’-]+)?)$/u;

/** The beginning of a name that is typed at the caret; null when none is. */
export const begunAt = (text: string, caret: number): string | null => BEGUN.exec(text.slice(0, caret))?.[1] ?? null;

/** The text with a chosen name in place of what was typed of it, and where the caret is then. */
export function withMention(text: string, caret: number, { name }: Person): { text: string; caret: number } {
  const begun = begunAt(text, caret) ?? '';
  const before = text.slice(0, caret - begun.length);
  const after = text.slice(caret).replace(/^ /, '');
  return { text: `${before}${name} ${after}`, caret: before.length + name.length + 1 };
}

/** Those of these users whom the text mentions. */
export const mentionedIn = (text: string, people: Person[]): Person[] => {
  const found = people.filter(({ name }) => text.includes(`@${name}`));
  return [...new Map(found.map((one) => [one.id, one])).values()];
};

export interface Piece {
  text: string;
  mention: boolean;
}

/** A text in pieces, the mentions of these users apart from the others. Longer names count first. */
export function piecesOf(text: string, people: Person[]): Piece[] {
  const names = people.map(({ name }) => `@${name}`).toSorted((one, other) => other.length - one.length);
  const pieces: Piece[] = [];
  let plain = '';
  const end = () => {
    if (plain) pieces.push({ text: plain, mention: false });
    plain = '';
  };
  for (let at = 0; at < text.length;) {
    const name = text[at] === '@' ? names.find((one) => text.startsWith(one, at)) : undefined;
    if (name) {
      end();
      pieces.push({ text: name, mention: true });
    } else plain += text[at] ?? '';
    at += name?.length ?? 1;
  }
  end();
  return pieces;
}
