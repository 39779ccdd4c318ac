// What waits for the user, each with a link to the screen where it is done.
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { readWaiting } from '@mizan/ui-kit/waiting';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Icon } from '../frame/icon.tsx';
import { useModuleRegistry } from '../module/registry.ts';
import { Card, CardNotice } from './card.tsx';
import waits from '@mizan/ui-kit/waiting.module.css';
import styles from './overview.module.css';

export function WaitingCard() {
  const { me } = useSession();
  const { waiting } = useModuleRegistry();
  // Requested again whenever the overview opens, since other users work too.
  const { data, isPending } = useQuery({
    queryKey: ['waiting'],
    queryFn: async () => (me && (await readWaiting(me, waiting))) ?? null,
    staleTime: 0,
  });
  if (data === null) return null;
  return (
    <Card title={m.waiting_title()} wide>
      {isPending && <Skeleton width="60%" aria-label={m.admin_loading()} />}
      {data && (data.items.length > 0 || !data.incomplete) && (
        <ul className={waits.list}>
          {data.items.map(({ text, to }) => (
            <li key={text}>
              <Link to={to}>
                {text}
                <Icon name="next" size={16} />
              </Link>
            </li>
          ))}
          {data.items.length === 0 && <li className={styles.text}>{m.waiting_none()}</li>}
        </ul>
      )}
      {data?.incomplete && <CardNotice>{m.waiting_incomplete()}</CardNotice>}
    </Card>
  );
}
