// All paths of this app. Those that both apps use come from ui-kit.
import { paths as shared } from '@mizan/ui-kit/paths';

export const paths = {
  start: shared.start,
  login: shared.login,
  join: shared.join,
  home: shared.home,
  estimations: shared.estimations,
  leaderboard: '/estimations/leaderboard',
  assessments: '/estimations/assessments',
  project: '/estimations/assessments/$projectId',
  unit: '/estimations/assessments/$projectId/$unitId',
  analytics: shared.analytics,
  backoffice: shared.backoffice,
  docs: shared.docs,
  /** Redirects to a provider's sign-in page, which leads back to `redirect`. */
  signInWith: (provider: string, redirect: string): string =>
    `/api/auth/oidc/${encodeURIComponent(provider)}/start?redirect=${encodeURIComponent(redirect)}`,
} as const;

const OWN = [paths.login, paths.join, paths.home, paths.estimations];

/** Whether this app has the page at an address of this origin; for any other one the page is loaded. */
export function isOwnPath(address: string): boolean {
  const path = address.replace(/[?#].*$/s, '');
  return path === paths.start || OWN.some((own) => `${path}/`.startsWith(`${own}/`));
}
