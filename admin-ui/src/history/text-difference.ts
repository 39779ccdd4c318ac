// The difference between two texts, word by word. Pure.

export interface Piece {
  kind: 'unchanged' | 'removed' | 'added';
  text: string;
}

/** The comparison takes quadratic time, so longer texts are shown as a whole. */
const MOST_TOKENS = 600;

/** Words with the white space after them, so that joining them gives the text. */
const tokensOf = (text: string): string[] => text.match(/\S+\s*|^\s+/g) ?? [];

/** The merged text in pieces; undefined when the texts are too long to compare or have little in common. */
export function textDifference(before: string, after: string): Piece[] | undefined {
  const old = tokensOf(before);
  const now = tokensOf(after);
  if (old.length > MOST_TOKENS || now.length > MOST_TOKENS) return undefined;
  const common = commonTails(old, now);
  const pieces: Piece[] = [];
  let commonCount = 0;
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const one = old[i];
    const other = now[j];
    if (one !== undefined && one.trim() === other?.trim()) {
      push(pieces, 'unchanged', other ?? one);
      commonCount += 1;
      i += 1;
      j += 1;
    } else if (other === undefined || (one !== undefined && (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      push(pieces, 'removed', one ?? '');
      i += 1;
    } else {
      push(pieces, 'added', other);
      j += 1;
    }
  }
  return commonCount * 3 >= Math.max(old.length, now.length) ? pieces : undefined;
}

/** For each pair of positions, the length of the longest common subsequence of what follows. */
function commonTails(old: string[], now: string[]): number[][] {
  const table: number[][] = Array.from({ length: old.length + 1 }, () =>
    Array.from({ length: now.length + 1 }, () => 0),
  );
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = table[i] as number[];
    const below = table[i + 1] as number[];
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const equal = old[i]?.trim() === now[j]?.trim();
      row[j] = equal ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

function push(pieces: Piece[], kind: Piece['kind'], text: string): void {
  const last = pieces.at(-1);
  if (last?.kind === kind) last.text += text;
  else pieces.push({ kind, text });
}
