// The layout of charts on the index: at most two in a row, in their order. Visual and tab order are the same, so no
// chart is moved up to fill a gap.

/** These need the whole row. */
const WIDE = ['heat', 'map'];

/** Which charts take the whole row: wide ones, and those that would leave a gap beside them. */
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
