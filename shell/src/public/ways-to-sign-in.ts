// The ways to sign in, by password or providers, as the server returns them. The route loads them before the page's
// chunk, so this file has nothing that only the page needs.
import type { components } from '@mizan/openapi/schema';
import { api, dataOf } from '@mizan/ui-kit/http';

export type Ways = components['schemas']['WaysIn'];

/** When the request fails, only the password form is offered; signing in will then show the error. */
export async function waysToSignIn(): Promise<Ways> {
  try {
    return dataOf(await api.GET('/api/auth/providers'));
  } catch {
    return { password: true, providers: [] };
  }
}
