// Moves overlapping points apart, as far as needed to see and press each of them.
import type { Spot } from './projection';

const ROUNDS = 30;
/** More would take longer than a frame, and have no room anyway. */
const MOST = 300;
/** Points at the same place are moved in directions that never repeat (the golden angle). */
const TURN = Math.PI * (3 - Math.sqrt(5));

/** Moves each at least `least` from the others, as far as possible without moving any farther than `most`. */
export function apart(spots: Spot[], least: number, most: number): Spot[] {
  if (spots.length > MOST) return spots;
  const moved = spots.map(({ x, y }) => ({ x, y }));
  for (let round = 0; round < ROUNDS; round += 1) {
    let still = true;
    for (const [index, one] of moved.entries()) {
      for (const other of moved.slice(index + 1)) {
        const [across, down] = [other.x - one.x, other.y - one.y];
        const far = Math.hypot(across, down);
        if (far >= least - 0.01) continue;
        still = false;
        const by = (least - far) / 2;
        const [dx, dy] =
          far > 0.01
            ? [(across / far) * by, (down / far) * by]
            : [Math.cos(index * TURN) * by, Math.sin(index * TURN) * by];
        one.x -= dx;
        one.y -= dy;
        other.x += dx;
        other.y += dy;
      }
    }
    for (const [index, one] of moved.entries()) {
      const own = spots[index] ?? one;
      const far = Math.hypot(one.x - own.x, one.y - own.y);
      if (far <= most) continue;
      one.x = own.x + ((one.x - own.x) * most) / far;
      one.y = own.y + ((one.y - own.y) * most) / far;
    }
    if (still) break;
  }
  return moved;
}
