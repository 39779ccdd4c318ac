// Our own map of Dubai with points, drawn without any requests. Beyond its data there is only a grid of degrees, so
// that no point is ever shown at a wrong place.
import { useEffect, useId, useRef, useState } from 'react';
import { formatNumber } from '../formats';
import { Icon } from '../icon';
import { m } from '@mizan/ui-kit/messages';
import { apart } from './apart';
import { clustered, type Cluster } from './clusters';
import { DISTRICTS, type District } from './districts';
import { CHANNELS, EXTENT, FRONDS, LAGOONS, LAND, ROADS } from './dubai';
import { placed, widthOf, type Label } from './labels';
import { CLUSTER, ClusterMark, Mark, type Point } from './marks';
import { project, type Coordinates, type Spot } from './projection';
import { useView } from './use-view';
import { contains, metresPerPixel, nearest, pixelOf, scaleBar, visibleBox, ticks, type Size, type View } from './view';
import styles from './dubai-map.module.css';

/** The SVG's unit: large enough for browsers, which use 32-bit floats, to draw smoothly. */
const UNITS = 1_000_000;
const CORNER = project({ latitude: EXTENT.north, longitude: EXTENT.west });
const END = project({ latitude: EXTENT.south, longitude: EXTENT.east });
const [WIDTH, HEIGHT] = [(END.x - CORNER.x) * UNITS, (END.y - CORNER.y) * UNITS];

/** Maximum distance at which a point is described by a district. */
const NEARBY_METRES = 8000;
/** The metres per pixel above which the names of a rank are hidden. */
const NAMED = { 1: 400, 2: 90, 3: 52 } as const;
const TEXT = 11;
const LINE = 18;
/** From this number of points on they are smaller; their minimum distance, and how far they may be moved for it. */
const MANY = 12;
/** From this number on those that are close to each other are clusters. */
const CROWD = 60;
const POINT = { few: 8, many: 6.5 };
const BETWEEN = 2;
const ASIDE = 16;
/** The width of a grid label. */
const DEGREES = 56;
/** The width of the buttons and the text beside them. */
const CORNERS = 110;
/** Positions of a road's name along its visible part, the best first. */
const ALONG = [0.5, 0.3, 0.7, 0.15, 0.85];

const pathOf = (line: Coordinates[]): string =>
  line
    .map((point, index) => {
      const { x, y } = project(point);
      return `${index === 0 ? 'M' : 'L'}${((x - CORNER.x) * UNITS).toFixed(2)} ${((y - CORNER.y) * UNITS).toFixed(2)}`;
    })
    .join('');

const PATHS = {
  land: LAND.map((line) => `${pathOf(line)}Z`).join(''),
  lagoons: LAGOONS.map((line) => `${pathOf(line)}Z`).join(''),
  fronds: FRONDS.map(pathOf).join(''),
  channels: CHANNELS.map(({ line, width }) => ({ path: pathOf(line), width })),
  roads: ROADS.map(({ name, line }) => ({ name, path: pathOf(line), spots: line.map(project) })),
};

interface Props {
  points: Point[];
  /** Navigates to a point's link; without it the browser does. */
  go?: (href: string) => void;
  /** Points that are close to each other are one mark with their number, which zooms in. */
  clusters?: boolean;
}

