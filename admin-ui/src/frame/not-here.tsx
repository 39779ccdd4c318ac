// The Page Not Found card, within an area, and in place of an area that the user may not enter.
import { m } from '@mizan/ui-kit/messages';
import { PageNotFound } from '@mizan/ui-kit/page-not-found';
import { useSession } from '@mizan/ui-kit/session';
import { useLocation } from 'react-router';
import { useModuleRegistry } from '../module/registry.ts';
import { paths } from '../paths.ts';
import { Crumbs } from './crumbs.tsx';
import styles from './screen.module.css';

export function NotHere() {
  const { me } = useSession();
  const { productAreas } = useModuleRegistry();
  return (
    <>
      <Crumbs of={[{ label: m.page_not_found_title() }]} />
      <PageNotFound permissions={me?.permissions ?? []} areas={productAreas} />
    </>
  );
}

export function OutsideArea() {
  return (
    <main className={styles.outside}>
      <AccessDenied />
      <NotHere />
    </main>
  );
}

/** Explains why the user was redirected to the first page, while the URL has the error. */
export function AccessDenied() {
  const { pathname, search } = useLocation();
  const sent = new URLSearchParams(search).get('error') === 'access-denied';
  if (!sent || pathname.replace(/\/$/, '') !== paths.area('backoffice')) return null;
  return (
    <p className={styles.message} role="alert">
      {m.admin_access_denied()}
    </p>
  );
}
