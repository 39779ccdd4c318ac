// The user that somebody became whose request was accepted.
import { paths } from '@mizan/admin-ui/module';
import { can, useSession } from '@mizan/ui-kit/session';
import { Link } from 'react-router';
import { nameOfUser } from '../users/name.ts';
import styles from './join-requests.module.css';

type Request = Record<string, unknown>;

/** The identifier of that user. */
export const userIdOf = (request: Request): string | undefined =>
  typeof request['userId'] === 'string' ? request['userId'] : undefined;

/** Where that user is shown. */
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
