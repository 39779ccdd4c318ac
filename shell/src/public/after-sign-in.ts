// Where a user goes after signing in: to the address that this one came for, or else to where the product has the role start.
import { redirect } from '@tanstack/react-router';
import { startPage } from '@mizan/ui-kit/product';
import { safeRedirect } from '@mizan/ui-kit/safe-redirect';
import type { Me } from '@mizan/ui-kit/session';
import type { Area } from '../area';
import { isOwnPath } from '../own-path';
import { paths } from '../paths';

/** Redirects there from a public page; a page of another app is loaded. */
export async function goOn({ roles }: Me, areas: Area[], wanted?: string): Promise<void> {
  const target = wanted ? safeRedirect(wanted) : (startPage(roles) ?? paths.home);
  if (isOwnPath(target, areas)) throw redirect({ href: target, replace: true });
  location.replace(target);
  // The page is being left: nothing more is rendered.
  await new Promise<never>(() => {});
}
