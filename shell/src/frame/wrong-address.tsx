// The Page Not Found card for signed-in users.
import { useLoaderData } from '@tanstack/react-router';
import type { AreaCard } from '@mizan/ui-kit/areas';
import { m } from '@mizan/ui-kit/messages';
import { PageNotFound } from '@mizan/ui-kit/page-not-found';
import { useSession } from '@mizan/ui-kit/session';
import { useTitle } from '@mizan/ui-kit/title';

export function WrongAddress() {
  const areas: AreaCard[] = useLoaderData({ strict: false });
  const { me } = useSession();
  useTitle(m.page_not_found_title());
  return <PageNotFound permissions={me?.permissions ?? []} areas={areas} />;
}
