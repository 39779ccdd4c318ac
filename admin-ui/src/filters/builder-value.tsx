// The input of a condition's value, by the type of its field: text, number, day, yes or no, options, or records.
import { m } from '@mizan/ui-kit/messages';
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

const INPUT_TYPES: Partial<Record<FilterDefinition['type'], string>> = { number: 'number', date: 'date' };

function Typed(props: ValueProps & { end: 'first' | 'second'; label: string }) {
  const { condition, definition, end, label, onChange } = props;
  const type = INPUT_TYPES[definition.type] ?? 'text';
  const several = isIdentifier(definition) && takesList(condition.operator);
  const usual = isIdentifier(definition)
    ? several
      ? m.filters_ids_placeholder()
      : m.filters_id_placeholder()
    : undefined;
  return (
    <div className={styles.typed} data-unit={definition.unit ? '' : undefined}>
      <input
        type={type}
        className={styles.control}
        // Numbers run from left to right in every language.
        dir={type === 'text' ? 'auto' : undefined}
        step="any"
        inputMode={type === 'number' ? 'decimal' : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={definition.type === 'text' ? LONGEST_TEXT : undefined}
        aria-label={definition.unit ? m.filters_with_unit({ value: label, unit: definition.unit }) : label}
        placeholder={definition.placeholder ?? usual}
        value={condition[end]}
        onChange={(event) => onChange({ [end]: event.target.value })}
        onWheel={type === 'number' ? (event) => event.currentTarget.blur() : undefined}
        {...describedBy(props)}
      />
      {definition.unit && (
        <span className={styles.unit} aria-hidden="true">
          {definition.unit}
        </span>
      )}
    </div>
  );
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
  return (
    <div role="group" aria-label={m.filters_values()} className={styles.several}>
      {definition.options.map(({ value, label }) => (
        <label key={String(value)} className={styles.choice}>
          <input
            type="checkbox"
            checked={condition.chosen.includes(value)}
            onChange={(event) =>
              onChange({
                chosen: definition.options
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
