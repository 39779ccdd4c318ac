// Rules over more than one row, while clients break them at the same time: a rotation has at most ten projects, an e-mail
// address one account.
import { idOf } from '../product.mjs';
import { Statuses, exactly, format, zero } from './measured.mjs';

const ROTATIONS = '/api/backoffice/projects/weekly-rotations';
const USERS = '/api/backoffice/users';
const MOST = 10;

/** The number of concurrent creations with one e-mail address. */
const CREATIONS = 6;

/** Adds every project to a rotation at once. Returns the largest number of projects that the rotation ever had. */
async function rotation({ clients, app, statuses }, round) {
  const { data } = await clients[0].requestOk('POST', ROTATIONS, { name: `Round ${round}`, projectIds: [] });
  const path = `${ROTATIONS}/${idOf(data)}`;
  const add = async (project, at) => {
    const answer = await clients[at % clients.length].request('POST', `${path}/add`, { projectIds: [project] });
    statuses.add(answer.status);
  };
  await Promise.all(app.ids.projects.map(add));
  const { items } = await clients[0].get(`${path}/history?limit=100`);
  const { projects } = await clients[0].get(path);
  return Math.max(projects.length, ...items.map(({ after }) => after.projects.length));
}

/** Creates an account several times at once, in different spellings. Returns the number of accounts. */
async function account({ clients, app, statuses }, round) {
  const create = async (at) => {
    const email = at % 2 ? `Twice${round}@Bench.Test` : `twice${round}@bench.test`;
    const body = { firstName: 'Twice', email, password: 'seven lonely gulls', roles: ['user'] };
    statuses.add((await clients[at % clients.length].request('POST', USERS, body)).status);
  };
  await Promise.all(Array.from({ length: CREATIONS }, (_, at) => create(at)));
  return app.count(`accounts WHERE lower(email) = 'twice${round}@bench.test'`);
}

export const BOUNDS = {
  name: 'bounds',
  what: 'a rotation of ten, an e-mail once',
  seenToFail:
    'with an addition that does not count the projects (`above ten`), and without the unique index of e-mail addresses (`twice`, `accounts`).',
  databases: ['sqlite', 'postgres'],
  rounds: 200,
  few: 3,

  async run({ app, rounds }) {
    const node = await app.serve();
    const clients = await Promise.all(app.ids.projects.map(() => app.signIn(node)));
    const [added, created] = [new Statuses(), new Statuses()];
    let [above, below, other] = [0, 0, 0];
    for (let round = 1; round <= rounds; round += 1) {
      const most = await rotation({ clients, app, statuses: added }, round);
      above += most > MOST ? 1 : 0;
      below += most < MOST ? 1 : 0;
      other += (await account({ clients, app, statuses: created }, round)) === 1 ? 0 : 1;
    }
    clients.forEach((client) => client.end());
    await node.stop();
    return {
      counted: `${format(added.total)} additions to ${rounds} rotations, ${format(created.total)} creations of ${rounds} accounts`,
      measured: [
        zero('above ten', above),
        zero('below ten', below),
        zero('twice', other),
        exactly('additions', added.of(200), MOST * rounds),
        exactly('accounts', created.of(201), rounds),
        zero('other answers', added.except(200, 422) + created.except(201, 409)),
        zero('panics', app.panics()),
      ],
    };
  },
};
