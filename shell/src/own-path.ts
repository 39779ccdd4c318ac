// Which addresses an app with the shell has pages for. Read by its service worker, too.
import { paths } from './paths';

const OWN = [paths.login, paths.forgot, paths.reset, paths.join, paths.home, paths.inbox];

/** Whether an address of this origin is of the shell, or of one of these areas; for any other one the page is loaded. */
export function isOwnPath(address: string, areas: readonly { path: string }[]): boolean {
  const path = address.replace(/[?#].*$/s, '');
  const own: string[] = [...OWN, ...areas.map((area) => area.path)];
  return path === paths.start || own.some((one) => `${path}/`.startsWith(`${one}/`));
}
