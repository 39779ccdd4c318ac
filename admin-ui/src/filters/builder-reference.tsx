// Picks one or several records of another resource by searching; for users who may not look them up, from the known
// ones.
import { m } from '@mizan/ui-kit/messages';
import { useMemo } from 'react';
import { takesList } from '../data/filter-definition.ts';
import { ReferencePicker } from '../form/reference-picker.tsx';
import { describedBy, type ValueProps } from './builder-context.ts';

export function BuilderReference(props: ValueProps & { target: string }) {
  const { condition, definition, target, wrong, onChange } = props;
  const several = takesList(condition.operator);
  const ids = useMemo(
    () => (several ? condition.chosen : condition.chosen.slice(0, 1)).map(String),
    [several, condition.chosen],
  );
  const options = useMemo(
    () => definition.known?.map(({ value, label }) => ({ id: String(value), title: label })),
    [definition.known],
  );
  return (
    <ReferencePicker
      target={target}
      ids={ids}
      several={several}
      options={options}
      wrong={wrong}
      input={{ 'aria-label': several ? m.filters_values() : m.filters_value(), ...describedBy(props) }}
      onChange={(chosen) => onChange({ chosen })}
    />
  );
}
