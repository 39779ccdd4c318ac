// Saves the current filters under a name, or changes how a saved filter is called and used.
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useIntent } from '@mizan/ui-kit/intent';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useId, useRef, useState, type ReactNode } from 'react';
import { isAtFields, problemsWithoutField, sentenceOf, type FieldProblem } from '../data/problems.ts';
import { useSavedFilterChanges, type SavedFilter } from '../data/saved-filters.ts';
import type { Resource } from '../document/resources.ts';
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
  const intent = useIntent();
  const busy = useRef(false);
  const nameInput = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(saved?.name ?? '');
  const [description, setDescription] = useState(saved?.description ?? '');
  const [isDefault, setIsDefault] = useState(saved?.isDefault ?? false);
  const [shared, setShared] = useState(saved?.shared ?? false);
  const [attempted, setAttempted] = useState(false);
  const [refused, setRefused] = useState<FieldProblem[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);

  const at = (field: string) => refused.find(({ pointer }) => pointer === `/${field}`)?.message;
  const wrongName = attempted && name.trim() === '' ? m.saved_name_needed() : at('name');

  const save = async () => {
    if (busy.current) return;
    setAttempted(true);
    if (name.trim() === '') {
      nameInput.current?.focus();
      return;
    }
    busy.current = true;
    setSaving(true);
    setRefused([]);
    setFailure(null);
    const said = { name: name.trim(), description: description.trim() || null, isDefault, shared };
    try {
      if (saved) await changes.update(saved.id, said);
      else if (filters) {
        const made = { ...said, filterState: filters };
        await intent.send(made, (key) => changes.create(made, key));
      }
      toast.success(saved ? m.saved_updated({ name: said.name }) : m.saved_created({ name: said.name }));
      onClose();
    } catch (error) {
      if (isAtFields(error)) {
        setRefused(error.errors);
        const [other] = problemsWithoutField(error.errors, FIELDS);
        if (other) setFailure(other.message);
        else nameInput.current?.focus();
      } else setFailure(sentenceOf(error, m.saved_save_failed()));
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };

  return (
    <Dialog open onClose={saving ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={`${id}title`}>
      <DialogTitle id={`${id}title`}>{saved ? m.saved_edit_title() : m.saved_new_title()}</DialogTitle>
      <DialogContent>
        <form
          id={`${id}form`}
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Field id={`${id}name`} label={m.saved_name()} wrong={wrongName}>
            <OutlinedInput
              id={`${id}name`}
              inputRef={nameInput}
              value={name}
              fullWidth
              // It is what the dialog asks for.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              error={wrongName !== undefined}
              onChange={(event) => {
                setName(event.target.value);
                setRefused(refused.filter(({ pointer }) => pointer !== '/name'));
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
          <div aria-live="assertive">{failure && <p className={styles.refused}>{failure}</p>}</div>
        </form>
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose} disabled={saving}>
          {m.admin_cancel()}
        </Button>
        <Button type="submit" form={`${id}form`} variant="contained" aria-disabled={saving}>
          {saving ? m.admin_saving() : m.saved_save()}
        </Button>
      </DialogActions>
    </Dialog>
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
