// Saves the current state under a name, or edits name and use of a saved item.
import controls from '@mizan/ui-kit/control.module.css';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useId, useRef, useState } from 'react';
import { isAtFields, problemsWithoutField } from '../data/problems.ts';
import { FieldShell, noteId } from '../form/field-shell.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import styles from './saved.module.css';
import { useSaved, useSavedChanges, type Saved, type SavedInput, type SavedCollection } from './collection.ts';

const LONGEST_NAME = 100;
const FIELDS = ['name', 'description'];

interface Props {
  collection: SavedCollection;
  /** The edited item; undefined saves the current state as a new one. */
  saved: Saved | undefined;
  current: unknown;
  onSaved: (saved: Saved) => void;
  onClose: () => void;
}

export default function SavedForm({ collection, saved, current, onSaved, onClose }: Props) {
  const id = useId();
  const changes = useSavedChanges(collection);
  const texts = collection.texts();
  const nameInput = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(saved?.name ?? '');
  const [description, setDescription] = useState(saved?.description ?? '');
  const [isDefault, setIsDefault] = useState(saved?.isDefault ?? false);
  const [shared, setShared] = useState(saved?.shared ?? false);
  const [onIndex, setOnIndex] = useState(saved?.onIndex ?? false);
  const [attempted, setAttempted] = useState(false);
  const saving = useSubmit({
    async send(input: SavedInput, key) {
      if (saved) await changes.update(saved.id, input);
      else onSaved(await changes.create(input, current, key));
    },
    onDone() {
      toast.success(saved ? m.saved_updated({ name: name.trim() }) : texts.created(name.trim()));
      onClose();
    },
    onError(error) {
      if (!isAtFields(error)) return undefined;
      const [other] = problemsWithoutField(error.errors, FIELDS);
      if (!other) nameInput.current?.focus();
      return { problems: error.errors, ...(other && { failure: other.message }) };
    },
    failed: texts.saveFailed,
  });

  const { data: all = [] } = useSaved<Saved>(collection, true);
  // An item may keep its own name, and a new one may already be in the list while it is being saved.
  const taken =
    !saving.busy &&
    name.trim() !== saved?.name &&
    all.some((one) => one.own && one.id !== saved?.id && one.name === name.trim());
  const at = (field: string) => saving.problems.find(({ pointer }) => pointer === `/${field}`)?.message;
  const needed = attempted && name.trim() === '' ? m.saved_name_needed() : undefined;
  const wrongName = needed ?? (taken ? texts.nameTaken : at('name'));

  const save = () => {
    setAttempted(true);
    if (name.trim() === '' || taken) nameInput.current?.focus();
    else {
      const index = collection.onIndex ? { onIndex } : {};
      void saving.submit({ name: name.trim(), description: description.trim() || null, isDefault, shared, ...index });
    }
  };

  return (
    <FormDialog
      title={saved ? texts.editTitle : texts.newTitle}
      submit={{ label: m.saved_save(), busy: m.admin_saving() }}
      busy={saving.busy}
      failure={saving.failure}
      onSubmit={save}
      onClose={onClose}
    >
      <FieldShell id={`${id}name`} label={m.saved_name()} errors={errorsOf(wrongName)}>
        <input
          {...described(`${id}name`, wrongName)}
          ref={nameInput}
          id={`${id}name`}
          type="text"
          className={controls.control}
          dir="auto"
          autoComplete="off"
          aria-required
          maxLength={LONGEST_NAME}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            saving.forget(saving.problems.filter(({ pointer }) => pointer !== '/name'));
          }}
        />
      </FieldShell>
      <FieldShell
        id={`${id}description`}
        label={m.saved_description()}
        required={false}
        errors={errorsOf(at('description'))}
      >
        <textarea
          {...described(`${id}description`, at('description'))}
          id={`${id}description`}
          rows={1}
          className={controls.control}
          dir="auto"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </FieldShell>
      <div>
        <Choice label={texts.asDefault} hint={texts.asDefaultHint} checked={isDefault} onChange={setIsDefault} />
        <Choice label={m.saved_share()} hint={texts.shareHint} checked={shared} onChange={setShared} />
        {collection.onIndex && (
          <Choice
            label={m.explorer_views_on_index()}
            hint={m.explorer_views_on_index_hint()}
            checked={onIndex}
            onChange={setOnIndex}
          />
        )}
      </div>
    </FormDialog>
  );
}

const described = (id: string, wrong: string | undefined) => ({
  'aria-invalid': wrong !== undefined || undefined,
  'aria-describedby': wrong === undefined ? undefined : noteId(id),
});

const errorsOf = (wrong: string | undefined) => (wrong === undefined ? [] : [wrong]);

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
