// The expected responses, computed from the fixture and never from the server. A row is measured only when its
// responses are correct; `written.mjs` checks rows that write.
import assert from 'node:assert/strict';
import { expected, isReadable } from './expected.mjs';
import { consensusOf, estimatorsOf, estimate, median } from './fixture.mjs';
import { PAGE } from './questions.mjs';
import { UNITS, idOf } from './product.mjs';

/** The number of questions of a kind that are checked. */
const SAMPLE = 12;

/** Some of a list, evenly over all of it. */
export const sampleOf = (list, number = SAMPLE) =>
  Array.from({ length: Math.min(number, list.length) }, (_, at) => list[Math.floor((at * list.length) / number)]);

function same(record, unit, { fixture, ids, rule }) {
  const { at, project, ...fields } = unit;
  if (rule) {
    assert.ok(!(rule.hidden in record), `${rule.hidden} is hidden`);
    delete fields[rule.hidden];
    fields[rule.masked] = null;
  }
  const reported = Object.fromEntries(Object.keys(fields).map((name) => [name, record[name]]));
  assert.deepEqual(reported, fields);
  assert.equal(idOf(record), ids.units[at]);
  assert.deepEqual(record.project, { _id: ids.projects[project], name: fixture.projects[project].name });
}

/**
 * Checks the answer of any product to a question of a list: the exact total, and the units of the page in order. Where the
 * fixture does not know the order, the units must be some that fit, in the order of what they say.
 */
export function listed(question, product, answer) {
  const what = JSON.stringify(question);
  const { total, units, all } = expected(question, product);
  const reported = product.listed(answer, question);
  assert.equal(reported.total, total, `the total of ${what}`);
  if (product.orders(question.sort ?? null)) {
    assert.deepEqual(
      reported.units.map((unit) => unit?.at),
      units.map(({ at }) => at),
      `the units of ${what}`,
    );
    return;
  }
  const fitting = new Set(all.map(({ unit }) => unit));
  assert.equal(new Set(reported.units).size, Math.min(PAGE, total), what);
  for (const unit of reported.units) assert.ok(fitting.has(unit), what);
  const keys = reported.records.map((record) => record[question.sort]);
  const sorted = keys.toSorted();
  assert.deepEqual(keys, question.descending ? sorted.toReversed() : sorted, `the order of ${what}`);
}

/** Checks a sample. While the columns of a large table are read into memory, some searches take longer than they may. */
export async function lists(run, requests) {
  for (const [question, [method, path]] of sampleOf(run.questions.map((one, at) => [one, requests[at]]))) {
    listed(question, run.product, await run.client.requestPatiently(method, path));
  }
}

export async function firstPage(run, requests) {
  await lists(run, requests);
  const { items, total, totalPages, limit } = await run.client.get(UNITS);
  assert.deepEqual([items.length, totalPages, limit], [PAGE, Math.ceil(total / PAGE), PAGE]);
  same(items[0], run.product.unitOf.get(idOf(items[0])), run);
}

export async function view(run, requests) {
  for (const [, path] of requests.slice(0, 5)) {
    const answer = await run.client.requestOk('GET', path);
    assert.match(answer.headers.etag, /^"[0-9a-f]+"$/);
    same(answer.data, run.product.unitOf.get(path.split('/').at(-1)), run);
  }
}

/** The explorer's expected response for the units that fit: medians and counts by the key of a unit. */
function explored(run, keyOf, fits) {
  const consensus = consensusOf(run.fixture);
  const of = new Map();
  for (const unit of run.fixture.units.filter((one) => isReadable(one, run) && fits(one))) {
    const key = keyOf(unit);
    if (!of.has(key)) of.set(key, { rents: [], yields: [] });
    const rent = consensus[unit.at];
    of.get(key).rents.push(rent);
    of.get(key).yields.push(rent / unit.purchasePriceInAED);
  }
  return of;
}

const close = (reported, value, what) =>
  assert.ok(Math.abs(reported / value - 1) < 1e-9, `${what} is ${reported}, not ${value}`);

