// Picks several records of another resource, in the order in which they are chosen. As many as the schema allows:
// then it says so, and offers no more until one is removed.
import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import type { WidgetProps } from '@rjsf/utils';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { titleKey, titleQuery, useOptions, type Option } from '../data/references.ts';
import { useMay, useResourceNamed } from '../document/context.tsx';
import { referenceOf } from '../document/schema.ts';
import { optionChips } from '../fields/option-chips.tsx';
import { Icon } from '../frame/icon.tsx';
import type { FormContext } from './form-context.ts';
import styles from './form.module.css';
import { described } from './inputs.tsx';

const NONE: string[] = [];

export function ReferencesInput(props: WidgetProps) {
  const { id, value, disabled, readonly, schema, rawErrors, registry, onChange } = props;
  const { names } = registry.formContext as FormContext;
  const { maxItems: most } = schema as Schema;
  const target = useResourceNamed(referenceOf(schema as Schema)?.resource);
  const may = useMay();
  const client = useQueryClient();
  const readable = may(target, 'list');
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const found = useOptions(target, search, open && readable);
  const ids = Array.isArray(value) ? (value as string[]) : NONE;
  const full = most !== undefined && ids.length >= most;
  const noun = target?.nouns ?? '';

  const titles = useQueries({
    queries: ids.map((one) => ({
      ...titleQuery(target, one),
      enabled: names[one] === undefined && may(target, 'view'),
    })),
    combine: (answers) => answers.map(({ data }) => data),
  });
  // The same objects as long as they are the same records: others would undo what is being typed.
  const said = ids.map((one, index) => names[one] ?? titles[index] ?? one).join('\n');
  const chosen = useMemo<Option[]>(() => {
    const all = said.split('\n');
    return ids.map((one, index) => ({ id: one, title: all[index] ?? one }));
  }, [ids, said]);

  const choose = (options: Option[]) => {
    if (most !== undefined && options.length > Math.max(most, ids.length)) return;
    // The chips will not have to ask for a name that stands here.
    for (const one of options) client.setQueryData(titleKey(target?.name, one.id), one.title);
    onChange(options.map((one) => one.id));
  };
  const { 'aria-describedby': note, ...input } = described(props);
  const count = `${id}__count`;
  return (
    <div className={styles.references}>
      <Autocomplete<Option, true>
        id={id}
        multiple
        disablePortal
        disableCloseOnSelect
        filterSelectedOptions
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => {
          setOpen(false);
          setSearch('');
        }}
        disabled={Boolean(disabled || readonly) || !readable}
        value={chosen}
        // One more is not refused after it was chosen: it is not offered.
        options={full ? [] : (found.data?.options ?? [])}
        loading={!full && found.isFetching}
        filterOptions={(all) => all}
        getOptionLabel={(option) => option.title}
        getOptionKey={(option) => option.id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        loadingText={m.admin_reference_loading({ label: noun })}
        noOptionsText={
          full
            ? m.admin_references_full({ most })
            : found.isError
              ? m.admin_reference_failed({ label: noun })
              : m.admin_reference_none({ label: noun })
        }
        popupIcon={<Icon name="chevron" />}
        clearIcon={<Icon name="close" size={18} />}
        openText={m.admin_reference_open()}
        closeText={m.admin_reference_close()}
        clearText={m.admin_reference_clear()}
        onInputChange={(_event, typed, reason) => setSearch(reason === 'input' ? typed : '')}
        onChange={(_event, options) => choose(options)}
        onKeyDown={(event) => {
          // Enter chooses; where there is nothing to choose it does not send the form either.
          if (event.key === 'Enter' && open) event.preventDefault();
        }}
        renderOption={({ key, ...rest }, option) => (
          <li key={key} {...rest} dir="auto">
            {option.title}
          </li>
        )}
        renderValue={optionChips}
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
              error={(rawErrors?.length ?? 0) > 0}
              placeholder={ids.length > 0 ? undefined : m.admin_reference_choose({ singular: target?.noun ?? '' })}
              inputProps={{
                ...slotProps.htmlInput,
                ...input,
                // An empty list is one too.
                'aria-required': undefined,
                'aria-describedby': [note, count].filter(Boolean).join(' '),
                dir: 'auto',
              }}
            />
          );
        }}
      />
      <p id={count} className={styles.hint} role="status">
        {full
          ? m.admin_references_full({ most })
          : most === undefined
            ? m.admin_references_count({ count: ids.length })
            : m.admin_references_of_most({ count: ids.length, most })}
      </p>
    </div>
  );
}
