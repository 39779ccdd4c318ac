// A map with points, drawn on the product's ground without requests to others. Beyond its data there is only a grid of
// degrees, so that no point is ever shown at a wrong place.
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatNumber } from '../formats';
import { Icon } from '../icon';
import { m } from '@mizan/ui-kit/messages';
import { apart } from './apart';
import { clustered, type Cluster } from './clusters';
import type { District, Ground } from './ground';
import { placed, widthOf, type Label } from './labels';
import { CLUSTER, ClusterMark, Mark, type Point } from './marks';
import { project, type Coordinates, type Spot } from './projection';
import { useGround } from './use-ground';
import { useView } from './use-view';
import { contains, metresPerPixel, nearest, pixelOf, scaleBar, visibleBox, ticks, type Size, type View } from './view';
import styles from './place-map.module.css';

/** The SVG's unit: large enough for browsers, which use 32-bit floats, to draw smoothly. */
const UNITS = 1_000_000;

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

/** A ground in the SVG's units. */
interface Drawn {
  ground: Ground;
  corner: Spot;
  end: Spot;
  width: number;
  height: number;
  land: string;
  lagoons: string;
  spits: string;
  channels: { path: string; width: number }[];
  roads: { name: string; path: string; spots: Spot[] }[];
}

function drawnOf(ground: Ground): Drawn {
  const { extent, land, lagoons, spits, channels, roads } = ground;
  const corner = project({ latitude: extent.north, longitude: extent.west });
  const end = project({ latitude: extent.south, longitude: extent.east });
  const pathOf = (line: Coordinates[]): string =>
    line
      .map((point, index) => {
        const { x, y } = project(point);
        const at = `${((x - corner.x) * UNITS).toFixed(2)} ${((y - corner.y) * UNITS).toFixed(2)}`;
        return `${index === 0 ? 'M' : 'L'}${at}`;
      })
      .join('');
  return {
    ground,
    corner,
    end,
    width: (end.x - corner.x) * UNITS,
    height: (end.y - corner.y) * UNITS,
    land: land.map((line) => `${pathOf(line)}Z`).join(''),
    lagoons: lagoons.map((line) => `${pathOf(line)}Z`).join(''),
    spits: spits.map(pathOf).join(''),
    channels: channels.map(({ line, width }) => ({ path: pathOf(line), width })),
    roads: roads.map(({ name, line }) => ({ name, path: pathOf(line), spots: line.map(project) })),
  };
}

interface Props {
  points: Point[];
  /** Navigates to a point's link; without it the browser does. */
  go?: (href: string) => void;
  /** Points that are close to each other are one mark with their number, which zooms in. */
  clusters?: boolean;
}

export function PlaceMap(props: Props) {
  const ground = useGround();
  // Without its ground the view would be another one.
  if (ground === undefined) return <div className={styles['map']} aria-busy="true" />;
  return <MapOn {...props} ground={ground} />;
}

