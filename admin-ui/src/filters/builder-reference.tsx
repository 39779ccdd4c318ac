// One or several records of another resource, searched for by what is typed.
import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { m } from '@mizan/ui-kit/messages';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { titleKey, titleQuery, useOptions, type Option } from '../data/references.ts';
import { useMay, useResourceNamed } from '../document/context.tsx';
import { optionChips } from '../fields/option-chips.tsx';
import { Icon } from '../frame/icon.tsx';
import styles from './builder.module.css';
import { describedBy, type ValueProps } from './builder-context.ts';
import { takesList } from './definition.ts';

export function BuilderReference(props: ValueProps & { target: string }) {
  const { condition, onChange } = props;
  const target = useResourceNamed(props.target);
  const may = useMay();
  const client = useQueryClient();
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const readable = may(target, 'list');
  const found = useOptions(target, search, open && readable);
  const several = takesList(condition.operator);
  const noun = target?.nouns ?? '';

  const ids = useMemo(
    () => (several ? condition.chosen : condition.chosen.slice(0, 1)).map(String),
    [several, condition.chosen],
  );
  const titles = useQueries({
    queries: ids.map((id) => ({ ...titleQuery(target, id), enabled: may(target, 'view') })),
    combine: (answers) => answers.map((answer) => answer.data),
  });
  // The same objects as long as they are the same records: others would undo what is being typed.
  const said = ids.map((id, index) => titles[index] ?? id).join('\n');
  const chosen = useMemo<Option[]>(() => {
    const names = said.split('\n');
    return ids.map((id, index) => ({ id, title: names[index] ?? id }));
  }, [ids, said]);

  const choose = (options: Option[]) => {
    // The chips will not have to ask for a name that stands here.
    for (const { id, title } of options) client.setQueryData(titleKey(target?.name, id), title);
    onChange({ chosen: options.map(({ id }) => id) });
  };
  const [only = null] = chosen;
  return (
    <Autocomplete<Option, boolean>
      ref={root}
      // What is found is part of the dialog, and yet not cut off at its edge.
      slotProps={{
        popper: {
          container: () => root.current?.closest('[role="dialog"]') ?? null,
          popperOptions: { strategy: 'fixed' },
        },
      }}
      multiple={several}
      {...(several && styles.reference && { className: styles.reference })}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => {
        setOpen(false);
        setSearch('');
      }}
      disabled={!readable}
      disableCloseOnSelect={several}
      filterSelectedOptions={several}
      value={several ? chosen : only}
      options={found.data?.options ?? []}
      loading={found.isFetching}
      filterOptions={(all) => all}
      getOptionLabel={(option) => option.title}
      getOptionKey={(option) => option.id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loadingText={m.admin_reference_loading({ label: noun })}
      noOptionsText={
        found.isError ? m.admin_reference_failed({ label: noun }) : m.admin_reference_none({ label: noun })
      }
      popupIcon={<Icon name="chevron" />}
      clearIcon={<Icon name="close" size={18} />}
      openText={m.admin_reference_open()}
      closeText={m.admin_reference_close()}
      clearText={m.admin_reference_clear()}
      onInputChange={(_event, text, reason) => setSearch(reason === 'input' ? text : '')}
      onChange={(_event, value) => choose(Array.isArray(value) ? value : value ? [value] : [])}
      renderOption={({ key, ...rest }, option) => (
        <li key={key} {...rest} dir="auto">
          {option.title}
        </li>
      )}
      {...(several && { renderValue: optionChips })}
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
            error={props.wrong}
            placeholder={
              several && ids.length > 0 ? undefined : m.admin_reference_choose({ singular: target?.noun ?? '' })
            }
            inputProps={{
              ...slotProps.htmlInput,
              'aria-label': several ? m.filters_values() : m.filters_value(),
              ...describedBy(props),
              dir: 'auto',
            }}
          />
        );
      }}
    />
  );
}
