// Begins to view as another user.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { m } from '@mizan/ui-kit/messages';
import { can, session } from '@mizan/ui-kit/session';
import { errorMessage } from '../data/problems.ts';
import { VIEW, type View } from '../data/view-as.ts';
import { toastFailure } from '../data/why.ts';
import { api, paths } from '../paths.ts';

interface Person {
  id: string;
  name: string;
}

/** Opens the back-office with a user's eyes, or shows why that is refused. */
export async function beginView(user: Person): Promise<void> {
  try {
    await viewAs(user);
  } catch (error) {
    toastFailure(error, errorMessage(error, m.view_as_failed({ name: user.name })));
  }
}

async function viewAs(user: Person): Promise<void> {
  const response = await authorizedFetch(api.viewAs, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ userId: user.id }),
  });
  if (!response.ok) throw await problemOf(response);
  const { accessToken, expiresIn } = (await response.json()) as { accessToken: string; expiresIn: number };
  const view: View = {
    token: accessToken,
    expiresAt: Date.now() + expiresIn * 1000,
    name: user.name,
    from: location.pathname + location.search,
    asks: can(session.current().me, 'policy', 'read'),
  };
  sessionStorage.setItem(VIEW, JSON.stringify(view));
  location.assign(paths.area('backoffice'));
}
