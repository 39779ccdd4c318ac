// Counts rows with the database's own program, not with the product.
import { ESTIMATORS, ESTIMATES_PER_UNIT } from './fixture.mjs';
import { Refusal } from './settings.mjs';

const count = (table, condition = '1 = 1') => `SELECT count(*) FROM ${table} WHERE ${condition}`;

/** The number of units whose consensus has another count than they have estimates. */
const STALE = count(
  'consensus',
  'estimators <> (SELECT count(*) FROM assessments WHERE assessments.unit_id = consensus.unit_id)',
);

/** The number of versions in the history of a resource. */
export const versions = async (database, resource) =>
  Number(await database.query(count('changes', `resource = '${resource}'`)));

async function same(database, expected) {
  for (const [what, sql, number] of expected) {
    const there = Number(await database.query(sql));
    if (there !== number) throw new Refusal(`${what} in ${database.name}: ${there}, and not ${number}`);
  }
}

/** Checks that the database contains exactly the fixture, and what is derived from it. */
export async function seeded(database, { developers, projects, units }, hasEstimates) {
  const entered = { developers: developers.length, projects: projects.length, units: units.length };
  const expected = Object.entries(entered).flatMap(([name, number]) => [
    [name, count(name), number],
    [`versions of ${name}`, count('changes', `resource = '${name}'`), number],
  ]);
  expected.push(['accounts', count('accounts'), 1 + ESTIMATORS.length]);
  if (database.searches) expected.push(['texts that are searched', count('units_searched'), units.length]);
  if (hasEstimates) {
    const estimates = ESTIMATES_PER_UNIT * units.length;
    expected.push(['estimates', count('assessments'), estimates]);
    expected.push(['versions of estimates', count('changes', "resource = 'estimations'"), estimates]);
    expected.push(['units with a consensus', count('consensus', `estimators = ${ESTIMATES_PER_UNIT}`), units.length]);
  }
  await same(database, expected);
}

/** Checks that the consensus of every unit is of all its estimates. */
export const consensus = (database) =>
  same(database, [['units whose consensus is not of all their estimates', STALE, 0]]);
