// An identity provider sends the visitor back with a parameter of its own in the address. It is taken out of the
// address, replacing the history entry, before anything else reads it.
import { session } from './session';

const PARAMETERS = ['__clerk_handshake', 'handshake'];

/** The address without a handshake; undefined when it has none. */
export function withoutHandshake(address: string): string | undefined {
  const url = new URL(address);
  if (!PARAMETERS.some((name) => url.searchParams.has(name))) return undefined;
  for (const name of PARAMETERS) url.searchParams.delete(name);
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Called once at the start, before the router reads the address. */
export function endHandshake(): void {
  const clean = withoutHandshake(location.href);
  if (clean === undefined) return;
  session.expect();
  history.replaceState(history.state, '', clean);
}
