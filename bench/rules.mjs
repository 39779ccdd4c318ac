// The policies of rows that show what rules cost: one with a role that has rules, and one without any rule. A rule is
// written once: as lines of the policy, and as what `expected` adds to the conditions of a question.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mizan } from './server.mjs';

const ROLE = 'viewer';

/** Projects that the role may read: nearly all, so that answers are about as large as without rules. */
const LOCATION = { field: 'location', operator: 'not_equals', value: 'Town Square' };
const OF_PROJECT = { ...LOCATION, field: 'project.location' };

/** Units that the role may read: those of these projects, by either alternative nine of ten. */
const UNITS = [
  [OF_PROJECT, { field: 'status', operator: 'in', value: ['available', 'rented', 'reserved'] }],
  [OF_PROJECT, { field: 'bedrooms', operator: 'greater_than_or_equal', value: 2 }],
];

/** The fields of units that the role does not see. */
const HIDDEN = 'serviceChargesPerSqFt';
const MASKED = 'balconyAreaInSqFt';

const where = (resource, filter) => `where, ${ROLE}, ${resource}, read, ${JSON.stringify(filter)}`;

const LINES = [
  `g, ${ROLE}, user`,
  ...['backoffice', 'analytics'].map((area) => `p, ${ROLE}, ${area}, enter`),
  ...['units', 'projects', 'developers', 'filter-definitions', 'analytics'].map((one) => `p, ${ROLE}, ${one}, read`),
  where('projects', LOCATION),
  ...UNITS.map((conditions) => where('units', { operator: 'AND', conditions })),
  `fields, ${ROLE}, units, hide, ${HIDDEN}`,
  `fields, ${ROLE}, units, mask, ${MASKED}`,
];

/** The built-in policy and a role with rules; `user` has that role, and `rule` says what this user sees of units. */
export const RULES = {
  name: 'rules',
  user: { email: 'viewer@bench.test', role: ROLE },
  rule: { alternatives: UNITS, hidden: HIDDEN, masked: MASKED },
  of: (lines) => [...lines, ...LINES],
};

/** The built-in policy without its rules. */
export const NO_RULES = {
  name: 'no-rules',
  of: (lines) => lines.filter((line) => !/^(where|fields),/.test(line)),
};

/** The settings of a server with a policy, whose file is written into `folder`; none for the built-in policy. */
export async function settingsOf(policy, binary, folder) {
  if (!policy) return {};
  const lines = await mizan(binary, 'sqlite:///nowhere/mizan.db', ['policy', 'show', '--lines']);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${policy.name}.csv`);
  writeFileSync(file, `${policy.of(lines.trimEnd().split('\n')).join('\n')}\n`);
  return { MIZAN_POLICY: file };
}
