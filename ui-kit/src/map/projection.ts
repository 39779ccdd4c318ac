// Converts between degrees and the plane of Web Mercator, in which the world is a square of side 1, north up.

/** In degrees; negative south of the equator and west of Greenwich. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** `x` from 0 in the west to 1 in the east, `y` from 0 in the north to 1 in the south. */
export interface Spot {
  x: number;
  y: number;
}

/** The square ends here; points nearer to a pole are drawn on its edge. */
const NORTHERNMOST = 85.051_128_779_8;
const EQUATOR = 40_075_016.686;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

export function project({ latitude, longitude }: Coordinates): Spot {
  const clamped = Math.min(NORTHERNMOST, Math.max(-NORTHERNMOST, latitude));
  return {
    x: longitude / 360 + 0.5,
    y: 0.5 - Math.asinh(Math.tan(radians(clamped))) / (2 * Math.PI),
  };
}

export function unproject({ x, y }: Spot): Coordinates {
  return {
    latitude: degrees(Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI))),
    longitude: (x - 0.5) * 360,
  };
}

/** The metres on the ground that the whole width of the plane has at this `y`. */
export function metresAcross(y: number): number {
  return EQUATOR * Math.cos(radians(unproject({ x: 0, y }).latitude));
}

/** The distance between two places in metres, treating a small part of the earth as flat. */
export function distance(one: Coordinates, other: Coordinates): number {
  const middle = radians((one.latitude + other.latitude) / 2);
  const north = other.latitude - one.latitude;
  const east = (other.longitude - one.longitude) * Math.cos(middle);
  return (Math.hypot(north, east) * EQUATOR) / 360;
}

/** Parses `latitude,longitude latitude,longitude …`. */
export function parseCoordinates(text: string): Coordinates[] {
  return text
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [latitude = Number.NaN, longitude = Number.NaN] = pair.split(',').map(Number);
      return { latitude, longitude };
    });
}
