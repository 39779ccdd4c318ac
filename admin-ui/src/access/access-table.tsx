// What may be done with each resource, as a table: the actions, the fields that are restricted, the rules.
import { m } from '@mizan/ui-kit/messages';
import type { AccessOf } from './policy.ts';
import { useResources } from '../document/context.tsx';
import { Notice } from '../frame/notice.tsx';
import styles from './access.module.css';
import { actionLabel, fieldLabel, listOf, ordered, subjectLabel } from './describe-line.ts';
import { PolicyLines } from './policy-lines.tsx';

/** On phones rows are cards, so the roles of a table are said: a changed `display` would take them away. */
export function AccessTable({ resources: all }: { resources: AccessOf[] }) {
  const resources = useResources();
  if (all.length === 0) return <Notice title={m.access_nothing()} text={m.access_nothing_text()} />;
  return (
    <div role="table" aria-label={m.access_table()} className={styles.table}>
      <div role="row" className={styles.tableHead}>
        {[m.access_resource(), m.access_actions(), m.access_fields(), m.access_rules()].map((label) => (
          <span key={label} role="columnheader">
            {label}
          </span>
        ))}
      </div>
      {all.map((one) => (
        <div key={one.resource} role="row" className={styles.row}>
          <span role="rowheader" className={styles.name}>
            {subjectLabel(resources, one.resource)}
          </span>
          <div role="cell" className={styles.cell}>
            <Actions of={one} />
          </div>
          <div role="cell" className={styles.cell} data-empty={restricted(one).length === 0 || undefined}>
            {restricted(one).length === 0 ? (
              <span className={styles.quiet}>{m.access_all_fields()}</span>
            ) : (
              restricted(one).map(({ label, fields }) => (
                <p key={label}>
                  <span className={styles.level}>{label}</span>{' '}
                  {listOf(fields.map((field) => fieldLabel(resources, one.resource, field)))}
                </p>
              ))
            )}
          </div>
          <div role="cell" className={styles.cell} data-empty={one.rules.length === 0 || undefined}>
            {one.rules.length === 0 ? (
              <span className={styles.quiet}>{m.access_no_rules()}</span>
            ) : (
              <details>
                <summary className={styles.summary}>{m.access_rule_count({ count: one.rules.length })}</summary>
                <PolicyLines lines={one.rules} />
              </details>
            )}
          </div>
        </div>
      ))}
    </div>
  );
}

function Actions({ of: { actions, rows } }: { of: AccessOf }) {
  const some = actions.filter((action) => rows[action] === 'some');
  const every = actions.filter((action) => rows[action] !== 'some');
  const labels = (names: string[]) => listOf(ordered(names).map(actionLabel));
  return (
    <>
      {every.length > 0 && <p>{capitalized(labels(every))}</p>}
      {some.length > 0 && (
        <p>
          {capitalized(labels(some))} <span className={styles.some}>{m.access_some()}</span>
        </p>
      )}
    </>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The fields that the reader does not see or change, by how much is restricted. */
const restricted = ({ hidden, masked, readonly }: AccessOf) =>
  [
    { label: m.access_hidden(), fields: hidden },
    { label: m.access_masked(), fields: masked },
    { label: m.access_readonly(), fields: readonly },
  ].filter(({ fields }) => fields.length > 0);
