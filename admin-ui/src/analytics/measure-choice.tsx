// The measures of a view: one to four of the dataset's, in the order in which they were chosen or moved.
import { Combobox } from '@mizan/ui-kit/combobox';
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { useId, useState } from 'react';
import { byName, type Analytics, type Measure } from '../document/analytics.ts';
import { MeasureInfo } from '../charts/measure-info.tsx';
import { Icon } from '../frame/icon.tsx';
import styles from './explorer.module.css';
import { listOf, unknownBy, type View } from './view.ts';

interface Props {
  analytics: Analytics;
  view: View;
  onChange: (measures: string[]) => void;
}

interface Option extends Measure {
  id: string;
  title: string;
  off: boolean;
  /** The labels of the view's dimensions that this measure cannot be grouped by. */
  against: string[];
}

export function MeasureChoice({ analytics, view, onChange }: Props) {
  const id = useId();
  const { mostMeasures: most } = analytics;
  const names = byName(analytics.datasets, view.dataset)?.measures ?? [];
  const groups = [view.rows, view.cols].flatMap((name) => byName(analytics.dimensions, name) ?? []);
  const possible = analytics.measures
    .filter(({ name }) => names.includes(name))
    .map((measure): Option => {
      const against = groups.filter((one) => unknownBy(one.name, [measure.name], analytics).length > 0);
      const labels = against.map(({ label }) => label);
      return { ...measure, id: measure.name, title: measure.label, off: labels.length > 0, against: labels };
    })
    // Possible choices come first.
    .toSorted((one, other) => Number(one.off) - Number(other.off));
  const chosen = view.measures.flatMap((name) => possible.find((one) => one.name === name) ?? []);
  const full = chosen.length >= most;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const search = (typed ?? '').trim().toLowerCase();
  const offered = possible.filter((one) => !chosen.includes(one) && one.label.toLowerCase().includes(search));
  return (
    <div className={`${styles.field} ${styles.measures}`}>
      <span className={styles.labelRow}>
        <label htmlFor={id} className={styles.label}>
          {m.analytics_measures()}
        </label>
        <span id={`${id}-count`} className={styles.hint}>
          {m.analytics_measures_most({ count: chosen.length, most })}
        </span>
      </span>
      <Combobox<Option>
        id={id}
        label={m.analytics_measures()}
        several
        // A view needs at least one measure.
        required
        first
        input={{ 'aria-describedby': `${id}-count` }}
        open={open}
        typed={typed}
        options={full ? [] : offered}
        chosen={chosen}
        empty={full ? m.analytics_measures_full({ most }) : m.analytics_measures_none()}
        renderOption={({ label, unit, description, against }) => (
          <span className={styles.option}>
            <span>
              {label}
              {unit && <span className={styles.hint}> {unit}</span>}
            </span>
            <span className={styles.hint}>
              {against.length > 0 ? m.analytics_measure_not_by({ dimensions: listOf(against) }) : description}
            </span>
          </span>
        )}
        onOpen={setOpen}
        onType={setTyped}
        onChoose={(next) => onChange(next.map(({ name }) => name))}
      />
      {chosen.length > 0 && <Chosen of={chosen} onChange={onChange} />}
    </div>
  );
}

/** Each measure with what it means, and buttons to move it among others. The focus follows the moved measure. */
function Chosen({ of: chosen, onChange }: { of: Measure[]; onChange: Props['onChange'] }) {
  const [moved, setMoved] = useState<string>();
  const order = chosen.map(({ name }) => name);
  const several = chosen.length > 1;
  const at = moved === undefined ? -1 : order.indexOf(moved);
  const move = (name: string, by: -1 | 1) => {
    const from = order.indexOf(name);
    const to = from + by;
    if (to < 0 || to >= order.length) return;
    setMoved(name);
    onChange(order.toSpliced(from, 1).toSpliced(to, 0, name));
  };
  return (
    <>
      <ol className={styles.order} aria-label={m.analytics_measures_order()}>
        {chosen.map(({ name, label, ...measure }, index) => (
          <li key={name} className={styles.moving} data-several={several || undefined}>
            {several && (
              <button
                type="button"
                className={styles.move}
                aria-label={m.analytics_measure_forward({ label })}
                aria-disabled={index === 0}
                onClick={() => move(name, -1)}
              >
                <Icon name="previous" size={16} />
              </button>
            )}
            <bdi>{label}</bdi>
            <MeasureInfo of={[{ ...measure, label }]} />
            {several && (
              <button
                type="button"
                className={styles.move}
                aria-label={m.analytics_measure_back({ label })}
                aria-disabled={index === chosen.length - 1}
                onClick={() => move(name, 1)}
              >
                <Icon name="next" size={16} />
              </button>
            )}
          </li>
        ))}
      </ol>
      <span className={unseen.unseen} role="status">
        {at >= 0 &&
          m.analytics_measure_moved({ label: chosen[at]?.label ?? '', position: at + 1, count: chosen.length })}
      </span>
    </>
  );
}
