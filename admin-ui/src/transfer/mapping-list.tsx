// What each column of the table is imported as, beside its first values.
import { m } from '@mizan/ui-kit/messages';
import { useId } from 'react';
import { FieldShell } from '../form/field-shell.tsx';
import form from '../form/form.module.css';
import styles from './mapping-list.module.css';
import {
  AS_NAMED,
  isPlain,
  withNames,
  type Known,
  type Mapping,
  type SourceColumn,
  type Target,
} from './source-table.ts';

interface Props {
  mapping: Mapping;
  known: Known;
  busy: boolean;
  onChange: (mapping: Mapping) => void;
}

/** Open where a column is not known by its name. */
export function MappingList({ mapping, known, busy, onChange }: Props) {
  const { columns, targets, named } = mapping;
  const missing = known.columns.filter(({ name, required }) => required && !isFilled(mapping, name, known));
  return (
    <details className={styles.mapping} open={!isPlain(mapping, known) || undefined}>
      <summary>{m.import_mapping({ count: columns.length })}</summary>
      <fieldset className={styles.list} disabled={busy}>
        <legend className={styles.hint}>{m.import_mapping_text()}</legend>
        <label className={styles.named}>
          <input
            type="checkbox"
            checked={named}
            onChange={({ target }) => onChange(withNames(mapping, target.checked, known))}
          />
          {m.import_mapping_named()}
        </label>
        {columns.map((column, at) => (
          <Column
            // Columns keep their places, and names may repeat.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            column={column}
            at={at}
            target={targets[at] ?? null}
            taken={known.columns.filter(({ name }) => isFilled(mapping, name, known, at)).map(({ name }) => name)}
            known={known}
            onChoose={(target) => onChange({ ...mapping, targets: targets.with(at, target) })}
          />
        ))}
        {missing.length > 0 && (
          <p className={styles.missing} role="status">
            {m.import_mapping_missing({ list: missing.map(({ name }) => name).join(', ') })}
          </p>
        )}
      </fieldset>
    </details>
  );
}

interface ColumnProps {
  column: SourceColumn;
  at: number;
  target: Target;
  /** The fields that other columns are. */
  taken: string[];
  known: Known;
  onChoose: (target: Target) => void;
}

function Column({ column: { name, samples }, at, target, taken, known, onChoose }: ColumnProps) {
  const id = useId();
  return (
    <div className={styles.column}>
      <FieldShell id={id} label={name || m.import_mapping_column({ number: at + 1 })}>
        <select
          id={id}
          className={form.select}
          value={target ?? LEFT_OUT}
          onChange={({ target: { value } }) => onChoose(value === LEFT_OUT ? null : value)}
        >
          {name !== '' && <option value={AS_NAMED}>{m.import_mapping_as_named({ name })}</option>}
          <option value={LEFT_OUT}>{m.import_mapping_left_out()}</option>
          {known.columns.map((one) => (
            <option key={one.name} value={one.name} disabled={taken.includes(one.name)}>
              {one.name}
            </option>
          ))}
        </select>
      </FieldShell>
      <p className={styles.samples}>
        {samples.length === 0
          ? m.import_mapping_empty()
          : samples.map((value, row) => (
              // oxlint-disable-next-line react/no-array-index-key
              <bdi key={row}>{value}</bdi>
            ))}
      </p>
    </div>
  );
}

/** No name of a column. */
const LEFT_OUT = '\0';

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.toLowerCase();

/** Whether a column of the table, other than `except`, fills this one. */
function isFilled({ columns, targets }: Mapping, name: string, { columns: all }: Known, except?: number): boolean {
  const names = [name, all.find((one) => one.name === name)?.field ?? name];
  return targets.some(
    (target, at) =>
      at !== except &&
      (target === AS_NAMED ? names.some((one) => same(columns[at]?.name ?? '', one)) : target === name),
  );
}
