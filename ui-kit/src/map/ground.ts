// What a product's map shows below the points: coast, water, roads and names, as values.
import type { Coordinates } from './projection';
import type { Box } from './view';

export { parseCoordinates, type Coordinates } from './projection';

export interface District extends Coordinates {
  name: string;
  /** The zoom level at which the name appears: 1 is the farthest. */
  rank: 1 | 2 | 3;
}

export interface Ground {
  /** The area that it shows. */
  name: string;
  /** The extent of the data; nothing is drawn beyond. */
  extent: Box;
  /** In order of importance: the first win where names overlap. */
  districts: District[];
  /** Land as closed polygons, which may continue beyond the extent. */
  land: Coordinates[][];
  /** Land about 120 m wide, as lines. */
  spits: Coordinates[][];
  /** Water within land, as closed polygons. */
  lagoons: Coordinates[][];
  /** Narrow water, with its width in metres. */
  channels: { line: Coordinates[]; width: number }[];
  roads: { name: string; line: Coordinates[] }[];
}

/** The file of a ground, which is loaded with the first map. */
export type GroundSource = () => Promise<{ default: Ground }>;
