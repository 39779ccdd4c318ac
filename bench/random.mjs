// Seeded random numbers, the same in each run. Each item has a generator of its own, seeded by its name, so that one
// more item changes none of the others.

/** Returns the generator of a name, such as `seededRandom('unit', 17)`. */
export function seededRandom(...name) {
  let state = 2166136261;
  for (const letter of name.join(' ')) state = Math.imul(state ^ letter.codePointAt(0), 16777619);
  /** A number from 0 up to 1: mulberry32. */
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
    /** Around 0, most of it within 1: the sum of twelve numbers. */
    normal: () => Array.from({ length: 12 }, next).reduce((sum, number) => sum + number, -6),
    /** `list` in another order. */
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
