// The paths of the shell. Those that all apps use come from ui-kit.
import { paths as shared } from '@mizan/ui-kit/paths';

export const paths = {
  start: shared.start,
  login: shared.login,
  join: shared.join,
  home: shared.home,
  analytics: shared.analytics,
  backoffice: shared.backoffice,
  docs: shared.docs,
  /** Redirects to a provider's sign-in page, which leads back to `redirect`. */
  signInWith: (provider: string, redirect: string): string =>
    `/api/auth/oidc/${encodeURIComponent(provider)}/start?redirect=${encodeURIComponent(redirect)}`,
} as const;

const OWN = [paths.login, paths.join, paths.home];

/** Whether an address of this origin is of the shell, or of one of these areas; for any other one the page is loaded. */
export function isOwnPath(address: string, areas: readonly { path: string }[]): boolean {
  const path = address.replace(/[?#].*$/s, '');
  const own: string[] = [...OWN, ...areas.map((area) => area.path)];
  return path === paths.start || own.some((one) => `${path}/`.startsWith(`${one}/`));
}
