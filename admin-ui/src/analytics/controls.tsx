// The controls of a view, one for each part. Every change navigates to another URL.
import { isBusinessDay } from '@mizan/ui-kit/day';
import { DayInput, type DayEntry } from '@mizan/ui-kit/day-input';
import { dayProblem } from '@mizan/ui-kit/entry-problems';
import { m } from '@mizan/ui-kit/messages';
import { useId, useState, type ReactNode } from 'react';
import { byName, type Analytics } from '../document/analytics.ts';
import styles from './explorer.module.css';
import { MeasureChoice } from './measure-choice.tsx';
import { comparisons, listOf, ofDataset, unknownBy, type Direction, type View } from './view.ts';

interface Props {
  analytics: Analytics;
  view: View;
  onChange: (change: Partial<View>) => void;
}

const LIMITS = [10, 20, 50, 100, 200, 500, 1000];

export function Controls({ analytics, view, onChange }: Props) {
  const { datasets, dimensions } = analytics;
  const rest = useId();
  // On a phone the rarely used controls are collapsed, unless the view uses one of them.
  const [open, setOpen] = useState(() => [view.from, view.to, view.grain, view.compare].some(Boolean));
  const dataset = byName(datasets, view.dataset);
  const possible = dimensions.filter(({ name }) => dataset?.dimensions.includes(name));
  const time = [view.rows, view.cols].find((name) => byName(dimensions, name)?.kind === 'time');
  // A dimension of time has the grain that it is named for.
  const own = analytics.grains.find((grain) => grain === time);
  return (
    <section className={styles.controls} aria-label={m.analytics_view()}>
      <div className={styles.fields}>
        <Choice
          label={m.analytics_dataset()}
          value={view.dataset}
          onChange={(name) => onChange(ofDataset(view, name, analytics))}
        >
          {datasets.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Choice>
        <MeasureChoice analytics={analytics} view={view} onChange={(measures) => onChange({ measures })} />
        <Choice
          label={m.analytics_rows()}
          value={view.rows ?? ''}
          onChange={(rows) => onChange({ rows: rows || undefined })}
        >
          <option value="">{m.analytics_all()}</option>
          <DimensionOptions of={possible} analytics={analytics} view={view} />
        </Choice>
        <Choice
          label={m.analytics_cols()}
          value={view.cols ?? ''}
          disabled={view.rows === undefined}
          onChange={(cols) => onChange({ cols: cols || undefined })}
        >
          <option value="">{m.analytics_none()}</option>
          <DimensionOptions of={possible.filter(({ name }) => name !== view.rows)} analytics={analytics} view={view} />
        </Choice>
      </div>
      <button
        type="button"
        className={styles.more}
        aria-expanded={open}
        aria-controls={rest}
        onClick={() => setOpen(!open)}
      >
        {m.analytics_more()}
      </button>
      <div id={rest} className={styles.fields} data-rest="" data-open={open || undefined}>
        <Day label={m.analytics_from()} value={view.from} most={view.to} onChange={(from) => onChange({ from })} />
        <Day label={m.analytics_to()} value={view.to} least={view.from} onChange={(to) => onChange({ to })} />
        {time && (
          <Choice
            label={m.analytics_grain()}
            value={view.grain ?? own ?? ''}
            onChange={(grain) => onChange({ grain: grain === own ? undefined : grain })}
          >
            {analytics.grains.map((grain) => (
              <option key={grain} value={grain}>
                {grainLabel(grain)}
              </option>
            ))}
          </Choice>
        )}
        <Comparison analytics={analytics} view={view} onChange={onChange} />
        <Order analytics={analytics} view={view} onChange={onChange} />
        <Choice
          label={m.analytics_limit()}
          value={String(view.limit)}
          onChange={(limit) => onChange({ limit: Number(limit) })}
        >
          {[...new Set([...LIMITS, view.limit])]
            .filter((limit) => limit <= analytics.mostRows)
            .toSorted((one, other) => one - other)
            .map((limit) => (
              <option key={limit} value={limit}>
                {m.analytics_limit_rows({ count: limit })}
              </option>
            ))}
        </Choice>
      </div>
    </section>
  );
}

interface DimensionsProps extends Pick<Props, 'analytics' | 'view'> {
  of: Analytics['dimensions'];
}

/** A dimension that a chosen measure cannot be grouped by stays in the list, disabled, and names that measure. */
const DimensionOptions = ({ of, analytics, view }: DimensionsProps) =>
  of.map(({ name, label, description }) => {
    const against = unknownBy(name, view.measures, analytics);
    const measures = listOf(against.map((one) => byName(analytics.measures, one)?.label ?? one));
    return (
      <option key={name} value={name} title={description} disabled={against.length > 0}>
        {against.length > 0 ? m.analytics_not_with({ label, measures }) : label}
      </option>
    );
  });

function Comparison({ analytics, view, onChange }: Props) {
  const possible = comparisons(view, analytics);
  return (
    <Choice
      label={m.analytics_compare()}
      value={view.compare ?? ''}
      onChange={(compare) => onChange({ compare: compare || undefined })}
    >
      <option value="">{m.analytics_compare_none()}</option>
      <option value="previous" disabled={!possible.includes('previous')}>
        {possible.includes('previous') ? m.analytics_compare_previous() : m.analytics_compare_previous_hint()}
      </option>
      <option value="listed" disabled={!possible.includes('listed')}>
        {m.analytics_compare_listed()}
      </option>
    </Choice>
  );
}

/** Headings sort too; this is easier to reach with columns, and on a phone. */
function Order({ analytics, view, onChange }: Props) {
  const labels = [
    { by: 'row', label: byName(analytics.dimensions, view.rows)?.label },
    ...view.measures.map((name) => ({ by: name, label: byName(analytics.measures, name)?.label })),
  ];
  return (
    <Choice
      label={m.analytics_sort()}
      value={`${view.sort.by}:${view.sort.direction}`}
      disabled={view.rows === undefined}
      onChange={(typed) => {
        const [by = '', direction] = typed.split(':');
        onChange({ sort: { by, direction: direction as Direction } });
      }}
    >
      {view.rows === undefined ? (
        <option value="row:asc">{m.analytics_sort_none()}</option>
      ) : (
        labels.flatMap(({ by, label = by }) => [
          <option key={`${by} asc`} value={`${by}:asc`}>
            {m.analytics_sort_asc({ label })}
          </option>,
          <option key={`${by} desc`} value={`${by}:desc`}>
            {m.analytics_sort_desc({ label })}
          </option>,
        ])
      )}
    </Choice>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  disabled?: boolean;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, disabled = false, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select
        id={id}
        className={styles.control}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
    </div>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  least?: string | undefined;
  most?: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** Reports a complete day when its input is left; what is no day is said below it, and changes nothing. */
function Day({ label, value, least, most, onChange }: DayProps) {
  const id = useId();
  const [typed, setTyped] = useState<{ of: DayEntry; entry: DayEntry; left: boolean }>({
    of: value,
    entry: value,
    left: false,
  });
  // The URL has changed.
  if (typed.of !== value) setTyped({ of: value, entry: value, left: false });
  const problem = typed.entry === undefined || isBusinessDay(typed.entry) ? undefined : dayProblem(typed.entry);
  const wrong = typed.left && problem !== undefined;
  const take = () => {
    setTyped({ ...typed, left: true });
    if (problem === undefined && typed.entry !== value) onChange(typed.entry);
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <DayInput
        id={id}
        value={typed.entry}
        least={least}
        most={most}
        wrong={wrong}
        aria-describedby={wrong ? `${id}wrong` : undefined}
        onChange={(entry) => setTyped({ ...typed, entry, left: false })}
        onChoose={onChange}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && take()}
      />
      {wrong && (
        <p id={`${id}wrong`} className={styles.wrong}>
          {problem}
        </p>
      )}
    </div>
  );
}

function grainLabel(grain: string): string {
  if (grain === 'day') return m.analytics_grain_day();
  if (grain === 'week') return m.analytics_grain_week();
  return grain === 'month' ? m.analytics_grain_month() : grain;
}
