// Records that may be the same one: which of them are merged, which one stays, and their fields side by side. The merge is
// planned as a change set, whose screen shows what will refer to what.
import { Button } from '@mizan/ui-kit/button';
import controls from '@mizan/ui-kit/control.module.css';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { RowCheck } from '../bulk/row-check.tsx';
import { useLookFirst } from '../bulk/use-look-first.ts';
import { useMay, useViewed } from '../document/context.tsx';
import { idOf, type Resource } from '../document/resources.ts';
import { listed } from '../history/revision-texts.ts';
import { paths } from '../paths.ts';
import { Comparison } from './comparison.tsx';
import type { Candidate, Group } from './duplicates-data.ts';
import styles from './duplicates.module.css';

interface Props {
  resource: Resource;
  group: Group;
  /** The fields are shown from the beginning. */
  compared?: boolean;
}

/** The one with the most references, the first of several. */
function favourite(records: Candidate[]): string {
  const [first, ...others] = records;
  const most = others.reduce((best, one) => ((one.references ?? 0) > (best?.references ?? 0) ? one : best), first);
  return most ? idOf(most) : '';
}

export function MergeGroup({ resource, group, compared = false }: Props) {
  const id = useId();
  const viewed = useViewed();
  const may = useMay();
  const { records, because } = group;
  const [stays, setStays] = useState(() => favourite(records));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [comparing, setComparing] = useState(compared);
  const merging = useLookFirst();
  const chosen = records.filter((one) => idOf(one) === stays || !left.has(idOf(one)));
  const titles = listed(records.map(({ title }) => title));
  const merge = () => {
    const others = chosen.map(idOf).filter((one) => one !== stays);
    void merging.submit({ resource: resource.name, merge: { into: stays }, which: others });
  };
  const choose = (record: string, include: boolean) => {
    const next = new Set(left);
    if (include) next.delete(record);
    else next.add(record);
    setLeft(next);
  };
  const failure = merging.failure ?? merging.problems[0]?.message;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.heading}>
          <bdi>
            <Unbroken>{titles}</Unbroken>
          </bdi>
        </h2>
        {because.length > 0 && <p className={styles.quiet}>{m.merge_because({ reasons: listed(because) })}</p>}
      </header>
      <ul className={styles.records}>
        {records.map((record) => {
          const one = idOf(record);
          const { title, references } = record;
          return (
            <li key={one} className={styles.record} data-stays={one === stays || undefined}>
              <RowCheck
                label={m.merge_include({ title })}
                checked={one === stays || !left.has(one)}
                disabled={one === stays}
                onChange={(include) => choose(one, include)}
              />
              <span className={styles.title}>
                <Link to={paths.view(resource.area, resource.name, one)}>
                  <bdi>
                    <Unbroken>{title}</Unbroken>
                  </bdi>
                </Link>
                {references !== undefined && (
                  <span className={styles.quiet}>
                    {m.merge_references({ count: references, shown: formatNumber(references) })}
                  </span>
                )}
              </span>
              <label className={styles.stays}>
                <input
                  type="radio"
                  className={controls.checkbox}
                  name={id}
                  checked={one === stays}
                  aria-label={m.merge_stays_of({ title })}
                  onChange={() => setStays(one)}
                />
                {m.merge_stays()}
              </label>
            </li>
          );
        })}
      </ul>
      {comparing && <Comparison resource={resource} records={chosen} stays={stays} titles={titles} />}
      {failure && (
        <p className={styles.wrong} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.buttons}>
        <Button look="quiet" aria-expanded={comparing} aria-describedby={id} onClick={() => setComparing(!comparing)}>
          {comparing ? m.merge_hide() : m.merge_fields()}
        </Button>
        {may(resource, 'update') && may(resource, 'delete') && viewed === undefined && (
          <Button
            look="secondary"
            busy={merging.busy}
            aria-describedby={id}
            disabled={chosen.length < 2}
            onClick={merge}
          >
            {m.merge_submit()}
          </Button>
        )}
      </div>
    </section>
  );
}
