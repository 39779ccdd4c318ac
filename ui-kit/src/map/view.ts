// The visible part of the plane: fitted to points, moved, zoomed, and kept within limits.
import { distance, metresAcross, project, unproject, type Coordinates, type Spot } from './projection';

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

export interface View {
  centre: Spot;
  /** The width of the whole plane in pixels. */
  scale: number;
}

export interface Box {
  north: number;
  south: number;
  west: number;
  east: number;
}

/** The limits of a view. */
export interface Limits {
  /** The area that can be shown. */
  box: Box;
  /** The smallest scale. */
  least: number;
}

/** Metres per pixel: zooming in further would suggest more accuracy than the data has. */
const NEAREST = 16;
/** The metres around a single point in the initial view. */
const SURROUNDINGS = 16_000;
/** The margin around several points, in pixels. */
const MARGIN = 40;

const WORLD: Box = { north: 85, south: -85, west: -180, east: 180 };

/** The margin in degrees around points beyond the map's data, so that they can be centred. */
const ROOM = 0.2;

const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value));

/** Clamps a value; the middle of the bounds when they are crossed. */
const inside = (least: number, value: number, most: number): number =>
  least > most ? (least + most) / 2 : between(least, value, most);

export const contains = (box: Box, { latitude, longitude }: Coordinates): boolean =>
  latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east;

/** The bounding box of points, with a margin in degrees. */
export function boxOf(points: Coordinates[], margin = 0): Box {
  const latitudes = points.map(({ latitude }) => latitude);
  const longitudes = points.map(({ longitude }) => longitude);
  return {
    north: Math.max(...latitudes) + margin,
    south: Math.min(...latitudes) - margin,
    west: Math.min(...longitudes) - margin,
    east: Math.max(...longitudes) + margin,
  };
}

/** The bounding box of both. */
export const around = (one: Box, other: Box): Box => ({
  north: Math.max(one.north, other.north),
  south: Math.min(one.south, other.south),
  west: Math.min(one.west, other.west),
  east: Math.max(one.east, other.east),
});

export const metresPerPixel = ({ centre, scale }: View): number => metresAcross(centre.y) / scale;

/** From a window filled by `extent`, or by all points, down to the accuracy of the data. */
export function limitsOf(points: Coordinates[], size: Size, extent: Box | undefined): Limits {
  const box = boxAround(points, extent);
  const [start, end] = cornersOf(box);
  const full = Math.max(size.width / (end.x - start.x), size.height / (end.y - start.y));
  return { box, least: points.length > 0 ? Math.min(full, scaleFor(points, size)) : full };
}

function boxAround(points: Coordinates[], extent: Box | undefined): Box {
  if (points.length === 0) return extent ?? WORLD;
  const own = boxOf(points, ROOM);
  if (!extent) return own;
  return points.every((point) => contains(extent, point)) ? extent : around(extent, own);
}

/**
 * Clamps scale and centre of a view to its limits. The view leaves `box` only where the box is smaller than the
 * window.
 */
export function clampedView({ centre, scale: requested }: View, size: Size, { box, least }: Limits): View {
  const [start, end] = cornersOf(box);
  const most = metresAcross(between(start.y, centre.y, end.y)) / NEAREST;
  const scale = between(Math.min(least, most), requested, most);
  const [x, y] = [size.width / 2 / scale, size.height / 2 / scale];
  return {
    centre: { x: inside(start.x + x, centre.x, end.x - x), y: inside(start.y + y, centre.y, end.y - y) },
    scale,
  };
}

/** The view that shows all points; with its surroundings for a single one, everything without any. */
export function fitted(points: Coordinates[], size: Size, limits: Limits): View {
  const scale = points.length > 0 ? scaleFor(points, size) : limits.least;
  return clampedView({ centre: middleOf(points.length > 0 ? boxOf(points) : limits.box), scale }, size, limits);
}

function middleOf(box: Box): Spot {
  const [start, end] = cornersOf(box);
  return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
}

function scaleFor(points: Coordinates[], { width, height }: Size): number {
  const box = boxOf(points);
  const [start, end] = cornersOf(box);
  const across = Math.max(1, width - 2 * MARGIN) / Math.max(1e-12, end.x - start.x);
  const down = Math.max(1, height - 2 * MARGIN) / Math.max(1e-12, end.y - start.y);
  const nearScale = (metresAcross(middleOf(box).y) * Math.min(width, height * 1.5)) / SURROUNDINGS;
  return Math.max(1, Math.min(nearScale, across, down));
}

/** The pixel of a point of the plane. */
export const pixelOf = (spot: Spot, { centre, scale }: View, size: Size): Spot => ({
  x: (spot.x - centre.x) * scale + size.width / 2,
  y: (spot.y - centre.y) * scale + size.height / 2,
});

export function spotOf(pixel: Spot, { centre, scale }: View, size: Size): Spot {
  return {
    x: (pixel.x - size.width / 2) / scale + centre.x,
    y: (pixel.y - size.height / 2) / scale + centre.y,
  };
}

/** Moves the view by pixels. */
export const moved = ({ centre, scale }: View, by: Spot): View => ({
  centre: { x: centre.x - by.x / scale, y: centre.y - by.y / scale },
  scale,
});

/** Zooms by a factor around `pixel`, which stays in place. */
export function zoomed(view: View, factor: number, pixel: Spot, size: Size, limits: Limits): View {
  const { scale } = clampedView({ ...view, scale: view.scale * factor }, size, limits);
  const fixed = spotOf(pixel, view, size);
  const centre = {
    x: fixed.x - (pixel.x - size.width / 2) / scale,
    y: fixed.y - (pixel.y - size.height / 2) / scale,
  };
  return clampedView({ centre, scale }, size, limits);
}

/** The visible part of the world. */
export function visibleBox(view: View, size: Size): Box {
  const start = unproject(spotOf({ x: 0, y: 0 }, view, size));
  const end = unproject(spotOf({ x: size.width, y: size.height }, view, size));
  return { north: start.latitude, west: start.longitude, south: end.latitude, east: end.longitude };
}

/** A scale bar of a round distance, at most `most` pixels long. */
export function scaleBar(view: View, most: number): { metres: number; pixels: number } {
  const pixel = metresPerPixel(view);
  const power = 10 ** Math.floor(Math.log10(pixel * most));
  const metres = [5, 2, 1].map((step) => step * power).find((length) => length <= pixel * most) ?? power;
  return { metres, pixels: metres / pixel };
}

/** Round degrees between two values, at most `most` of them. */
export function ticks(from: number, to: number, most: number): number[] {
  const power = 10 ** Math.floor(Math.log10((to - from) / most));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => (to - from) / one <= most) ?? to - from;
  const first = Math.ceil(from / step);
  // Multiplied, since repeated addition would accumulate rounding errors.
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) => {
    return Number(((first + index) * step).toPrecision(9));
  });
}

/** The names nearest to a place, within `most` metres, the nearest first. */
export function nearest<Named extends Coordinates>(
  from: Coordinates,
  named: Named[],
  count: number,
  most: number,
): Named[] {
  return named
    .map((one) => ({ one, metres: distance(from, one) }))
    .filter(({ metres }) => metres <= most)
    .toSorted((a, b) => a.metres - b.metres)
    .slice(0, count)
    .map(({ one }) => one);
}

/** The north-western and the south-eastern corner. */
function cornersOf({ north, south, west, east }: Box): [Spot, Spot] {
  return [project({ latitude: north, longitude: west }), project({ latitude: south, longitude: east })];
}
