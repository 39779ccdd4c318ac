// What the sign-in page offers: a password, providers elsewhere, or both. The server says which. The route asks before the
// page is loaded: what only the page needs stands elsewhere.
import type { components } from '@mizan/openapi/schema';
import { api, dataOf } from '@mizan/ui-kit/http';

export type Ways = components['schemas']['WaysIn'];

/** Without an answer the form is offered by itself: signing in will then tell what is wrong. */
export async function waysToSignIn(): Promise<Ways> {
  try {
    return dataOf(await api.GET('/api/auth/providers'));
  } catch {
    return { password: true, providers: [] };
  }
}
