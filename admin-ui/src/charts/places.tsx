// A map: the rows that have a place, coloured by their figures in steps of as many rows each.
import { DubaiMap } from '@mizan/ui-kit/map';
import { m } from '@mizan/ui-kit/messages';
import { useNavigate } from 'react-router';
import styles from './chart.module.css';
import { hrefOf } from './marks.ts';
import { whole } from './numbers.ts';
import type { PlotProps } from './types.ts';

/** From pale to deep, in percent of the colour. */
const STEPS = [25, 45, 65, 85, 100];

const colourAt = (step: number): string => `color-mix(in oklab, var(--chart-1) ${STEPS[step] ?? 100}%, var(--chart-2))`;

export default function Places({ props, measure, drawn }: PlotProps) {
  const navigate = useNavigate();
  const placed = drawn.flatMap((one) => (one.row.place ? [{ ...one, ...one.row.place }] : []));
  const without = drawn.length - placed.length;
  const values = placed.map(({ figure }) => figure.value ?? 0).toSorted((one, other) => one - other);
  const steps = stepsOf(values);
  const stepOf = (value: number): number =>
    Math.max(
      0,
      steps.findIndex(({ to }) => value <= to),
    );
  return (
    <div className={styles.places} data-size={props.size}>
      <div className={styles.map}>
        <DubaiMap
          points={placed.map((one) => ({
            latitude: one.latitude,
            longitude: one.longitude,
            label: one.row.label,
            value: whole(one.figure.value ?? 0, measure.unit),
            colour: colourAt(stepOf(one.figure.value ?? 0)),
            href: hrefOf(props, one, measure),
          }))}
          go={(href) => void navigate(href)}
        />
      </div>
      <ul className={styles.legend} aria-label={measure.label}>
        {steps.map(({ from, to }, step) => (
          <li key={from} style={{ color: colourAt(step) }}>
            <span>{m.charts_from_to({ from: whole(from, measure.unit), to: whole(to, measure.unit) })}</span>
          </li>
        ))}
        {without > 0 && <li data-plain="">{m.charts_no_place({ count: without })}</li>}
      </ul>
    </div>
  );
}

/** As many steps as there are colours, or values, each with about as many values; none begins twice. */
export function stepsOf(sorted: number[]): { from: number; to: number }[] {
  const count = Math.min(STEPS.length, new Set(sorted).size);
  const steps: { from: number; to: number }[] = [];
  for (let step = 0; step < count; step += 1) {
    const [first, last] = [step, step + 1].map((at) => Math.round((at * sorted.length) / count));
    const mine = sorted.slice(first, last).filter((value) => value > (steps.at(-1)?.to ?? -Infinity));
    const [from, to] = [mine[0], mine.at(-1)];
    if (from !== undefined && to !== undefined) steps.push({ from, to });
  }
  return steps;
}
