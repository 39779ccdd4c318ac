// Many clients change one unit at the same time, with If-Match: each reads it and adds one to its rent. The sum is the number
// of changes that were accepted, and the history has each of them.
import { setTimeout as pause } from 'node:timers/promises';
import { UNITS } from '../product.mjs';
import { Statuses, atLeast, exactly, format, zero } from './measured.mjs';

const CLIENTS = 50;

/**
 * A client whose change was stale tries again within this many times as long as the change took, so that not all of
 * them do at once.
 */
const AGAIN_WITHIN = 10;

/** A page of the history. */
const PAGE = 100;

/** Reads the whole history of a record, and counts the versions that do not follow the one before. */
async function gaps(client, path, versions, start) {
  let wrong = 0;
  for (let page = 1; (page - 1) * PAGE < versions; page += 1) {
    const { total, items } = await client.get(`${path}/history?limit=${PAGE}&page=${page}`);
    if (total !== versions) wrong += 1;
    items.forEach((one, at) => {
      const version = versions - (page - 1) * PAGE - at;
      const isNext = version === 1 || one.before?.yearlyRentInAED === one.after.yearlyRentInAED - 1;
      if (one.version !== version || one.after.yearlyRentInAED !== start + version - 1 || !isNext) wrong += 1;
    });
  }
  return wrong;
}

export const LOST_UPDATES = {
  name: 'lost-updates',
  what: `${CLIENTS} clients change one unit with If-Match`,
  seenToFail: "without the comparison of the ETag under the record's lock (`lost`).",
  databases: ['sqlite', 'postgres'],
  rounds: 1_000,
  few: 1,

  async run({ app, rounds }) {
    const node = await app.serve();
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => app.signIn(node)));
    const path = `${UNITS}/${app.ids.units[0]}`;
    const { yearlyRentInAED: start } = await clients[0].get(path);
    const statuses = new Statuses();
    const change = async (client) => {
      for (let accepted = 0; accepted < rounds;) {
        const started = performance.now();
        const { data, headers } = await client.requestOk('GET', path);
        const patch = { yearlyRentInAED: data.yearlyRentInAED + 1 };
        const { status } = await client.request('PATCH', path, patch, { 'if-match': headers.etag });
        statuses.add(status);
        if (status === 200) accepted += 1;
        else if (status === 412) await pause(Math.random() * AGAIN_WITHIN * (performance.now() - started));
        else return;
      }
    };
    await Promise.all(clients.map(change));
    const accepted = statuses.of(200);
    const end = await clients[0].get(path);
    const wrong = await gaps(clients[0], path, accepted + 1, start);
    clients.forEach((client) => client.end());
    await node.stop();
    return {
      counted: `${format(accepted)} changes accepted, ${format(statuses.of(412))} refused as stale`,
      measured: [
        exactly('accepted', accepted, CLIENTS * rounds),
        zero('lost', start + accepted - end.yearlyRentInAED),
        zero('versions out of order', wrong),
        zero('other answers', statuses.except(200, 412)),
        zero('panics', app.panics()),
        atLeast('stale changes refused', statuses.of(412), rounds),
      ],
    };
  },
};
