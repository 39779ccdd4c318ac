// The expected responses, computed from the fixture and never from the server. A row is measured only when its
// responses are correct; `written.mjs` checks rows that write.
import assert from 'node:assert/strict';
import { estimatorsOf, estimate, median } from './fixture.mjs';

const UNITS = '/api/backoffice/units';

/** The identifier of a record. */
export const idOf = ({ _id: id }) => id;
const page = ({ items, total, totalPages, limit }) => ({ items: items.length, total, totalPages, limit });

/** Identifiers of units in the list's default order: by number in natural order, then by identifier. */
function inOrder({ fixture, ids }) {
  const keyed = fixture.units.map((unit) => [Number(unit.unitNumber), ids.units[unit.at]]);
  return keyed.toSorted((one, other) => one[0] - other[0] || (one[1] < other[1] ? -1 : 1)).map(([, id]) => id);
}

function same(record, unit, { fixture, ids }) {
  const { at, project, ...fields } = unit;
  const reported = Object.fromEntries(Object.keys(fields).map((name) => [name, record[name]]));
  assert.deepEqual(reported, fields);
  assert.equal(idOf(record), ids.units[at]);
  assert.deepEqual(record.project, { _id: ids.projects[project], name: fixture.projects[project].name });
}

export async function firstPage(run) {
  const answer = await run.admin.get(UNITS);
  const total = run.fixture.units.length;
  assert.deepEqual(page(answer), { items: 20, total, totalPages: Math.ceil(total / 20), limit: 20 });
  const first = inOrder(run).slice(0, 20);
  assert.deepEqual(answer.items.map(idOf), first);
  same(answer.items[0], run.fixture.units[run.ids.units.indexOf(first[0])], run);
}

export async function filtered(run, requests) {
  for (const [, path] of requests.slice(0, 5)) {
    const [project, bedrooms] = JSON.parse(new URLSearchParams(path.split('?')[1]).get('filters')).conditions.map(
      ({ value }) => value,
    );
    const fitting = run.fixture.units.filter(
      (unit) => run.ids.projects[unit.project] === project && unit.bedrooms === bedrooms,
    );
    const answer = await run.admin.get(path);
    assert.equal(answer.total, fitting.length);
    const prices = fitting.map((unit) => unit.purchasePriceInAED).toSorted((one, other) => other - one);
    assert.deepEqual(
      answer.items.map((one) => one.purchasePriceInAED),
      prices.slice(0, 20),
    );
  }
}

export async function deepPage(run, [[, path]]) {
  const number = Number(new URLSearchParams(path.split('?')[1]).get('page'));
  const answer = await run.admin.get(path);
  assert.equal(answer.total, run.fixture.units.length);
  const from = (number - 1) * 20;
  assert.deepEqual(answer.items.map(idOf), inOrder(run).slice(from, from + 20));
}

export async function search(run, requests) {
  const { projects, units } = run.fixture;
  for (const [, path] of [...requests.slice(0, 6), ['GET', `${UNITS}?search=no+such+thing`]]) {
    const term = new URLSearchParams(path.split('?')[1]).get('search').trim().toLowerCase();
    const within = (unit) => [
      unit.unitNumber,
      projects[unit.project].name,
      projects[unit.project].developer,
      unit.view ?? '',
    ];
    const fitting = units.filter((unit) => within(unit).some((text) => text.toLowerCase().includes(term)));
    const answer = await run.admin.get(path);
    assert.equal(answer.total, fitting.length, `units that contain ${term}`);
    assert.equal(answer.items.length, Math.min(20, fitting.length));
  }
}

export async function view(run, requests) {
  for (const [, path] of requests.slice(0, 5)) {
    const answer = await run.admin.requestOk('GET', path);
    assert.match(answer.headers.etag, /^"[0-9a-f]+"$/);
    same(answer.data, run.fixture.units[run.ids.units.indexOf(path.split('/').at(-1))], run);
  }
}

/** The explorer's expected response for the units that fit: by project, medians and counts. */
function explored({ fixture }, fits) {
  const consensus = (unit) =>
    Math.exp(median(estimatorsOf(unit.project).map((one) => Math.log(estimate(unit, one).estimatedYearlyRentInAED))));
  const of = new Map();
  for (const unit of fixture.units.filter(fits)) {
    const name = fixture.projects[unit.project].name;
    if (!of.has(name)) of.set(name, { rents: [], yields: [] });
    const rent = consensus(unit);
    of.get(name).rents.push(rent);
    of.get(name).yields.push(rent / unit.purchasePriceInAED);
  }
  return of;
}

