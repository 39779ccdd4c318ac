// What another policy would change, by role: operations, records and fields gained and lost. What widens is marked.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Counted, PolicyDifference } from './policy.ts';
import { useResources } from '../document/context.tsx';
import { Icon } from '../frame/icon.tsx';
import { paths } from '../paths.ts';
import styles from './access.module.css';
import { actionLabel, fieldLabel, listOf, nounsOf, subjectLabel } from './describe-line.ts';

type OfRole = PolicyDifference['roles'][number];

const LEVELS: Record<string, () => string> = {
  hidden: m.access_level_hidden,
  masked: m.access_level_masked,
  readonly: m.access_level_readonly,
  writable: m.access_level_writable,
};

export function Difference({ data: { widens, roles, warnings } }: { data: PolicyDifference }) {
  if (roles.length === 0 && warnings.length === 0) return <p className={styles.outcome}>{m.access_change_nothing()}</p>;
  return (
    <div className={styles.outcome}>
      <p className={styles.verdict} data-widens={widens || undefined}>
        <Icon name={widens ? 'warning' : 'done'} size={18} />
        {widens ? m.access_change_widens() : m.access_change_narrows()}
      </p>
      {warnings.map(({ text }) => (
        <p key={text} className={styles.warning}>
          <Icon name="warning" size={18} />
          {text}
        </p>
      ))}
      {roles.map((one) => (
        <section key={one.role} className={styles.part}>
          <h3 className={styles.partTitle}>{m.access_change_role({ role: one.role })}</h3>
          <ul className={styles.lines}>
            <Operations of={one} />
            <RecordsOf of={one} />
            <Fields of={one} />
          </ul>
        </section>
      ))}
    </div>
  );
}

function Entry({ widens, children }: { widens: boolean; children: ReactNode }) {
  return (
    <li className={styles.entry} data-widens={widens || undefined}>
      <span className={styles.mark}>{widens ? m.access_more() : m.access_less()}</span>
      <span>{children}</span>
    </li>
  );
}

function Operations({ of: { operations } }: { of: OfRole }) {
  const { gained, lost } = operations;
  const names = (all: string[]) => listOf(all);
  return (
    <>
      {gained.length > 0 && (
        <Entry widens>{m.access_operations_gained({ count: gained.length, names: names(gained) })}</Entry>
      )}
      {lost.length > 0 && (
        <Entry widens={false}>{m.access_operations_lost({ count: lost.length, names: names(lost) })}</Entry>
      )}
    </>
  );
}

function RecordsOf({ of: { rows, rowsOfActions = [] } }: { of: OfRole }) {
  const all = [...rows.map((one) => ({ action: 'read', ...one })), ...rowsOfActions];
  return all.flatMap(({ action, resource, gained, lost }) => [
    <Some key={`${resource} ${action} gained`} {...{ action, resource, counted: gained }} widens />,
    <Some key={`${resource} ${action} lost`} {...{ action, resource, counted: lost }} widens={false} />,
  ]);
}

interface SomeProps {
  action: string;
  resource: string;
  counted: Counted;
  widens: boolean;
}

function Some({ action, resource: name, counted: { count, examples }, widens }: SomeProps) {
  const resources = useResources();
  if (count === 0) return null;
  const resource = resources.find((one) => one.name === name);
  const texts = {
    count: formatNumber(count),
    action: actionLabel(action),
    label: (count === 1 ? resource?.noun : undefined) ?? nounsOf(resources, name),
  };
  return (
    <Entry widens={widens}>
      {widens ? m.access_records_gained(texts) : m.access_records_lost(texts)}
      {examples.length > 0 && ': '}
      {examples.map(({ _id: id, title }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          {resource ? (
            <Link to={paths.view(resource.area, resource.name, id)} dir="auto">
              {title}
            </Link>
          ) : (
            <bdi>{title}</bdi>
          )}
        </span>
      ))}
      {count > examples.length && examples.length > 0 && ' …'}
    </Entry>
  );
}

function Fields({ of: { fields } }: { of: OfRole }) {
  const resources = useResources();
  const level = (name: string) => LEVELS[name]?.() ?? name;
  return fields.map(({ resource, field, from, to, widens }) => (
    <Entry key={`${resource} ${field}`} widens={widens}>
      {m.access_field_change({
        field: fieldLabel(resources, resource, field),
        label: subjectLabel(resources, resource),
        from: level(from),
        to: level(to),
      })}
    </Entry>
  ));
}
