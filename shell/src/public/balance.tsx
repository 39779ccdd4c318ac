// The illustration of the public pages: a balance at rest below a dial of dots. It shows no data.
import styles from './balance.module.css';

const WIDTH = 440;
const HEIGHT = 300;
const CENTRE = { x: WIDTH / 2, y: 250 };

interface Ring {
  radius: number;
  /** The positions of its dots in degrees from the top; negative is left. */
  dots: number[];
}

// Left and right have equal weight without being symmetric.
const RINGS: Ring[] = [
  { radius: 56, dots: [-48, 36] },
  { radius: 94, dots: [-66, -21, 30, 58] },
  { radius: 132, dots: [-54, -33, 17, 44, 71] },
  { radius: 170, dots: [-72, -40, -15, 26, 52] },
  { radius: 208, dots: [-60, -47, -9, 20, 38, 66] },
];

const INNERMOST = 4;
const GROWTH = 0.9;

function at(radius: number, degrees: number): { cx: number; cy: number } {
  const angle = (degrees * Math.PI) / 180;
  return { cx: CENTRE.x + radius * Math.sin(angle), cy: CENTRE.y - radius * Math.cos(angle) };
}

export function Balance() {
  return (
    <svg className={styles['drawing']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      {RINGS.map(({ radius }) => (
        <path
          key={radius}
          className={styles['ring']}
          d={`M${CENTRE.x - radius} ${CENTRE.y}a${radius} ${radius} 0 0 1 ${2 * radius} 0`}
        />
      ))}
      <line className={styles['needle']} x1={CENTRE.x} x2={CENTRE.x} y1={CENTRE.y} y2={CENTRE.y - 208} />
      {RINGS.map(({ radius, dots }, ring) =>
        dots.map((degrees) => (
          <circle key={degrees} className={styles['dot']} r={INNERMOST + ring * GROWTH} {...at(radius, degrees)} />
        )),
      )}
      <circle className={styles['rest']} r="10" {...at(170, 0)} />
      <line className={styles['beam']} x1="4" x2={WIDTH - 4} y1={CENTRE.y} y2={CENTRE.y} />
      <path className={styles['pivot']} d={`M${CENTRE.x} ${CENTRE.y + 3}l18 31h-36Z`} />
    </svg>
  );
}
