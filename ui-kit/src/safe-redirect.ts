// An address to go on to, from the address of a page.
import { paths as places } from './paths';

/** A path of this origin, or the home page: an open redirect is rejected. */
export function safeRedirect(value: unknown): string {
  // Browsers remove tabs and line breaks from a URL, and read a backslash as a slash.
  // oxlint-disable-next-line no-control-regex
  if (typeof value !== 'string' || !/^\/(?!\/)/.test(value) || /[\\\u0000-\u001f\u007f]/.test(value))
    return places.home;
  const target = new URL(value, location.origin);
  if (target.origin !== location.origin) return places.home;
  // Dot segments may leave two slashes at the beginning: "/.//elsewhere".
  if (target.pathname.startsWith('//')) return places.home;
  return `${target.pathname}${target.search}${target.hash}`;
}
