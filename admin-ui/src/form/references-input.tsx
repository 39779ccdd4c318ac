// The input of a field with several references.
import type { Schema } from '@mizan/openapi/document';
import type { WidgetProps } from '@rjsf/utils';
import type { FormContext } from './form-context.ts';
import { described, isWrong } from './inputs.tsx';
import References from './references.tsx';

export function ReferencesInput(props: WidgetProps) {
  const { id, value, disabled, readonly, schema, registry, onChange } = props;
  const { 'aria-describedby': describedBy, ...input } = described(props);
  return (
    <References
      id={id}
      value={Array.isArray(value) ? (value as string[]) : undefined}
      schema={schema as Schema}
      names={(registry.formContext as FormContext).names}
      disabled={Boolean(disabled || readonly)}
      wrong={isWrong(props)}
      input={input}
      describedBy={describedBy}
      onChange={onChange}
    />
  );
}
