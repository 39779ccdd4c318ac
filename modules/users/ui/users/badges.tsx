// The avatar, state and roles of a user.
import { isMissing, labelOfChoice, StateBadge, Value } from '@mizan/admin-ui/module';
import { initials } from '@mizan/ui-kit/account-menu';
import { m } from '@mizan/ui-kit/messages';
import { useState } from 'react';
import styles from './users.module.css';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The avatar; initials without an image, or when it cannot be loaded. */
export function Face({ record }: { record: Record<string, unknown> }) {
  const [failed, setFailed] = useState('');
  const image = text(record['imageUrl']);
  return (
    <span className={styles.face} aria-hidden="true">
      {image && image !== failed ? (
        <img className={styles.image} src={image} alt="" onError={() => setFailed(image)} />
      ) : (
        initials({ firstName: text(record['firstName']), lastName: text(record['lastName']) })
      )}
    </span>
  );
}

export function StatusBadge({ locked }: { locked: boolean }) {
  return <StateBadge tone={locked ? 'danger' : 'done'}>{locked ? m.users_locked() : m.users_active()}</StateBadge>;
}

/** Only the unusual state has a badge. */
export function LinkingBadge({ allowed }: { allowed: boolean }) {
  return allowed ? <StateBadge tone="open">{m.users_linking_allowed()}</StateBadge> : m.users_linking_not_allowed();
}

export function RoleBadges({ roles }: { roles: unknown }) {
  if (isMissing(roles) || !Array.isArray(roles)) return <Value value={undefined} schema={{}} />;
  return (
    <ul className={styles.roles}>
      {roles.map((role) => (
        <li key={String(role)} className={styles.role}>
          {labelOfChoice(role, {})}
        </li>
      ))}
    </ul>
  );
}
