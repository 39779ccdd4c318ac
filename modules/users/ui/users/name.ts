// The full name of a person.

/** The names, or else the email. */
export function nameOfUser(record: Record<string, unknown>): string {
  const name = [record['firstName'], record['lastName']]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ');
  return name || String(record['email'] ?? '');
}
