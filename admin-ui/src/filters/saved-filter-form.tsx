// Saves the current filters under a name, or changes how a saved filter is called and used.
import OutlinedInput from '@mui/material/OutlinedInput';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useId, useRef, useState, type ReactNode } from 'react';
import { isAtFields, problemsWithoutField } from '../data/problems.ts';
import { useSavedFilterChanges, type SavedFilter, type SavedFilterInput } from '../data/saved-filters.ts';
import type { Resource } from '../document/resources.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import type { FilterGroup } from './filter-group.ts';
import styles from './saved-filters.module.css';

const LONGEST_NAME = 100;
const FIELDS = ['name', 'description'];

interface Props {
  resource: Resource;
  /** The one that is changed; without it a new one is made of the current filters. */
  saved: SavedFilter | undefined;
  filters: FilterGroup | null;
  onClose: () => void;
}

export default function SavedFilterForm({ resource, saved, filters, onClose }: Props) {
  const id = useId();
  const changes = useSavedFilterChanges(resource);
  const nameInput = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(saved?.name ?? '');
  const [description, setDescription] = useState(saved?.description ?? '');
  const [isDefault, setIsDefault] = useState(saved?.isDefault ?? false);
  const [shared, setShared] = useState(saved?.shared ?? false);
  const [attempted, setAttempted] = useState(false);
  const saving = useSubmit({
    async send(said: Pick<SavedFilterInput, 'name' | 'description' | 'isDefault' | 'shared'>, key) {
      if (saved) await changes.update(saved.id, said);
      else if (filters) await changes.create({ ...said, filterState: filters }, key);
    },
    onDone() {
      toast.success(saved ? m.saved_updated({ name: name.trim() }) : m.saved_created({ name: name.trim() }));
      onClose();
    },
    onError(error) {
      if (!isAtFields(error)) return undefined;
      const [other] = problemsWithoutField(error.errors, FIELDS);
      if (!other) nameInput.current?.focus();
      return { problems: error.errors, ...(other && { failure: other.message }) };
    },
    failed: m.saved_save_failed(),
  });

  const at = (field: string) => saving.problems.find(({ pointer }) => pointer === `/${field}`)?.message;
  const wrongName = attempted && name.trim() === '' ? m.saved_name_needed() : at('name');

  const save = () => {
    setAttempted(true);
    if (name.trim() === '') nameInput.current?.focus();
    else void saving.submit({ name: name.trim(), description: description.trim() || null, isDefault, shared });
  };

  return (
    <FormDialog
      title={saved ? m.saved_edit_title() : m.saved_new_title()}
      submit={{ label: m.saved_save(), busy: m.admin_saving() }}
      busy={saving.busy}
      failure={saving.failure}
      onSubmit={save}
      onClose={onClose}
    >
      <Field id={`${id}name`} label={m.saved_name()} wrong={wrongName}>
        <OutlinedInput
          id={`${id}name`}
          inputRef={nameInput}
          value={name}
          fullWidth
          error={wrongName !== undefined}
          onChange={(event) => {
            setName(event.target.value);
            saving.forget(saving.problems.filter(({ pointer }) => pointer !== '/name'));
          }}
          inputProps={{
            ...described(`${id}name`, wrongName),
            'aria-required': true,
            maxLength: LONGEST_NAME,
            dir: 'auto',
            autoComplete: 'off',
          }}
        />
      </Field>
      <Field id={`${id}description`} label={m.saved_description()} wrong={at('description')} optional>
        <OutlinedInput
          id={`${id}description`}
          value={description}
          fullWidth
          multiline
          maxRows={5}
          error={at('description') !== undefined}
          onChange={(event) => setDescription(event.target.value)}
          inputProps={{ ...described(`${id}description`, at('description')), dir: 'auto' }}
        />
      </Field>
      <div>
        <Choice
          label={m.saved_use_as_default()}
          hint={m.saved_use_as_default_hint()}
          checked={isDefault}
          onChange={setIsDefault}
        />
        <Choice label={m.saved_share()} hint={m.saved_share_hint()} checked={shared} onChange={setShared} />
      </div>
    </FormDialog>
  );
}

const described = (id: string, wrong: string | undefined) => ({
  'aria-invalid': wrong !== undefined || undefined,
  'aria-describedby': wrong === undefined ? undefined : `${id}wrong`,
});

interface FieldProps {
  id: string;
  label: string;
  wrong: string | undefined;
  optional?: boolean;
  children: ReactNode;
}

function Field({ id, label, wrong, optional, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {optional && <span className={styles.optional}>{m.admin_optional()}</span>}
      </label>
      {children}
      {wrong && (
        <p id={`${id}wrong`} className={styles.wrong}>
          {wrong}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Choice({ label, hint, checked, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={checked}
        aria-describedby={id}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
      <span id={id} className={styles.hint} aria-hidden="true">
        {hint}
      </span>
    </label>
  );
}