async function explores(run, path, fits) {
  const answer = await run.admin.get(path);
  const expected = explored(run, fits);
  assert.equal(answer.total, expected.size);
  assert.equal(answer.rows.length, Math.min(1000, expected.size));
  const expectClose = (reported, value, what) =>
    assert.ok(Math.abs(reported / value - 1) < 1e-9, `${what} is ${reported}, not ${value}`);
  for (const { row, values } of answer.rows) {
    const { rents, yields } = expected.get(row.label) ?? assert.fail(`There is no project ${row.label}`);
    expectClose(values.rent.value, median(rents), `the median rent of ${row.label}`);
    expectClose(values.grossYield.value, median(yields), `the gross yield of ${row.label}`);
    assert.deepEqual([values.units.value, values.rent.n], [rents.length, rents.length], row.label);
  }
}

export const explore = (run, [[, path]]) => explores(run, path, () => true);

export async function exploreRange(run, requests) {
  const path = requests[0][1].replace('{n}', '900001');
  const range = JSON.parse(new URLSearchParams(path.split('?')[1]).get('filters')).conditions[0];
  await explores(run, path, ({ purchasePriceInAED: price }) => price >= range.value && price <= range.secondValue);
}

const paramsOf = (path) => new URLSearchParams(path.split('?')[1]);

/** Checks for each query that there are estimates, and the total number of units; R8 checks the measures by project. */
export async function exploreAny(run, requests) {
  for (const [, path] of requests.slice(0, 3)) {
    const answer = await run.admin.get(path);
    assert.ok(answer.total > 0 && answer.rows.length > 0, path);
    const names = paramsOf(path).getAll('measures');
    for (const { values } of answer.rows) assert.deepEqual(Object.keys(values), names);
  }
  const { rows } = await run.admin.get(
    '/api/analytics/explore?dataset=units&measures=units&measures=rent&rows=bedrooms',
  );
  const of = new Map();
  for (const { bedrooms } of run.fixture.units) of.set(bedrooms, (of.get(bedrooms) ?? 0) + 1);
  assert.deepEqual(
    rows.map(({ row, values }) => [row.key, values.units.value, values.rent.n]),
    [...of].toSorted(([one], [other]) => one - other).map(([key, units]) => [String(key), units, units]),
  );
}

/** The deviation of estimators from the median of the others, by estimator. */
export async function exploreEstimates(run, requests) {
  await exploreAny(run, requests);
  const { rows } = await run.admin.get(
    '/api/analytics/explore?dataset=assessments&measures=estimates&measures=bias&rows=estimator&limit=1000',
  );
  const errors = new Map();
  for (const unit of run.fixture.units) {
    const logs = estimatorsOf(unit.project).map((one) => [one, Math.log(estimate(unit, one).estimatedYearlyRentInAED)]);
    for (const [estimator, x] of logs) {
      const others = logs.filter(([one]) => one !== estimator).map(([, log]) => log);
      if (!errors.has(estimator)) errors.set(estimator, []);
      errors.get(estimator).push(x - median(others));
    }
  }
  assert.equal(rows.length, errors.size);
  for (const { row, values } of rows) {
    const own = errors.get(Number(row.label.match(/\d+/)[0]) - 1);
    assert.deepEqual([values.estimates.value, values.bias.n], [own.length, own.length], row.label);
    assert.ok(Math.abs(values.bias.value - (Math.exp(median(own)) - 1)) < 1e-9, `the bias of ${row.label}`);
  }
}

/** The median rent per square foot of all units. */
export async function overview(run) {
  const { measures } = await run.admin.get('/api/analytics/overview');
  const rents = run.fixture.units.map((unit) => {
    const all = estimatorsOf(unit.project).map((one) => Math.log(estimate(unit, one).estimatedYearlyRentInAED));
    return Math.exp(median(all)) / unit.totalAreaInSqFt;
  });
  const reported = measures.find(({ name }) => name === 'rentPerSqFt');
  assert.equal(reported.n, rents.length);
  assert.ok(Math.abs(reported.value / median(rents) - 1) < 1e-9, `the rent per square foot is ${reported.value}`);
}