export function DubaiMap({ points, go, clusters = false }: Props) {
  const { view, size, canvas, zoomIn, zoomOut, reset, press, nearest: isNearest, approach } = useView(points, EXTENT);
  const [stop, setStop] = useState(0);
  const linked = points.some(({ href }) => href !== undefined);
  const radius = points.length > MANY ? POINT.many : POINT.few;
  const spots = points.map(project);
  // What cannot be zoomed in to any more is shown as it is.
  const isCrowd = clusters && points.length >= CROWD && !isNearest;
  const marks = isCrowd ? clustered(spots, view.scale) : spots.map(alone);
  const positions = size.width > 0 ? marks.map(({ spot }) => pixelOf(spot, view, size)) : [];
  const offset = apart(positions, 2 * radius + BETWEEN, ASIDE);
  const drawn = useRef<SVGGElement>(null);
  const approached = useRef<number>(undefined);
  useEffect(() => {
    // The cluster that had the focus has been divided: its first point is in one of the parts.
    if (approached.current === undefined) return;
    drawn.current?.querySelector<SVGElement>(`[data-point="${approached.current}"]`)?.focus();
    approached.current = undefined;
  });
  return (
    // The buttons within receive the keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles['map']} onKeyDown={press}>
      <svg
        {...canvas}
        className={styles['canvas']}
        role={linked || isCrowd ? 'group' : 'img'}
        aria-label={describe(points)}
      >
        {size.width > 0 && (
          <>
            <Grid view={view} size={size} />
            <Drawing view={view} size={size} />
            <Names marks={positions} isCrowd={isCrowd} view={view} size={size} />
            <g className={styles['leads']}>
              {offset.map(({ x, y }, index) => {
                const position = positions[index] ?? { x, y };
                // A line connects a point that was moved with its place.
                return Math.hypot(x - position.x, y - position.y) < 1 ? null : (
                  // oxlint-disable-next-line react/no-array-index-key
                  <path key={index} d={`M${position.x} ${position.y}L${x} ${y}`} />
                );
              })}
            </g>
            <g ref={drawn}>
              {marks.map(({ members }, index) => {
                const [first = 0] = members;
                const point = points[first];
                const at = offset[index];
                if (!point || !at) return null;
                const tab = { stop: index === Math.min(stop, marks.length - 1), focused: () => setStop(index) };
                return members.length > 1 ? (
                  <ClusterMark
                    key={first}
                    {...{ members, at, ...tab }}
                    approach={() => {
                      approached.current = first;
                      approach(members.flatMap((member) => points[member] ?? []));
                    }}
                  />
                ) : (
                  <Mark key={first} {...{ point, at, radius, go, ...tab }} index={first} alone={points.length === 1} />
                );
              })}
            </g>
          </>
        )}
      </svg>
      <div className={styles['buttons']}>
        <MapButton label={m.panel_map_nearer()} press={zoomIn} path="M10 5v10M5 10h10" />
        <MapButton label={m.panel_map_farther()} press={zoomOut} path="M5 10h10" />
        {reset && (
          <MapButton
            label={m.panel_map_back()}
            press={reset}
            path="M10 3v3M10 14v3M3 10h3M14 10h3M10 7a3 3 0 1 0 0 6 3 3 0 1 0 0-6"
          />
        )}
      </div>
      {size.width > 0 && <Scale view={view} />}
    </div>
  );
}

const alone = (spot: Spot, index: number): Cluster => ({ members: [index], spot });

/** The accessible description of the map. */
function describe(points: Point[]): string {
  const [point] = points;
  if (!point || points.length > 1) return m.panel_map_of_many({ count: formatNumber(points.length) });
  const [one, other] = nearest(point, DISTRICTS, 2, NEARBY_METRES);
  const district = one && other ? m.panel_map_near_two({ one: one.name, other: other.name }) : one?.name;
  return district
    ? m.panel_map_near({ label: point.label, district })
    : m.panel_map_at({ label: point.label, coordinates: coordinatesOf(point) });
}

/** `25.0772° N, 55.1367° E`. */
export function coordinatesOf({ latitude, longitude }: Coordinates): string {
  return m.panel_map_coordinates({ latitude: latitudeOf(latitude, 4), longitude: longitudeOf(longitude, 4) });
}

const latitudeOf = (value: number, digits: number): string =>
  (value < 0 ? m.panel_map_south : m.panel_map_north)({ degrees: formatNumber(Math.abs(value), digits) });

const longitudeOf = (value: number, digits: number): string =>
  (value < 0 ? m.panel_map_west : m.panel_map_east)({ degrees: formatNumber(Math.abs(value), digits) });

interface Shown {
  view: View;
  size: Size;
}

