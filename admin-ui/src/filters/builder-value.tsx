// The input of a condition's value, by the type of its field: text, number, day, yes or no, options, or records.
import { isBusinessDay } from '@mizan/ui-kit/day';
import { DayInput, dayEntryOf } from '@mizan/ui-kit/day-input';
import { m } from '@mizan/ui-kit/messages';
import { writeNumber } from '@mizan/ui-kit/number';
import { NumberInput, numberEntryOf } from '@mizan/ui-kit/number-input';
import {
  isIdentifier,
  LONGEST_TEXT,
  optionLabel,
  takesList,
  takesNone,
  takesTwo,
  type FilterDefinition,
} from '../data/filter-definition.ts';
import { describedBy, type ValueProps } from './builder-context.ts';
import { BuilderReference } from './builder-reference.tsx';
import styles from './builder.module.css';
import { unknownOptions, type DraftCondition } from './draft.ts';
import { asFraction, asPercent } from './fraction.ts';

export function BuilderValue(props: ValueProps) {
  const { condition, definition, onChange } = props;
  const described = describedBy(props);
  if (takesNone(condition.operator)) return null;
  if (definition.type === 'boolean') {
    return (
      <select
        className={styles.control}
        aria-label={m.filters_value()}
        value={condition.first}
        onChange={(event) => onChange({ first: event.target.value })}
        {...described}
      >
        {condition.first !== 'true' && condition.first !== 'false' && (
          <option value={condition.first} disabled>
            {m.admin_choose()}
          </option>
        )}
        {[true, false].map((value) => (
          <option key={String(value)} value={String(value)}>
            {optionLabel(definition, value) ?? (value ? m.admin_yes() : m.admin_no())}
          </option>
        ))}
      </select>
    );
  }
  if (definition.type === 'select') {
    if (definition.reference) return <BuilderReference {...props} target={definition.reference} />;
    if (isIdentifier(definition)) return <Typed {...props} end="first" label={m.filters_value()} />;
    return takesList(condition.operator) ? <Several {...props} /> : <OneOf {...props} />;
  }
  if (takesTwo(condition.operator)) {
    return (
      <div className={styles.two}>
        <Typed {...props} end="first" label={m.filters_value_from()} />
        <span aria-hidden="true" className={styles.dash}>
          –
        </span>
        <Typed {...props} end="second" label={m.filters_value_to()} />
      </div>
    );
  }
  return <Typed {...props} end="first" label={m.filters_value()} />;
}

function Typed(props: ValueProps & { end: 'first' | 'second'; label: string }) {
  const { condition, definition, end, label, note, onChange } = props;
  const { type, unit, placeholder, fraction } = definition;
  const wrong = props.wrong && isAtFault(condition, definition, end);
  const named = unit ? m.filters_with_unit({ value: label, unit }) : label;
  if (type === 'number') {
    const value = numberEntryOf(condition[end]);
    const read = (entry: number) => writeNumber(fraction ? asFraction(entry) : entry);
    return (
      <NumberInput
        {...describedBy({ wrong, note })}
        aria-label={named}
        placeholder={placeholder ?? undefined}
        value={fraction && typeof value === 'number' ? asPercent(value) : value}
        unit={unit ?? undefined}
        wrong={wrong}
        onChange={(entry) => onChange({ [end]: typeof entry === 'number' ? read(entry) : (entry ?? '') })}
      />
    );
  }
  if (type === 'date') {
    return (
      <DayInput
        {...describedBy({ wrong, note })}
        aria-label={named}
        value={dayEntryOf(condition[end])}
        wrong={wrong}
        onChange={(entry) => onChange({ [end]: entry ?? '' })}
      />
    );
  }
  const several = isIdentifier(definition) && takesList(condition.operator);
  const usual = isIdentifier(definition)
    ? several
      ? m.filters_ids_placeholder()
      : m.filters_id_placeholder()
    : undefined;
  return (
    <input
      type="text"
      className={styles.control}
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      maxLength={type === 'text' ? LONGEST_TEXT : undefined}
      aria-label={named}
      placeholder={placeholder ?? usual}
      value={condition[end]}
      onChange={(event) => onChange({ [end]: event.target.value })}
      {...describedBy(props)}
    />
  );
}

/** Whether this end of a range is what is wrong, or both are. */
function isAtFault(condition: DraftCondition, { type }: FilterDefinition, end: 'first' | 'second'): boolean {
  if (!takesTwo(condition.operator)) return true;
  const isRead = (text: string) =>
    type === 'number' ? typeof numberEntryOf(text) === 'number' : isBusinessDay(dayEntryOf(text) ?? '');
  return !isRead(condition[end]) || isRead(condition[end === 'first' ? 'second' : 'first']);
}

function OneOf(props: ValueProps) {
  const { condition, definition, onChange } = props;
  const at = definition.options.findIndex(({ value }) => value === condition.chosen[0]);
  return (
    <select
      className={styles.control}
      aria-label={m.filters_value()}
      value={at < 0 ? '' : at}
      data-empty={at < 0 || undefined}
      onChange={(event) =>
        onChange({
          chosen: definition.options
            .slice(Number(event.target.value))
            .slice(0, 1)
            .map(({ value }) => value),
        })
      }
      {...describedBy(props)}
    >
      {at < 0 && (
        <option value="" disabled>
          {m.admin_choose()}
        </option>
      )}
      {definition.options.map((option, index) => (
        <option key={String(option.value)} value={index}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function Several(props: ValueProps) {
  const { condition, definition, onChange } = props;
  const options = [
    ...definition.options,
    ...unknownOptions(condition, definition).map((value) => ({ value, label: String(value) })),
  ];
  return (
    <div role="group" aria-label={m.filters_values()} className={styles.several}>
      {options.map(({ value, label }) => (
        <label key={String(value)} className={styles.choice}>
          <input
            type="checkbox"
            checked={condition.chosen.includes(value)}
            onChange={(event) =>
              onChange({
                chosen: options
                  .map((option) => option.value)
                  .filter((one) => (one === value ? event.target.checked : condition.chosen.includes(one))),
              })
            }
            {...describedBy(props)}
          />
          {label}
        </label>
      ))}
    </div>
  );
}
