// What a role or a user may do, and what another policy would change.
import controls from '@mizan/ui-kit/control.module.css';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { readAccess } from './policy.ts';
import { permits, useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { NotHere } from '../frame/not-here.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Screen } from '../frame/screen.tsx';
import { useAreaLabel } from '../module/registry.ts';
import { paths } from '../paths.ts';
import { AccessTable } from './access-table.tsx';
import styles from './access.module.css';
import { listOf } from './describe-line.ts';
import { PolicyChange } from './policy-change.tsx';

export default function AccessScreen() {
  const { me } = useSession();
  return permits(me, 'policy:read') ? <AccessOf /> : <NotHere />;
}

/** The roles that accounts can have, as the document lists them. */
function rolesIn(resources: Resource[]): { name: string; label: string }[] {
  const schema = resources.map(({ view }) => view.properties?.['roles']?.items).find((items) => items?.enum);
  return (schema?.enum ?? []).map(String).map((name) => ({ name, label: schema?.['x-labels']?.[name] ?? name }));
}

function AccessOf() {
  const id = useId();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const roles = rolesIn(useResources());
  const user = search.get('user') ?? undefined;
  const role = user === undefined ? (search.get('role') ?? roles[0]?.name ?? '') : undefined;
  const of = user === undefined ? { role: role ?? '' } : { user };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['policy', 'access', of],
    queryFn: ({ signal }) => readAccess(of, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const inherited = data?.roles.filter((one) => one !== data.role) ?? [];
  const title = m.access_title();
  const others = role === undefined || roles.some(({ name }) => name === role) ? [] : [{ name: role, label: role }];
  return (
    <Screen
      title={title}
      about={data?.user && <bdi>{data.user.name}</bdi>}
      text={m.access_text()}
      crumbs={[{ label: useAreaLabel('backoffice'), to: paths.area('backoffice') }, { label: title }]}
    >
      <section className={styles.panel} aria-label={title} aria-busy={isPlaceholderData}>
        <div className={styles.tools}>
          <label className={styles.choice} htmlFor={id}>
            {m.access_role()}
          </label>
          <select
            id={id}
            className={`${controls.control} ${styles.roles}`}
            value={role ?? ''}
            onChange={({ target }) => void navigate(paths.access(`?${new URLSearchParams({ role: target.value })}`))}
          >
            {role === undefined && <option value="">{m.access_no_role()}</option>}
            {[...roles, ...others].map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
          {inherited.length > 0 && (
            <p className={styles.quiet}>
              {data?.user
                ? m.access_user_roles({ count: inherited.length, roles: listOf(inherited) })
                : m.access_inherits({ roles: listOf(inherited) })}
            </p>
          )}
        </div>
        {error && !data ? (
          <NotLoaded title={m.access_failed()} error={error} onRetry={refetch} />
        ) : data ? (
          <AccessTable resources={data.resources} />
        ) : (
          <Skeleton height={320} aria-label={m.admin_loading()} />
        )}
      </section>
      {data?.user && (
        <p className={styles.quiet}>
          <Link to={paths.access()}>{m.access_by_role()}</Link>
        </p>
      )}
      <PolicyChange />
    </Screen>
  );
}
