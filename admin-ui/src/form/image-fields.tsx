// The rjsf components of images: a widget for a list, a field for a single one.
import type { FieldProps, WidgetProps } from '@rjsf/utils';
import type { Schema } from '@mizan/openapi/document';
import { ImagesInput } from '../media/images-input.tsx';
import { FieldShell, labelId, noteId } from './field-shell.tsx';
import { described, isWrong } from './inputs.tsx';

export function ImagesWidget(props: WidgetProps) {
  const { id, value, schema, disabled, readonly, onChange } = props;
  return (
    <ImagesInput
      id={id}
      value={value}
      most={(schema as Schema).maxItems}
      disabled={Boolean(disabled || readonly)}
      labelledBy={labelId(id)}
      note={described(props)['aria-describedby']}
      wrong={isWrong(props)}
      onChange={onChange}
    />
  );
}

export function ImageObjectField(props: FieldProps) {
  const { schema, fieldPathId, formData, name, required, disabled, readonly, rawErrors, onChange } = props;
  const id = fieldPathId.$id;
  const errors = rawErrors ?? [];
  return (
    <FieldShell
      id={id}
      label={schema.title ?? name}
      required={required ?? false}
      hint={schema.description}
      errors={errors}
      group
    >
      <ImagesInput
        id={id}
        value={formData}
        most={1}
        disabled={Boolean(disabled || readonly)}
        labelledBy={labelId(id)}
        note={errors.length > 0 || schema.description ? noteId(id) : undefined}
        wrong={errors.length > 0}
        onChange={([image]) => onChange(image, fieldPathId.path)}
      />
    </FieldShell>
  );
}
