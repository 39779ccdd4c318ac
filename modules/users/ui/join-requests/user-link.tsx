// The link to the user of an accepted request.
import { paths } from '@mizan/admin-ui/module';
import { can, useSession } from '@mizan/ui-kit/session';
import { Link } from 'react-router';
import { nameOfUser } from '../users/name.ts';
import styles from './join-requests.module.css';

type Request = Record<string, unknown>;

/** The user's identifier. */
export const userIdOf = (request: Request): string | undefined =>
  typeof request['userId'] === 'string' ? request['userId'] : undefined;

/** The path of the user's page. */
export function userPath(request: Request): string | undefined {
  const id = userIdOf(request);
  return id && paths.view('backoffice', 'users', id);
}

export function UserLink({ request }: { request: Request }) {
  const { me } = useSession();
  const path = userPath(request);
  const name = <bdi>{nameOfUser(request)}</bdi>;
  if (!path || !can(me, 'users', 'read')) return name;
  return (
    <Link to={path} className={styles.link}>
      {name}
    </Link>
  );
}