async function explores(run, path, fits) {
  const answer = await run.client.get(path);
  const of = explored(run, (unit) => run.fixture.projects[unit.project].name, fits);
  assert.equal(answer.total, of.size);
  assert.equal(answer.rows.length, Math.min(1000, of.size));
  for (const { row, values } of answer.rows) {
    const { rents, yields } = of.get(row.label) ?? assert.fail(`There is no project ${row.label}`);
    close(values.rent.value, median(rents), `the median rent of ${row.label}`);
    close(values.grossYield.value, median(yields), `the gross yield of ${row.label}`);
    assert.deepEqual([values.units.value, values.rent.n], [rents.length, rents.length], row.label);
  }
}

/** Units and median rents by project and bedrooms. */
async function grouped(run, path, fits) {
  const { rows, total } = await run.client.get(path);
  const named = (unit) => `${run.fixture.projects[unit.project].name}, ${unit.bedrooms}`;
  const of = explored(run, named, fits);
  assert.equal(total, new Set([...of.keys()].map((key) => key.split(',')[0])).size);
  if (total <= 1000) assert.equal(rows.length, of.size);
  for (const { row, col, values } of rows) {
    const key = `${row.label}, ${col.key}`;
    const { rents } = of.get(key) ?? assert.fail(`There are no units of ${key}`);
    close(values.rent.value, median(rents), `the median rent of ${key}`);
    assert.deepEqual([values.units.value, values.rent.n], [rents.length, rents.length], key);
  }
}

/** A request with a number for {n}, and whether a unit is within its prices. */
function ranged([, template]) {
  const path = template.replace('{n}', '900001');
  const { value, secondValue } = JSON.parse(paramsOf(path).get('filters')).conditions[0];
  return [path, ({ purchasePriceInAED: price }) => price >= value && price <= secondValue];
}

export const exploreRange = (run, requests) => explores(run, ...ranged(requests[0]));
export const groups = (run, [[, path]]) => grouped(run, path, () => true);
export const groupsWithin = (run, requests) => grouped(run, ...ranged(requests[0]));

/** Checks that any two dimensions have answers, and the units of two that the fixture knows. */
export async function anyGroups(run, requests) {
  await exploreAny(
    run,
    requests.map((one) => ['GET', ranged(one)[0]]),
  );
  const [path, fits] = ranged(requests[0]);
  const filters = new URLSearchParams({ filters: paramsOf(path).get('filters') });
  await grouped(
    run,
    `/api/analytics/explore?dataset=units&measures=rent&measures=units&cols=bedrooms&rows=project&limit=1000&${filters}`,
    fits,
  );
}

const paramsOf = (path) => new URLSearchParams(path.split('?')[1]);

/** Checks for each query that there are estimates, and the total number of units; R8 checks the measures by project. */
export async function exploreAny(run, requests) {
  for (const [, path] of requests.slice(0, 3)) {
    const answer = await run.client.get(path);
    assert.ok(answer.total > 0 && answer.rows.length > 0, path);
    const names = paramsOf(path).getAll('measures');
    for (const { values } of answer.rows) assert.deepEqual(Object.keys(values), names);
  }
  const { rows } = await run.client.get(
    '/api/analytics/explore?dataset=units&measures=units&measures=rent&rows=bedrooms',
  );
  const of = new Map();
  for (const { bedrooms } of run.fixture.units.filter((one) => isReadable(one, run)))
    of.set(bedrooms, (of.get(bedrooms) ?? 0) + 1);
  assert.deepEqual(
    rows.map(({ row, values }) => [row.key, values.units.value, values.rent.n]),
    [...of].toSorted(([one], [other]) => one - other).map(([key, units]) => [String(key), units, units]),
  );
}

/** The deviation of estimators from the median of the others, by estimator. */
export async function exploreEstimates(run, requests) {
  await exploreAny(run, requests);
  const { rows } = await run.client.get(
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
  const answer = await run.client.get('/api/analytics/overview');
  const consensus = consensusOf(run.fixture);
  const rents = run.fixture.units.map((unit) => consensus[unit.at] / unit.totalAreaInSqFt);
  const reported = answer.figures.find(({ name }) => name === 'rentPerSqFt');
  assert.equal(reported.n, rents.length);
  assert.ok(Math.abs(reported.value / median(rents) - 1) < 1e-9, `the rent per square foot is ${reported.value}`);
}
