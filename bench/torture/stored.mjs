// Checks that everything that was acknowledged is stored, and that nothing is half there.
import { idOf, UNITS } from '../product.mjs';
import { changeOf } from './load.mjs';
import { zero } from './measured.mjs';

/** The number of concurrent reads. */
const CONCURRENT = 8;

const ESTIMATIONS = '/api/backoffice/estimations';

/** What is wrong, each as a message. */
export class Faults {
  lost = [];
  half = [];
  twice = [];

  /** Prints the first of them, and returns how many there are of each kind, which must be none. */
  measured(log) {
    for (const fault of [...this.lost, ...this.half, ...this.twice].slice(0, 10)) log(fault);
    return ['lost', 'half', 'twice'].map((kind) => zero(kind, this[kind].length));
  }
}

async function inTurns(items, work) {
  const left = [...items];
  const one = async () => {
    for (let next = left.shift(); next; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: CONCURRENT }, one));
}

/** Whether the history of a unit has each of its changes once, and ends with the unit as it is. */
async function agrees(client, unit, last) {
  const { total, items } = await client.get(`${UNITS}/${idOf(unit)}/history?limit=100`);
  const changes = items.toReversed();
  const isWhole = changes.every(
    (one, at) =>
      one.version === at + 1 &&
      one.action === (at === 0 ? 'create' : 'update') &&
      changeOf(one.after) === at &&
      (at === 0 || changeOf(one.before) === at - 1),
  );
  return total === last + 1 && isWhole && JSON.stringify(items[0].after) === JSON.stringify(unit);
}

/** Checks a unit as it was written, and what its idempotency key returns now. */
async function checkUnit({ client, faults }, one) {
  const again = await client.request('POST', UNITS, one.body, { 'idempotency-key': one.number });
  if (again.status !== 201) {
    faults.lost.push(`${one.number}: its key returns ${again.status} ${again.text}`);
    return;
  }
  const id = idOf(JSON.parse(again.text));
  if (one.id && id !== one.id) faults.twice.push(`${one.number}: ${one.id} and ${id}`);
  const answer = await client.request('GET', `${UNITS}/${one.id ?? id}`);
  if (answer.status !== 200) {
    faults.lost.push(`${one.number}: ${answer.status}`);
    return;
  }
  const unit = JSON.parse(answer.text);
  const last = changeOf(unit);
  if (last === null) faults.half.push(`${one.number}: half a change`);
  else if (last < one.acknowledged || last > one.requested)
    faults.lost.push(`${one.number}: change ${last}, of ${one.acknowledged} that were acknowledged`);
  else if (!(await agrees(client, unit, last))) faults.half.push(`${one.number}: its history does not agree`);
}

async function checkEstimate({ client, faults }, one) {
  const answer = await client.request('GET', `${ESTIMATIONS}/${one.estimate}`);
  if (answer.status !== 200) {
    faults.lost.push(`the estimate of ${one.number}: ${answer.status}`);
    return;
  }
  const { items } = await client.get(`${ESTIMATIONS}/${one.estimate}/history`);
  const { estimatedYearlyRentInAED: rent } = JSON.parse(answer.text);
  if (items.length !== 1 || items[0].after.estimatedYearlyRentInAED !== rent)
    faults.half.push(`the estimate of ${one.number}: its history does not agree`);
}

/** Checks what clients wrote, through a node. */
export async function check(client, written, faults) {
  await inTurns(written, (one) => checkUnit({ client, faults }, one));
  await inTurns(
    written.filter(({ estimate }) => estimate),
    (one) => checkEstimate({ client, faults }, one),
  );
}

/** What tables must have in common: two counts each, that differ when a write is half there. */
const PAIRS = [
  [
    "(SELECT id FROM units UNION ALL SELECT record_id FROM changes WHERE resource = 'units' AND action = 'delete') AS units",
    "changes WHERE resource = 'units' AND action = 'create'",
  ],
  ['assessments', "changes WHERE resource = 'estimations' AND action = 'create'"],
  ["answers WHERE status = 201 AND body LIKE '%serviceChargesPerSqFt%'", "units WHERE unit_number LIKE '%-%'"],
];

/** The same of API tokens and their audit events. */
const TOKENS = [
  "audit_events WHERE action = 'token-created'",
  "(SELECT id FROM integrator_tokens UNION ALL SELECT id FROM audit_events WHERE action = 'token-revoked') AS tokens",
];

/** A consensus that is not of all the estimates of its unit. */
const STALE =
  'consensus WHERE estimators <> (SELECT count(*) FROM assessments WHERE assessments.unit_id = consensus.unit_id)';

/** Counts in SQL, and recomputes the hashes of history and audit. A restored database has no API tokens. */
export async function checkTables(app, faults, { isRestored = false } = {}) {
  for (const [one, other] of isRestored ? PAIRS : [...PAIRS, TOKENS]) {
    const counts = [await app.count(one), await app.count(other)];
    if (counts[0] !== counts[1]) faults.half.push(`${counts[0]} ${one}, ${counts[1]} ${other}`);
  }
  const stale = await app.count(STALE);
  if (stale > 0) faults.half.push(`${stale} of ${STALE}`);
  return app.findings();
}
