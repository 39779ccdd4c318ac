// The figures of a view: one to four of those that the dataset has, in the order in which they were chosen or
// moved since.
import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { m } from '@mizan/ui-kit/messages';
import { useId } from 'react';
import { called, type Analytics, type Measure } from '../document/analytics.ts';
import { optionChips } from '../fields/option-chips.tsx';
import { Icon } from '../frame/icon.tsx';
import styles from './explorer.module.css';
import type { View } from './view.ts';

interface Props {
  analytics: Analytics;
  view: View;
  onChange: (measures: string[]) => void;
}

interface Option extends Measure {
  title: string;
}

const optionOf = (measure: Measure): Option => ({ ...measure, title: measure.label });

export function MeasureChoice({ analytics, view, onChange }: Props) {
  const id = useId();
  const { mostMeasures: most } = analytics;
  const names = called(analytics.datasets, view.dataset)?.measures ?? [];
  const possible = analytics.measures.filter(({ name }) => names.includes(name)).map(optionOf);
  const chosen = view.measures.flatMap((name) => possible.find((one) => one.name === name) ?? []);
  const full = chosen.length >= most;
  const forward = (index: number) => {
    const order = chosen.map(({ name }) => name);
    onChange(order.toSpliced(index - 1, 2, ...order.slice(index - 1, index + 1).toReversed()));
  };
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
      <Autocomplete<Option, true, true>
        id={id}
        multiple
        disableClearable
        disableCloseOnSelect
        filterSelectedOptions
        autoHighlight
        disablePortal
        value={chosen}
        options={full ? [] : possible}
        getOptionLabel={(option) => option.label}
        getOptionKey={(option) => option.name}
        isOptionEqualToValue={(one, other) => one.name === other.name}
        noOptionsText={full ? m.analytics_measures_full({ most }) : m.analytics_measures_none()}
        popupIcon={<Icon name="chevron" />}
        openText={m.admin_reference_open()}
        closeText={m.admin_reference_close()}
        // A view without a figure shows nothing: the last one stays.
        onChange={(_event, next) => next.length > 0 && onChange(next.map(({ name }) => name))}
        renderOption={({ key, ...rest }, { label, unit, description }) => (
          <li key={key} {...rest}>
            <span className={styles.option}>
              <span>
                {label}
                {unit && <span className={styles.hint}> {unit}</span>}
              </span>
              <span className={styles.hint}>{description}</span>
            </span>
          </li>
        )}
        renderValue={optionChips}
        renderInput={({ slotProps }) => {
          const { ref, className, startAdornment, endAdornment, onMouseDown } = slotProps.input;
          return (
            <OutlinedInput
              ref={ref}
              className={className}
              startAdornment={startAdornment}
              endAdornment={endAdornment}
              onMouseDown={onMouseDown}
              fullWidth
              inputProps={{ ...slotProps.htmlInput, 'aria-describedby': `${id}-count` }}
            />
          );
        }}
      />
      {chosen.length > 1 && (
        <span className={styles.order}>
          {chosen.slice(1).map(({ name, label }, index) => (
            <button
              key={name}
              type="button"
              className={styles.forward}
              aria-label={m.analytics_measure_forward({ label })}
              onClick={() => forward(index + 1)}
            >
              <Icon name="back" size={14} />
              <bdi>{label}</bdi>
            </button>
          ))}
        </span>
      )}
    </div>
  );
}
