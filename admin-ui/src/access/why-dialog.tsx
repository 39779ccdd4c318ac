// Why something is refused or hidden: what the policy says, in sentences and with its lines, what the record does not meet,
// and what would allow it.
import { Button } from '@mizan/ui-kit/button';
import { Dialog } from '@mizan/ui-kit/dialog';
import { m } from '@mizan/ui-kit/messages';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, type ReactNode } from 'react';
import type { FilterGroup } from '../data/filter-group.ts';
import { explain, type Explanation } from './policy.ts';
import { errorMessage } from '../data/problems.ts';
import type { Question } from '../data/why.ts';
import { useResources, useViewed } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { Value } from '../fields/value.tsx';
import { useNames } from '../filters/use-names.ts';
import styles from './access.module.css';
import { PolicyLines } from './policy-lines.tsx';
import { meant, type Meant } from './question.ts';
import { actionLabel, describeRule, definitionsFor, fieldLabel, listOf, nounsOf } from './describe-line.ts';

export default function WhyDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const id = useId();
  const resources = useResources();
  const about = useMemo(() => meant(question, resources), [question, resources]);
  const { data, error } = useQuery({
    queryKey: ['policy', 'explain', about],
    queryFn: ({ signal }) => explain({ ...about, operation: about.operation ?? '' }, signal),
    enabled: about.operation !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog size="medium" aria-labelledby={id} className={styles.why} onClose={onClose}>
      <h2 id={id} className={styles.whyTitle}>
        {titleOf(about, resources)}
      </h2>
      <div className={styles.answer}>
        {about.operation === undefined ? (
          <p>{m.why_permission({ permission: question.permission })}</p>
        ) : error ? (
          <p role="alert">{errorMessage(error, m.why_failed())}</p>
        ) : data ? (
          <Answer data={data} about={about} />
        ) : (
          <Skeleton height={120} aria-label={m.admin_loading()} />
        )}
      </div>
      <div className={styles.foot}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <Button look="secondary" autoFocus onClick={onClose}>
          {m.why_close()}
        </Button>
      </div>
    </Dialog>
  );
}

function titleOf({ resource, action, field }: Meant, resources: Resource[]): string {
  const label = nounsOf(resources, resource);
  return field === undefined
    ? m.why_title({ action: actionLabel(action), label })
    : m.why_title_field({ field: fieldLabel(resources, resource, field) });
}

function Answer({ data, about }: { data: Explanation; about: Meant }) {
  const resources = useResources();
  const { allowed, roles, because, failing, wouldAllow } = data;
  const { resource, action, field } = about;
  const who = useViewed() ?? m.why_you();
  const texts = { who, action: actionLabel(action), label: nounsOf(resources, resource) };
  const fieldText = field === undefined ? undefined : { who, field: fieldLabel(resources, resource, field) };
  return (
    <>
      <p className={styles.verdict}>
        {fieldText
          ? allowed
            ? m.why_may_see(fieldText)
            : m.why_may_not_see(fieldText)
          : allowed
            ? m.why_may(texts)
            : m.why_may_not(texts)}
      </p>
      <p className={styles.quiet}>
        {roles.length === 0 ? m.why_no_roles() : m.why_roles({ count: roles.length, roles: listOf(roles) })}
      </p>
      {because.length > 0 ? (
        <Part title={allowed ? m.why_because() : m.why_against()}>
          <PolicyLines lines={because} />
        </Part>
      ) : (
        !allowed && <p>{m.why_nothing_allows()}</p>
      )}
      {failing.length > 0 && <Failing failing={failing} resource={resource} />}
      {!allowed && wouldAllow.length > 0 && (
        <Part title={m.why_would_allow({ count: wouldAllow.length })}>
          <PolicyLines lines={wouldAllow} />
        </Part>
      )}
    </>
  );
}

/** The conditions that the record does not meet, each with its value. */
function Failing({ failing, resource }: { failing: Explanation['failing']; resource: string }) {
  const resources = useResources();
  const view = resources.find(({ name }) => name === resource)?.view.properties ?? {};
  const group = useMemo<FilterGroup>(
    () => ({ operator: 'AND', conditions: failing.map(({ condition }) => condition) }),
    [failing],
  );
  const definitions = useMemo(
    () =>
      definitionsFor(
        failing.map(({ condition }) => condition),
        resource,
        resources,
      ),
    [failing, resource, resources],
  );
  const { names } = useNames(group, definitions);
  return (
    <Part title={m.why_failing({ count: failing.length })}>
      <ul className={styles.lines}>
        {failing.map(({ condition, value }) => (
          <li key={JSON.stringify(condition)} className={styles.line}>
            <span>{describeRule(condition, resource, resources, names)}</span>
            <span className={styles.quiet}>
              {m.why_record_has()} <Value value={value} schema={view[condition.field] ?? {}} unit />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.partTitle}>{title}</h3>
      {children}
    </section>
  );
}
