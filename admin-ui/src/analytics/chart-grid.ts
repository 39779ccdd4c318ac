// Where charts stand on the index: at most two in a row, in their order. What is seen first comes first for the keyboard,
// too, so that no chart is moved up into a gap.

/** A grid and a map need the whole row. */
const WIDE = ['heat', 'map'];

/** Which charts take the whole row: wide ones, and those that would stand alone beside a gap. */
export function wholeRows(kinds: string[]): boolean[] {
  let alone = true;
  return kinds.map((kind, index) => {
    const wide = WIDE.includes(kind);
    const next = kinds[index + 1];
    const gap = alone && (next === undefined || WIDE.includes(next));
    alone = wide || !alone || gap;
    return wide || gap;
  });
}
