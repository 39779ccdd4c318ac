// Seeded random numbers, the same in each run. Each item has a generator seeded by its name, so that adding an item
// changes no other.

/** Returns the generator for a name, such as `seededRandom('unit', 17)`. */
export function seededRandom(...name) {
  let state = 2166136261;
  for (const letter of name.join(' ')) state = Math.imul(state ^ letter.codePointAt(0), 16777619);
  /** A number from 0 to below 1, by mulberry32. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (end) => Math.floor(next() * end);
  return {
    next,
    below,
    one: (list) => list[below(list.length)],
    /** Approximately normal around 0 with a standard deviation of 1: the sum of twelve numbers. */
    normal: () => Array.from({ length: 12 }, next).reduce((sum, number) => sum + number, -6),
    /** A shuffled copy of `list`. */
    shuffled: (list) => {
      const mixed = [...list];
      for (let at = mixed.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
      }
      return mixed;
    },
  };
}