function MapOn({ points, go, clusters = false, ground }: Props & { ground: Ground | null }) {
  const drawn = useMemo(() => ground && drawnOf(ground), [ground]);
  const {
    view,
    size,
    canvas,
    zoomIn,
    zoomOut,
    reset,
    press,
    nearest: isNearest,
    approach,
  } = useView(points, ground?.extent);
  const [stop, setStop] = useState(0);
  const linked = points.some(({ href }) => href !== undefined);
  const radius = points.length > MANY ? POINT.many : POINT.few;
  const spots = points.map(project);
  // What cannot be zoomed in to any more is shown as it is.
  const isCrowd = clusters && points.length >= CROWD && !isNearest;
  const marks = isCrowd ? clustered(spots, view.scale) : spots.map(alone);
  const positions = size.width > 0 ? marks.map(({ spot }) => pixelOf(spot, view, size)) : [];
  const offset = apart(positions, 2 * radius + BETWEEN, ASIDE);
  const places = useRef<SVGGElement>(null);
  const approached = useRef<number>(undefined);
  useEffect(() => {
    // The cluster that had the focus has been divided: its first point is in one of the parts.
    if (approached.current === undefined) return;
    places.current?.querySelector<SVGElement>(`[data-point="${approached.current}"]`)?.focus();
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
        aria-label={describe(points, ground)}
      >
        {size.width > 0 && (
          <>
            <Grid view={view} size={size} drawn={drawn} />
            {drawn && <Drawing view={view} size={size} drawn={drawn} />}
            {drawn && <Names marks={positions} isCrowd={isCrowd} view={view} size={size} drawn={drawn} />}
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
            <g ref={places}>
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
        <MapButton label={m.map_nearer()} press={zoomIn} path="M10 5v10M5 10h10" />
        <MapButton label={m.map_farther()} press={zoomOut} path="M5 10h10" />
        {reset && (
          <MapButton
            label={m.map_back()}
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
function describe(points: Point[], ground: Ground | null): string {
  const [point] = points;
  if (!point || points.length > 1) {
    const count = formatNumber(points.length);
    return ground ? m.map_of_many_in({ area: ground.name, count }) : m.map_of_many({ count });
  }
  const [one, other] = nearest(point, ground?.districts ?? [], 2, NEARBY_METRES);
  const district = one && other ? m.map_near_two({ one: one.name, other: other.name }) : one?.name;
  return district
    ? m.map_near({ label: point.label, district })
    : m.map_at({ label: point.label, coordinates: coordinatesOf(point) });
}

/** `25.0772° N, 55.1367° E`. */
export function coordinatesOf({ latitude, longitude }: Coordinates): string {
  return m.map_coordinates({ latitude: latitudeOf(latitude, 4), longitude: longitudeOf(longitude, 4) });
}

const latitudeOf = (value: number, digits: number): string =>
  (value < 0 ? m.map_south : m.map_north)({ degrees: formatNumber(Math.abs(value), digits) });

const longitudeOf = (value: number, digits: number): string =>
  (value < 0 ? m.map_west : m.map_east)({ degrees: formatNumber(Math.abs(value), digits) });

interface Shown {
  view: View;
  size: Size;
}

/** The grid of degrees, labelled at the edges: all that is shown beyond the map's data. */
function Grid({ view, size, drawn }: Shown & { drawn: Drawn | null }) {
  const { north, south, west, east } = visibleBox(view, size);
  const covers = (latitude: number, longitude: number): boolean =>
    drawn !== null && contains(drawn.ground.extent, { latitude, longitude });
  if (covers(north, west) && covers(south, east)) return null;
  const down = ticks(west, east, size.width / 90).map((longitude) => ({
    text: longitudeOf(longitude, 6),
    x: pixelOf(project({ latitude: south, longitude }), view, size).x,
  }));
  // The map covers the grid: a label that it would cut off is left out.
  const [start, end] = drawn ? [pixelOf(drawn.corner, view, size), pixelOf(drawn.end, view, size)] : [];
  const free = (x: number, y: number): boolean =>
    !start || !end || x + DEGREES < start.x || x > end.x || y < start.y || y - LINE > end.y;
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

function Drawing({ view, size, drawn }: Shown & { drawn: Drawn }) {
  const clip = useId();
  const { width, height } = drawn;
  const { x, y } = pixelOf(drawn.corner, view, size);
  const metre = 1 / metresPerPixel(view);
  return (
    <g transform={`translate(${x} ${y}) scale(${view.scale / UNITS})`} clipPath={`url(#${clip})`}>
      <clipPath id={clip}>
        <rect width={width} height={height} />
      </clipPath>
      <rect width={width} height={height} className={styles['sea']} />
      <path d={drawn.spits} className={styles['spits']} strokeWidth={Math.max(0.6, 120 * metre) + 1.5} data-edge />
      <path d={drawn.land} className={styles['land']} />
      <path d={drawn.spits} className={styles['spits']} strokeWidth={Math.max(0.6, 120 * metre)} />
      <path d={drawn.lagoons} className={styles['water']} />
      {drawn.channels.map((channel) => (
        <path
          key={channel.path}
          d={channel.path}
          className={styles['channel']}
          strokeWidth={Math.max(1, channel.width * metre)}
        />
      ))}
      {drawn.roads.map(({ name, path }) => (
        <path key={name} d={path} className={styles['road']} />
      ))}
    </g>
  );
}

/** The names of districts and roads, where they do not overlap points. */
function Names({ marks, isCrowd, view, size, drawn }: Shown & { marks: Spot[]; isCrowd: boolean; drawn: Drawn }) {
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
  const isNamed = (one: District): boolean => far < NAMED[one.rank] && contains(box, one);
  const districts = drawn.ground.districts.filter(isNamed).map((one): Label => ({
    text: one.name,
    at: pixelOf(project(one), view, size),
    size: { width: widthOf(one.name, TEXT) + 8, height: LINE },
  }));
  const names = placed(districts, occupied, size);
  const shields: Label[] = [];
  for (const { name, spots } of drawn.roads) {
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
      ? m.map_metres({ count: formatNumber(metres) })
      : m.map_kilometres({ count: formatNumber(metres / 1000) });
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
