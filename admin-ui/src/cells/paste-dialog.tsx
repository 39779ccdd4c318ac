// Shows what a pasted block changes, cell by cell, before anything is saved. What is wrong is corrected here; all of it is
// saved together, or nothing.
import { m } from '@mizan/ui-kit/messages';
import { formatNumber } from '@mizan/ui-kit/formats';
import { memo, useEffect, useId, useRef, useState } from 'react';
import { nounOf } from '../document/resources.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { ScrollRegion } from '../frame/scroll-region.tsx';
import type { Target } from './editable.ts';
import styles from './paste-dialog.module.css';
import { cellName, type PlannedCell, type PlannedRow } from './plan.ts';
import { shownText, targetOf } from './texts.ts';
import { usePaste, type PasteProps } from './use-paste.ts';

export default function PasteDialog(props: PasteProps) {
  const { resource, columns, onClose } = props;
  const root = useRef<HTMLDivElement>(null);
  const { target, rows, shown, cells, wrong, failure, busy, correct, save } = usePaste(props);
  const submit = () => {
    if (wrong === 0) void save();
    else root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  // What is corrected is no input any more: the focus goes on to the next mistake, or to the button that saves. So it does
  // once the preview is there.
  const left = rows && wrong;
  const before = useRef(left);
  useEffect(() => {
    const isFewer = left !== undefined && (before.current === undefined || left < before.current);
    const isFirst = before.current === undefined;
    before.current = left;
    const content = root.current;
    if (!isFewer || !content || (!isFirst && content.contains(document.activeElement))) return;
    const next = content.querySelector<HTMLElement>('[aria-invalid="true"]');
    (next ?? content.closest('form')?.querySelector<HTMLElement>('[type="submit"]'))?.focus();
  }, [left]);
  const count = formatNumber(shown.length);
  return (
    <FormDialog
      title={m.cells_paste_title()}
      description={m.cells_paste_text()}
      submit={
        rows && cells + wrong > 0
          ? {
              label: m.cells_paste_save({ count: cells }),
              busy: m.admin_saving(),
              early: failure !== undefined && !rows,
            }
          : undefined
      }
      size="large"
      stays
      busy={busy}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
      content={root}
    >
      <p className={styles.summary} role="status">
        {rows
          ? shown.length === 0
            ? m.admin_form_nothing_changed()
            : m.cells_paste_summary({ cells, count, label: nounOf(resource, shown.length) })
          : !failure && m.admin_loading()}
        {wrong > 0 && <strong className={styles.mistakes}> {m.cells_paste_mistakes({ count: wrong })}</strong>}
      </p>
      {shown.length > 0 && (
        <ScrollRegion className={styles.scroll} label={m.cells_paste_title()}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{resource.singular}</th>
                {columns.map(({ field, label }) => (
                  <th key={field} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ one, at }) => (
                <PreviewRow key={one.record.id} row={one} at={at} target={target} onCorrect={correct} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </FormDialog>
  );
}

interface RowProps {
  row: PlannedRow;
  at: number;
  target: Target;
  onCorrect: (at: number, column: number, text: string) => void;
}

/** Memoised: a correction draws its row alone. */
const PreviewRow = memo(
  function PreviewRow({ row, at, target, onCorrect }: RowProps) {
    return (
      <tr>
        <th scope="row" dir="auto">
          {row.title}
        </th>
        {row.cells.map((cell, column) => (
          <td key={target.columns[column]?.field} data-wrong={cell.problem !== undefined || undefined}>
            {cell.problem === undefined ? (
              <Difference cell={cell} row={row} target={target} column={column} />
            ) : (
              <Correction
                cell={cell}
                name={cellName(target, row, column)}
                onCorrect={(text) => onCorrect(at, column, text)}
              />
            )}
          </td>
        ))}
      </tr>
    );
  },
  (one, other) => one.row === other.row && one.at === other.at,
);

function Difference({
  cell,
  row,
  target,
  column,
}: {
  cell: PlannedCell;
  row: PlannedRow;
  target: Target;
  column: number;
}) {
  const schema = target.schema.properties?.[target.fields[column] ?? ''] ?? {};
  if (!cell.changed) return <span className={styles.same}>{cell.text}</span>;
  // What was pasted names a record better than its identifier.
  const isNamed = targetOf(schema) !== undefined && cell.after !== undefined;
  const after = isNamed ? cell.text : shownText(cell.after, schema);
  return (
    <>
      <del dir="auto">{shownText(cell.before, schema, row.names)}</del> <span aria-hidden="true">→</span>{' '}
      <ins dir="auto">{after}</ins>
    </>
  );
}

interface CorrectionProps {
  cell: PlannedCell;
  name: string;
  onCorrect: (text: string) => void;
}

function Correction({ cell, name, onCorrect }: CorrectionProps) {
  const id = useId();
  const [text, setText] = useState(cell.text);
  return (
    <>
      <input
        type="text"
        dir="auto"
        className={styles.input}
        value={text}
        aria-label={name}
        aria-invalid="true"
        aria-describedby={id}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onBlur={() => text !== cell.text && onCorrect(text)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || text === cell.text) return;
          event.preventDefault();
          onCorrect(text);
        }}
      />
      <span id={id} className={styles.problem}>
        {cell.problem}
      </span>
    </>
  );
}
