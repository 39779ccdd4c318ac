// Checks what a row has written: through the product, and counted in the database.
import assert from 'node:assert/strict';
import { ESTIMATORS } from './fixture.mjs';
import { idOf } from './product.mjs';

/** The number of records that are checked. */
const SAMPLE = 50;

/** The number of concurrent reads. */
const CONCURRENT = 8;

/** The newest version of a record. */
const newest = async (run, path) => (await run.client.get(`${path}/history?limit=1`)).items[0];

/** Adds the If-Match that a form would send: each record is read first. */
export async function matched(run, requests) {
  const left = requests.map((request, at) => ({ request, at }));
  const ready = [];
  const read = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [method, path, who, body] = next.request;
      ready[next.at] = [method, path, who, body, (await run.client.requestOk('GET', path)).headers.etag];
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, read));
  return ready;
}

export async function change(run, requests) {
  const path = requests.at(-1)[1];
  const before = await run.client.requestOk('GET', path);
  const patch = (rent, etag) => run.client.request('PATCH', path, { yearlyRentInAED: rent }, { 'if-match': etag });
  const after = await patch(20_001, before.headers.etag);
  assert.equal(after.status, 200);
  assert.notEqual(after.headers.etag, before.headers.etag);
  assert.equal((await patch(20_003, before.headers.etag)).status, 412, 'a change of what somebody else has changed');
  assert.equal((await run.client.get(path)).yearlyRentInAED, 20_001);
  const { before: was, after: is, actor } = await newest(run, path);
  assert.deepEqual([was.yearlyRentInAED, is.yearlyRentInAED], [before.data.yearlyRentInAED, 20_001]);
  assert.match(actor.name, /^admin/);
}

/** A sample of a row's first `count / 2` requests, which the warm-up and the first run have sent for certain. */
function sampled(requests, count) {
  const done = Math.min(requests.length, Math.ceil(count / 2));
  return Array.from({ length: Math.min(SAMPLE, done) }, (_, at) => requests[Math.floor((at * done) / SAMPLE) % done]);
}

export async function changed(run, requests, count) {
  for (const [, path] of sampled(requests, count)) {
    const { yearlyRentInAED: rent } = await run.client.get(path);
    // Rents are seeded as even numbers, and changed to odd ones.
    assert.equal(rent % 2, 1, `${path} was not changed`);
    const version = await newest(run, path);
    assert.deepEqual(
      [version.action, version.changed, version.after.yearlyRentInAED],
      ['update', ['yearlyRentInAED'], rent],
    );
  }
}

export async function save(run, requests) {
  const [, path, who, text] = requests.at(-1);
  const body = JSON.parse(text.replace('{n}', '20001'));
  const estimator = run.people[who - 1];
  const { status, data } = await estimator.requestOk('POST', path, body);
  assert.ok(status === 201 || status === 200);
  assert.equal(data.estimatedYearlyRentInAED, 20_001);
  assert.equal((await estimator.requestOk('POST', path, { ...body, estimatedYearlyRentInAED: 20_003 })).status, 200);
  const version = await newest(run, `/api/backoffice/estimations/${idOf(data)}`);
  assert.equal(version.after.estimatedYearlyRentInAED, 20_003);
  assert.equal(version.before.estimatedYearlyRentInAED, 20_001);
}

export async function saved(run, requests, count) {
  for (const [, , who, text] of sampled(requests, count)) {
    const { unitId, projectId } = JSON.parse(text.replace('{n}', '0'));
    const own = await run.people[who - 1].get(`/api/assessments?projectId=${projectId}`);
    const estimates = own.filter((one) => one.unitId === unitId);
    assert.equal(estimates.length, 1, `${ESTIMATORS[who - 1]} has no estimate of unit ${unitId}`);
    assert.equal(estimates[0].estimatedYearlyRentInAED % 2, 1);
    const version = await newest(run, `/api/backoffice/estimations/${idOf(estimates[0])}`);
    assert.equal(version.after.estimatedYearlyRentInAED, estimates[0].estimatedYearlyRentInAED);
  }
}

/** No answered write may be missing; those that wrk did not wait for may be there as well. */
export function allThere(answered, versions, waitedFor) {
  const message = `${answered} writes were answered, the history has ${versions}`;
  assert.ok(versions >= answered && versions <= answered + waitedFor, message);
}
