// A condition of the filter builder: field, operator and value.
import { IconButton } from '@mizan/ui-kit/button';
import { dayProblem, numberProblem } from '@mizan/ui-kit/entry-problems';
import { m } from '@mizan/ui-kit/messages';
import { useId } from 'react';
import {
  definitionOf,
  isIdentifier,
  takesList,
  takesTwo,
  type FilterDefinition,
  type Wrong,
} from '../data/filter-definition.ts';
import { labelOf } from '../document/schema.ts';
import { shortened } from '../frame/address-note.tsx';
import { Icon } from '../frame/icon.tsx';
import { useBuilder } from './builder-context.ts';
import { BuilderValue } from './builder-value.tsx';
import styles from './builder.module.css';
import { operatorLabel } from './describe.ts';
import { edited, fieldChosen, unknownOptions, type DraftCondition } from './draft.ts';

export function BuilderCondition({ condition, number }: { condition: DraftCondition; number: number }) {
  const { definitions, draft, wrongs, change, remove } = useBuilder();
  const note = useId();
  const definition = definitionOf(definitions, condition.field);
  const wrong = wrongs[condition.id];
  return (
    <div
      role="group"
      aria-label={m.filters_condition_number({ number })}
      className={styles.condition}
      data-part={condition.id}
      data-begun={definition ? '' : undefined}
    >
      <select
        className={`${styles.control} ${styles.field}`}
        aria-label={m.filters_field()}
        value={condition.field}
        data-empty={condition.field === '' || undefined}
        aria-invalid={wrong === 'field' || undefined}
        aria-describedby={wrong === 'field' ? note : undefined}
        onChange={(event) => change(fieldChosen(draft, condition, event.target.value, definitions))}
      >
        {!definition && (
          <option value={condition.field} disabled>
            {condition.field === ''
              ? m.filters_choose_field()
              : m.filters_unknown_field({ field: labelOf(condition.field, undefined) })}
          </option>
        )}
        {definitions.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      <select
        className={`${styles.control} ${styles.operator}`}
        aria-label={m.filters_operator()}
        value={condition.operator}
        disabled={!definition}
        aria-invalid={wrong === 'operator' || undefined}
        aria-describedby={wrong === 'operator' ? note : undefined}
        onChange={(event) => change(edited(draft, condition.id, { operator: event.target.value }))}
      >
        {!definition?.operators.includes(condition.operator) && (
          <option value={condition.operator} disabled>
            {definition
              ? m.filters_unknown_operator({ operator: operatorLabel(condition.operator) })
              : operatorLabel(condition.operator)}
          </option>
        )}
        {definition?.operators.map((operator) => (
          <option key={operator} value={operator}>
            {operatorLabel(operator)}
          </option>
        ))}
      </select>
      <div className={styles.value}>
        {definition && (
          <BuilderValue
            condition={condition}
            definition={definition}
            wrong={wrong === 'value' || wrong === 'order'}
            note={note}
            onChange={(entered) => change(edited(draft, condition.id, entered))}
          />
        )}
        {wrong && (
          <p id={note} className={styles.wrong}>
            <Icon name="warning" size={16} />
            {messageFor(wrong, definition, condition)}
          </p>
        )}
      </div>
      <IconButton
        className={styles.remove}
        aria-label={m.filters_remove_condition()}
        onClick={() => remove(condition.id)}
      >
        <Icon name="close" size={18} />
      </IconButton>
    </div>
  );
}

function messageFor(wrong: Wrong, definition: FilterDefinition | undefined, condition: DraftCondition): string {
  const { operator, first, second } = condition;
  if (wrong === 'field' || !definition) return m.filters_wrong_field();
  if (wrong === 'operator') return m.filters_wrong_operator();
  if (wrong === 'order') return m.filters_wrong_order();
  const unread = (text: string) =>
    definition.type === 'number' ? numberProblem(text) : definition.type === 'date' ? dayProblem(text) : undefined;
  const problem = unread(first) ?? (takesTwo(operator) ? unread(second) : undefined);
  if (problem !== undefined) return problem;
  if (isIdentifier(definition) && !definition.reference) return m.filters_wrong_id();
  const [unknown] = unknownOptions(condition, definition);
  if (unknown !== undefined) return m.filters_wrong_option({ value: shortened(String(unknown)) });
  return definition.type === 'select' && takesList(operator) ? m.filters_wrong_choice() : m.filters_wrong_value();
}
