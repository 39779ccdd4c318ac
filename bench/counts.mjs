// What there is in a database, counted by its own program and not by the product.
import { ESTIMATORS, FIGURES_PER_UNIT } from './desk.mjs';
import { Refusal } from './settings.mjs';

const count = (table, condition = '1 = 1') => `SELECT count(*) FROM ${table} WHERE ${condition}`;

/** Units whose consensus is not of as many figures as there are. */
const STALE = count(
  'consensus',
  'estimators <> (SELECT count(*) FROM assessments WHERE assessments.unit_id = consensus.unit_id)',
);

/** How many versions the history of a resource has. */
export const versions = async (place, resource) =>
  Number(await place.query(count('changes', `resource = '${resource}'`)));

async function same(place, expected) {
  for (const [what, sql, number] of expected) {
    const there = Number(await place.query(sql));
    if (there !== number) throw new Refusal(`${what} in ${place.name}: ${there}, and not ${number}`);
  }
}

/** Whether the whole desk was entered, with all that follows from it, and nothing else. */
export async function seeded(place, { developers, projects, units }, hasFigures) {
  const entered = { developers: developers.length, projects: projects.length, units: units.length };
  const expected = Object.entries(entered).flatMap(([name, number]) => [
    [name, count(name), number],
    [`versions of ${name}`, count('changes', `resource = '${name}'`), number],
  ]);
  expected.push(['accounts', count('accounts'), 1 + ESTIMATORS.length]);
  if (place.searches) expected.push(['texts that are searched', count('units_searched'), units.length]);
  if (hasFigures) {
    const figures = FIGURES_PER_UNIT * units.length;
    expected.push(['figures', count('assessments'), figures]);
    expected.push(['versions of figures', count('changes', "resource = 'estimations'"), figures]);
    expected.push(['units with a consensus', count('consensus', `estimators = ${FIGURES_PER_UNIT}`), units.length]);
  }
  await same(place, expected);
}

/** Whether every unit's consensus is of all its figures. */
export const consensus = (place) => same(place, [['units whose consensus is not of all their figures', STALE, 0]]);
