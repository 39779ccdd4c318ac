// An identity provider sends the visitor back with a parameter of its own in the address. It is taken out of the
// address, replacing the history entry, before anything else reads it.
import { session } from './session';

const PARAMETERS = ['__clerk_handshake', 'handshake'];

/** The address without a handshake; undefined when it has none. */
export function withoutHandshake(address: string): string | undefined {
  const { pathname, search, hash } = new URL(address);
  const parts = search.slice(1).split('&');
  const remaining = parts.filter((part) => !PARAMETERS.includes(nameOf(part)));
  if (remaining.length === parts.length) return undefined;
  return `${pathname}${remaining.length > 0 ? `?${remaining.join('&')}` : ''}${hash}`;
}

// The others stay as they are written, letter by letter: a set of parameters that is written again changes `%20` to `+`.
function nameOf(part: string): string {
  return [...new URLSearchParams(part).keys()][0] ?? '';
}

/** Runs at the start, before the router reads the address. */
export function endHandshake(): void {
  const clean = withoutHandshake(location.href);
  if (clean === undefined) return;
  session.expect();
  history.replaceState(history.state, '', clean);
}
