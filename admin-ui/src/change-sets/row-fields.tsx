// The fields of a row of a change set: before and after, with the errors at their fields, which are corrected there.
import { Button } from '@mizan/ui-kit/button';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ChangeSet, SetRow } from '../data/change-sets.ts';
import type { Resource } from '../document/resources.ts';
import { Icon } from '../frame/icon.tsx';
import { ChangeList } from '../history/change-list.tsx';
import { CellCorrection } from './cell-correction.tsx';
import { correctionOf } from './correction.ts';
import { fieldsOfRow, isWrongAsWhole, type RowField } from './fields-of-row.ts';
import styles from './set.module.css';

/** The number of fields that are shown at first, besides those with errors. */
const MOST = 6;

interface Props {
  set: ChangeSet;
  row: SetRow;
  resource: Resource;
  /** The record's. */
  title: string;
  correctable: boolean;
}

export function RowFields({ set, row, resource, title, correctable }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [all, setAll] = useState(false);
  const [correcting, setCorrecting] = useState<string | null>(null);
  const fields = useMemo(() => fieldsOfRow(resource, row), [resource, row]);
  const whole = isWrongAsWhole(row);
  // Of a row that is wrong as a whole any field may be the reason, such as one without a value.
  const isCorrected = ({ errors, changes }: RowField) => errors.length > 0 || (whole && changes.length === 0);
  const wrong = fields.filter(isCorrected);
  const others = fields.filter((one) => !isCorrected(one));
  const shown = [...wrong, ...(all ? others : others.slice(0, MOST))];
  const left = fields.length - shown.length;
  // The editor was removed with the focus in it.
  const wasCorrecting = useRef<string | null>(null);
  useEffect(() => {
    const before = wasCorrecting.current;
    wasCorrecting.current = correcting;
    if (before === null || correcting !== null || document.activeElement !== document.body) return;
    const again = box.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(before)}"] button`);
    (again ?? box.current)?.focus();
  }, [correcting]);
  return (
    <div ref={box} className={styles.values} tabIndex={-1}>
      {shown.map((one) => {
        const { field, label, changes, errors } = one;
        const correction = correctable && isCorrected(one) ? correctionOf(resource, row, field) : undefined;
        const note = `${id}${field}`;
        return (
          <div key={field} data-field={field} className={styles.cell} data-wrong={isCorrected(one) || undefined}>
            {correction && correcting === field ? (
              <CellCorrection
                {...{ set, row, resource, label, correction }}
                name={field}
                messages={errors}
                onClose={() => setCorrecting(null)}
              />
            ) : (
              <>
                {changes.length > 0 ? (
                  <ChangeList resource={resource} changes={changes} before={row.before} after={row.after} />
                ) : (
                  <p className={styles.label}>{label}</p>
                )}
                {errors.map((message) => (
                  <p key={message} id={note} className={styles.wrong}>
                    {message}
                  </p>
                ))}
                {correction && (
                  <Button
                    look="secondary"
                    className={styles.small}
                    icon={<Icon name="edit" size={16} />}
                    aria-label={m.set_correct({ label, title })}
                    aria-describedby={errors.length > 0 ? note : undefined}
                    onClick={() => setCorrecting(field)}
                  >
                    {m.set_correct_short()}
                  </Button>
                )}
              </>
            )}
          </div>
        );
      })}
      {left > 0 && (
        <Button look="quiet" className={styles.small} onClick={() => setAll(true)}>
          {m.set_more_fields({ count: left, shown: formatNumber(left) })}
        </Button>
      )}
    </div>
  );
}
