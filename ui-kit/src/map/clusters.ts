// Points that are too close to each other to be pressed one by one, as clusters: those of one cell of a grid.
import type { Spot } from './projection';

/** At least so wide is a cell, in pixels. */
const CELL = 48;
/** Fewer are moved apart instead. */
const LEAST = 4;

export interface Cluster {
  /** The positions of its points in their list, in that order. */
  members: number[];
  /** The middle of its points. */
  spot: Spot;
}

/**
 * Clusters of points of the plane at a scale, and points on their own as clusters of one. The grid is one of the plane, whose
 * cells are halved as the map is zoomed in: moving it changes no cluster, and zooming in only divides them.
 */
export function clustered(spots: Spot[], scale: number): Cluster[] {
  const cells = 2 ** Math.floor(Math.log2(scale / CELL));
  const found = new Map<string, number[]>();
  for (const [index, { x, y }] of spots.entries()) {
    const key = `${Math.floor(x * cells)} ${Math.floor(y * cells)}`;
    const members = found.get(key);
    if (members) members.push(index);
    else found.set(key, [index]);
  }
  const groups = [...found.values()].flatMap((members) =>
    members.length < LEAST ? members.map((index) => [index]) : [members],
  );
  return groups.map((members) => ({ members, spot: middleOf(members.flatMap((index) => spots[index] ?? [])) }));
}

const middleOf = (spots: Spot[]): Spot => ({
  x: spots.reduce((sum, { x }) => sum + x, 0) / spots.length,
  y: spots.reduce((sum, { y }) => sum + y, 0) / spots.length,
});
