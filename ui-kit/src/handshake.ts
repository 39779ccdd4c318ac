// An identity provider redirects back with a parameter in the URL. It is removed, replacing the history entry, before
// anything else reads the URL.
import { session } from './session';

const PARAMETERS = ['__clerk_handshake', 'handshake'];

/** The URL without the parameter; undefined when it has none. */
export function withoutHandshake(address: string): string | undefined {
  const { pathname, search, hash } = new URL(address);
  const parts = search.slice(1).split('&');
  const remaining = parts.filter((part) => !PARAMETERS.includes(nameOf(part)));
  if (remaining.length === parts.length) return undefined;
  return `${pathname}${remaining.length > 0 ? `?${remaining.join('&')}` : ''}${hash}`;
}

// The other parameters keep their encoding: URLSearchParams would change `%20` to `+`.
function nameOf(part: string): string {
  return [...new URLSearchParams(part).keys()][0] ?? '';
}

/** Runs at startup, before the router reads the URL. */
export function endHandshake(): void {
  const clean = withoutHandshake(location.href);
  if (clean === undefined) return;
  session.expect();
  history.replaceState(history.state, '', clean);
}