/** The grid of degrees, labelled at the edges: all that is shown beyond the map's data. */
function Grid({ view, size }: Shown) {
  const { north, south, west, east } = visibleBox(view, size);
  if (contains(EXTENT, { latitude: north, longitude: west }) && contains(EXTENT, { latitude: south, longitude: east }))
    return null;
  const down = ticks(west, east, size.width / 90).map((longitude) => ({
    text: longitudeOf(longitude, 6),
    x: pixelOf(project({ latitude: south, longitude }), view, size).x,
  }));
  // The map covers the grid: a label that it would cut off is left out.
  const [start, end] = [pixelOf(CORNER, view, size), pixelOf(END, view, size)];
  const free = (x: number, y: number): boolean => x + DEGREES < start.x || x > end.x || y < start.y || y - LINE > end.y;
  const along = ticks(south, north, size.height / 70).map((latitude) => ({
    text: latitudeOf(latitude, 6),
    y: pixelOf(project({ latitude, longitude: west }), view, size).y,
  }));
  return (
    <g className={styles['grid']}>
      {down.map(({ text, x }) => (
        <g key={text}>
          <line x1={x} x2={x} y1={0} y2={size.height} />
          {x < size.width - CORNERS && free(x, 14) && (
            <text x={x + 4} y={14}>
              {text}
            </text>
          )}
        </g>
      ))}
      {along.map(({ text, y }) => (
        <g key={text}>
          <line x1={0} x2={size.width} y1={y} y2={y} />
          {y > LINE * 2 && y < size.height - LINE * 2 && free(6, y) && (
            <text x={6} y={y - 4}>
              {text}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

function Drawing({ view, size }: Shown) {
  const clip = useId();
  const { x, y } = pixelOf(CORNER, view, size);
  const metre = 1 / metresPerPixel(view);
  return (
    <g transform={`translate(${x} ${y}) scale(${view.scale / UNITS})`} clipPath={`url(#${clip})`}>
      <clipPath id={clip}>
        <rect width={WIDTH} height={HEIGHT} />
      </clipPath>
      <rect width={WIDTH} height={HEIGHT} className={styles['sea']} />
      <path d={PATHS.fronds} className={styles['fronds']} strokeWidth={Math.max(0.6, 120 * metre) + 1.5} data-edge />
      <path d={PATHS.land} className={styles['land']} />
      <path d={PATHS.fronds} className={styles['fronds']} strokeWidth={Math.max(0.6, 120 * metre)} />
      <path d={PATHS.lagoons} className={styles['water']} />
      {PATHS.channels.map(({ path, width }) => (
        <path key={path} d={path} className={styles['channel']} strokeWidth={Math.max(1, width * metre)} />
      ))}
      {PATHS.roads.map(({ name, path }) => (
        <path key={name} d={path} className={styles['road']} />
      ))}
    </g>
  );
}

/** The names of districts and roads, where they do not overlap points. */
function Names({ marks, isCrowd, view, size }: Shown & { marks: Spot[]; isCrowd: boolean }) {
  const far = metresPerPixel(view);
  const box = visibleBox(view, size);
  const across = isCrowd ? 2 * CLUSTER : 14;
  const occupied = marks.map(({ x, y }): Label => {
    if (marks.length > 1) return { text: '', at: { x, y }, size: { width: across, height: across } };
    return { text: '', at: { x, y: y - 14 }, size: { width: 28, height: 36 } };
  });
  // The buttons and the scale also occupy space.
  occupied.push(
    { text: '', at: { x: size.width, y: 0 }, size: { width: 104, height: 248 } },
    { text: '', at: { x: 0, y: size.height }, size: { width: 232, height: 64 } },
  );
  const districts = DISTRICTS.filter((one: District) => far < NAMED[one.rank] && contains(box, one)).map(
    (one): Label => ({
      text: one.name,
      at: pixelOf(project(one), view, size),
      size: { width: widthOf(one.name, TEXT) + 8, height: LINE },
    }),
  );
  const names = placed(districts, occupied, size);
  const shields: Label[] = [];
  for (const { name, spots } of PATHS.roads) {
    const candidates = alongOf(spots, view, size).map((at): Label => {
      return { text: name, at, size: { width: widthOf(name, 10) + 10, height: LINE } };
    });
    shields.push(...placed(candidates, [...occupied, ...names, ...shields], size).slice(0, 1));
  }
  return (
    <g>
      {shields.map(({ text, at, size: { width } }) => (
        <g key={text} className={styles['shield']}>
          <rect x={at.x - width / 2 + 2} y={at.y - 7} width={width - 4} height={14} rx={3} />
          <text x={at.x} y={at.y + 3.5}>
            {text}
          </text>
        </g>
      ))}
      {names.map(({ text, at }) => (
        <text key={text} className={styles['name']} x={at.x} y={at.y + 4}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** Some points of the visible part of a line. */
function alongOf(spots: Spot[], view: View, size: Size): Spot[] {
  const STEPS = 12;
  const fine = spots.flatMap((spot, index) => {
    const next = spots[index + 1];
    if (!next) return [];
    return Array.from({ length: STEPS }, (_, step) => ({
      x: spot.x + ((next.x - spot.x) * step) / STEPS,
      y: spot.y + ((next.y - spot.y) * step) / STEPS,
    }));
  });
  const inside = fine
    .map((spot) => pixelOf(spot, view, size))
    .filter(({ x, y }) => x > 0 && y > 0 && x < size.width && y < size.height);
  return ALONG.flatMap((part) => inside[Math.floor(inside.length * part)] ?? []);
}

function Scale({ view }: { view: View }) {
  const { metres, pixels } = scaleBar(view, 96);
  const text =
    metres < 1000
      ? m.panel_map_metres({ count: formatNumber(metres) })
      : m.panel_map_kilometres({ count: formatNumber(metres / 1000) });
  return (
    <div className={styles['scale']} aria-hidden="true">
      {text}
      <span style={{ inlineSize: pixels }} />
    </div>
  );
}

function MapButton({ label, press, path }: { label: string; press: () => void; path: string }) {
  return (
    <button type="button" className={styles['button']} aria-label={label} title={label} onClick={press}>
      <Icon path={path} />
    </button>
  );
}
