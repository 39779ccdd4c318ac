// Where an event leads to: the account of its actor, and what it is about.
import { feedOfRequest, paths, useMay, useResourceNamed, Value } from '@mizan/admin-ui/module';
import { Link } from 'react-router';
import type { Action, AuditEvent } from './messages.ts';

/** The resource of accounts. */
const ACCOUNTS = 'users';

/** Actions that may be about an account other than their actor's. */
const ABOUT_OTHERS: Action[] = [
  'password-set',
  'invited',
  'factors-reset',
  'token-revoked',
  'account-created',
  'account-locked',
  'account-unlocked',
  'linking-allowed',
  'identity-unlinked',
];

function Leading({ to, text }: { to: string | undefined; text: string }) {
  const shown = <bdi>{text}</bdi>;
  return to === undefined ? shown : <Link to={to}>{shown}</Link>;
}

/** The actor by the name of that moment, with a link to the account. */
export function Account({ record: { actor, actorId } }: { record: AuditEvent }) {
  const accounts = useResourceNamed(ACCOUNTS);
  const may = useMay();
  if (!actor) return <Value value={null} schema={{}} />;
  const to =
    accounts && actorId && may(accounts, 'view') ? paths.view(accounts.area, accounts.name, actorId) : undefined;
  return <Leading to={to} text={actor} />;
}

/** The records of an import, the list of a resource, or the account. */
export function About({ record }: { record: AuditEvent }) {
  const resource = useResourceNamed(record.object);
  const to = useAddress(record);
  return <Leading to={to} text={resource?.label ?? record.object} />;
}

function useAddress({ action, actorId, object, outcome, requestId }: AuditEvent): string | undefined {
  const resource = useResourceNamed(object);
  const accounts = useResourceNamed(ACCOUNTS);
  const may = useMay();
  if (resource) {
    if (action === 'import' && outcome === 'success' && requestId && may(resource, 'history'))
      return feedOfRequest(requestId, resource.name);
    return may(resource, 'list') ? paths.list(resource.area, resource.name) : undefined;
  }
  if (!accounts || !object.includes('@') || object.includes(' ')) return undefined;
  if (actorId && !ABOUT_OTHERS.includes(action))
    return may(accounts, 'view') ? paths.view(accounts.area, accounts.name, actorId) : undefined;
  if (!may(accounts, 'list') || !may(accounts, 'filters')) return undefined;
  const filters = { operator: 'AND', conditions: [{ field: 'email', operator: 'equals', value: object }] };
  return paths.list(accounts.area, accounts.name, `?filters=${encodeURIComponent(JSON.stringify(filters))}`);
}
