// Picks a record of another resource: what is typed is searched for on the server.
import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import { ERRORS_KEY, type FieldProps, type WidgetProps } from '@rjsf/utils';
import { useMemo, useState } from 'react';
import { useOptions, useTitle, type Option } from '../data/references.ts';
import { useMay, useResourceNamed } from '../document/context.tsx';
import { referenceWithin } from '../document/schema.ts';
import { Icon } from '../frame/icon.tsx';
import { FieldShell, noteId } from './field-shell.tsx';
import type { FormContext } from './form-context.ts';

interface PickerProps {
  id: string;
  target: string | undefined;
  value: string | undefined;
  names: Record<string, string>;
  disabled?: boolean;
  input: Record<string, unknown>;
  wrong: boolean;
  onChange: (id: string | undefined) => void;
}

/** For a field that holds an identifier. */
export function ReferenceInput(props: WidgetProps) {
  const { id, value, schema, required, rawErrors, disabled, readonly, hideLabel, label, registry, onChange } = props;
  const wrong = (rawErrors?.length ?? 0) > 0;
  return (
    <Picker
      id={id}
      target={(schema as Schema)['x-reference']?.resource}
      value={typeof value === 'string' ? value : undefined}
      names={(registry.formContext as FormContext).names}
      disabled={Boolean(disabled || readonly)}
      wrong={wrong}
      input={{
        'aria-invalid': wrong || undefined,
        'aria-required': required || undefined,
        'aria-describedby': wrong || schema.description ? noteId(id) : undefined,
        'aria-label': hideLabel ? label.replace(/-(\d+)$/, ' $1') : undefined,
      }}
      onChange={onChange}
    />
  );
}

/** For a field that holds an object of nothing but an identifier. */
export function ReferenceObjectField(props: FieldProps) {
  const { schema, fieldPathId, formData, name, required, disabled, readonly, errorSchema, registry, onChange } = props;
  const inner = referenceWithin(schema as Schema);
  if (!inner) return null;
  const { key, property } = inner;
  const id = fieldPathId.$id;
  const errors = [...(errorSchema?.[ERRORS_KEY] ?? []), ...(errorSchema?.[key]?.[ERRORS_KEY] ?? [])];
  const hint = schema.description ?? property.description;
  const described = errors.length > 0 || hint ? noteId(id) : undefined;
  return (
    <FieldShell
      id={id}
      label={schema.title ?? property.title ?? name}
      required={required ?? false}
      hint={hint}
      errors={errors}
    >
      <Picker
        id={id}
        target={property['x-reference']?.resource}
        value={formData?.[key]}
        names={(registry.formContext as FormContext).names}
        disabled={Boolean(disabled || readonly)}
        wrong={errors.length > 0}
        input={{
          'aria-invalid': errors.length > 0 || undefined,
          'aria-required': required || undefined,
          'aria-describedby': described,
        }}
        onChange={(chosen) => onChange(chosen === undefined ? undefined : { [key]: chosen }, fieldPathId.path)}
      />
    </FieldShell>
  );
}

function Picker({ id, target: name, value, names, disabled, input, wrong, onChange }: PickerProps) {
  const target = useResourceNamed(name);
  const may = useMay();
  const readable = may(target, 'list');
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [known, setKnown] = useState(names);
  const options = useOptions(target, search, open && readable);
  const title = useTitle(target, value, value === undefined ? undefined : (known[value] ?? names[value]));
  const noun = target?.label.toLowerCase() ?? '';
  // The same object as long as it is the same record: another one would undo what is being typed.
  const chosen = useMemo(() => (value === undefined ? null : { id: value, title: title ?? '…' }), [value, title]);
  return (
    <Autocomplete<Option>
      id={id}
      disablePortal
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => {
        setOpen(false);
        setSearch('');
      }}
      disabled={Boolean(disabled) || !readable}
      value={chosen}
      options={options.data?.options ?? []}
      loading={options.isFetching}
      filterOptions={(all) => all}
      getOptionLabel={(option) => option.title}
      getOptionKey={(option) => option.id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loadingText={m.admin_reference_loading({ label: noun })}
      noOptionsText={
        options.isError ? m.admin_reference_failed({ label: noun }) : m.admin_reference_none({ label: noun })
      }
      popupIcon={<Icon name="chevron" />}
      clearIcon={<Icon name="close" size={18} />}
      openText={m.admin_reference_open()}
      closeText={m.admin_reference_close()}
      clearText={m.admin_reference_clear()}
      onInputChange={(_event, text, reason) => setSearch(reason === 'input' ? text : '')}
      onChange={(_event, option) => {
        if (option) setKnown({ ...known, [option.id]: option.title });
        onChange(option?.id);
      }}
      renderOption={({ key, ...rest }, option) => (
        <li key={key} {...rest} dir="auto">
          {option.title}
        </li>
      )}
      renderInput={({ slotProps, disabled: off }) => {
        const { ref, className, startAdornment, endAdornment, onMouseDown } = slotProps.input;
        return (
          <OutlinedInput
            ref={ref}
            className={className}
            startAdornment={startAdornment}
            endAdornment={endAdornment}
            onMouseDown={onMouseDown}
            disabled={off}
            fullWidth
            error={wrong}
            placeholder={m.admin_reference_choose({ singular: target?.noun ?? '' })}
            inputProps={{ ...slotProps.htmlInput, ...input, dir: 'auto' }}
          />
        );
      }}
    />
  );
}
