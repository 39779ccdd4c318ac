// Two nodes with a streaming replica, which stops replaying, is killed, and comes back, again and again. Clients change a unit
// at one node and read it at the other: no answer may be older than the client's own last change.
import { join } from 'node:path';
import { UNITS, filterOf, query } from '../product.mjs';
import { Statuses, atLeast, format, zero } from './measured.mjs';

const CLIENTS = 8;

/** The changes of each client while the replica is in one state. */
const CHANGES = 25;

/** For how long is waited until the replica answers again, in milliseconds. */
const GIVEN_UP = 30_000;

/** Each returns what the answer says of the number of changes. */
const READS = [
  // The replica answers a history, memory a record and a list, and the database what memory does not have.
  async (client, { path, versions }) => (await client.get(`${path}/history?limit=1`)).total - versions,
  async (client, { path, start }) => (await client.get(path)).yearlyRentInAED - start,
  async (client, { id, start }) => {
    const page = await client.get(
      `${UNITS}?${query({ filters: filterOf({ field: '_id', operator: 'equals', value: id }) })}`,
    );
    return page.items[0].yearlyRentInAED - start;
  },
];

class Person {
  changes = 0;
  behind = 0;

  constructor(writer, reader, unit) {
    Object.assign(this, { writer, reader, unit });
  }

  /** Changes the unit, and reads it at the other node, in each way. */
  async change(statuses) {
    const { status } = await this.writer.request('PATCH', this.unit.path, {
      yearlyRentInAED: this.unit.start + this.changes + 1,
    });
    statuses.add(status);
    if (status !== 200) return;
    this.changes += 1;
    const seen = await Promise.all(READS.map((read) => read(this.reader, this.unit)));
    this.behind += seen.filter((changes) => changes !== this.changes).length;
  }
}

export const REPLICAS = {
  name: 'replicas',
  what: 'a replica stops replaying, is killed, and comes back',
  seenToFail:
    'with a replica that answers before it has replayed what the primary had written (`answers behind own writes`).',
  databases: ['postgres'],
  rounds: 20,
  few: 1,

  async run({ app, rounds }) {
    const primary = app.database.server;
    const replica = await primary.replica(join(app.folder, 'replica'));
    const settings = { MIZAN_REPLICA_URLS: replica.url };
    const nodes = [await app.serve(settings), await app.serve(settings)];
    const statuses = new Statuses();
    const people = [];
    for (let at = 0; at < CLIENTS; at += 1) {
      const id = app.ids.units[at];
      const [writer, reader] = [await app.signIn(nodes[at % 2]), await app.signIn(nodes[(at + 1) % 2])];
      const path = `${UNITS}/${id}`;
      const { yearlyRentInAED: start } = await writer.get(path);
      const { total: versions } = await writer.get(`${path}/history?limit=1`);
      people.push(new Person(writer, reader, { id, path, start, versions }));
    }
    const change = () =>
      Promise.all(
        people.map(async (person) => {
          for (let at = 0; at < CHANGES; at += 1) await person.change(statuses);
        }),
      );
    const read = async (what) =>
      (await Promise.all(nodes.map((node) => node.metric(what)))).reduce((sum, one) => sum + one);
    const [answered, fallbacks] = [() => read('replica_reads_total'), () => read('replica_fallbacks_total')];
    /** Reads until the replica answers. */
    const used = async () => {
      const before = await answered();
      const until = performance.now() + GIVEN_UP;
      while ((await answered()) === before && performance.now() < until)
        await READS[0](people[0].reader, people[0].unit);
      return (await answered()) > before ? 0 : 1;
    };
    let [unused, untouched] = [0, 0];
    for (let round = 1; round <= rounds; round += 1) {
      await change();
      unused += await used();
      for (const [away, back] of [
        [() => replica.query('SELECT pg_wal_replay_pause()'), () => replica.query('SELECT pg_wal_replay_resume()')],
        [() => replica.interrupt(), () => replica.resume()],
      ]) {
        const before = await fallbacks();
        await away();
        await change();
        if ((await fallbacks()) === before) untouched += 1;
        await back();
        unused += await used();
      }
    }
    const [fromReplica, fromPrimary] = [await answered(), await fallbacks()];
    people.forEach(({ writer, reader }) => [writer, reader].forEach((client) => client.end()));
    for (const node of nodes) await node.kill();
    await replica.stop();
    const changes = people.reduce((sum, one) => sum + one.changes, 0);
    const behind = people.reduce((sum, one) => sum + one.behind, 0);
    return {
      counted: `${format(2 * rounds)} times without the replica, ${format(changes)} changes, ${format(READS.length * changes)} reads; the replica answered ${format(fromReplica)}, the primary ${format(fromPrimary)} in its place`,
      measured: [
        zero('answers behind own writes', behind),
        zero('changes not accepted', statuses.except(200)),
        zero('times that the replica did not answer again', unused),
        zero('failures without effect', untouched),
        atLeast('answers of the replica', fromReplica, changes / 10),
        zero('panics', app.panics()),
      ],
    };
  },
};
