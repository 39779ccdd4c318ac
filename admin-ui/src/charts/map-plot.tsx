// A map of the rows with a position, coloured by quantiles of their values. With enough room the same rows are listed
// beside it.
import { PlaceMap } from '@mizan/ui-kit/map';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Link, useNavigate } from 'react-router';
import styles from './chart.module.css';
import { decimalsIn, hrefOf } from './marks.ts';
import { exactly, leading, withUnit } from './numbers.ts';
import { coloursOf, POINTS, stepAt } from './steps.ts';
import { idOf } from './table-shape.ts';
import type { Drawn, PlotProps } from './types.ts';

/** The rows with a position. */
export const placedOf = (drawn: Drawn[]) =>
  drawn.flatMap((one) => (one.row.place ? [{ ...one, ...one.row.place }] : []));

export default function MapPlot({ props, measure, drawn }: PlotProps) {
  const navigate = useNavigate();
  const placed = placedOf(drawn).toSorted((one, other) => (other.measured.value ?? 0) - (one.measured.value ?? 0));
  const steps = coloursOf(
    placed.map(({ measured }) => measured.value ?? 0),
    POINTS,
  );
  const decimals = decimalsIn(placed, measure);
  const points = placed.map((one) => ({
    id: idOf(one.row),
    latitude: one.latitude,
    longitude: one.longitude,
    label: one.row.label,
    digits: leading(one.measured.value ?? 0, measure.unit),
    value: m.charts_value_n({
      value: withUnit(one.measured.value ?? 0, measure.unit, exactly(one.measured.value ?? 0, measure.unit, decimals)),
      n: formatNumber(one.measured.n),
    }),
    colour: stepAt(steps, one.measured.value ?? 0)?.colour ?? 'var(--chart-1)',
    href: hrefOf(props, one, measure),
  }));
  return (
    <div className={styles.mapMarks} data-size={props.size}>
      <div className={styles.map}>
        <PlaceMap points={points} go={(href) => void navigate(href)} />
      </div>
      <ol
        className={styles.placed}
        aria-label={m.charts_highest_first({ label: measure.label })}
        // A scrolling region must be reachable by keyboard; its links are those of the points.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {points.map(({ id, label, digits: value, colour, href }) => (
          <li key={id} style={{ color: colour }}>
            {href === undefined ? (
              <span dir="auto">{label}</span>
            ) : (
              <Link to={href} tabIndex={-1} dir="auto">
                {label}
              </Link>
            )}
            <span className={styles.figureBox}>{value}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
