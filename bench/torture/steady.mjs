// Memory and latency stay flat under load: clients create, change and estimate for minutes, and the last fifth is compared with
// the second one; the first fills caches. With as many units as there are by then, which grow all the while.
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, format, percentile, zero } from './measured.mjs';
import { Load } from './load.mjs';

const PARTS = 5;

/** By how much the memory of the process may grow from the second part to the last one, in MiB, beside a tenth of it. */
const GROWTH = 16;

/** By how many times p99 may grow. */
const SLOWER = 2;

const MIB = 1024 * 1024;

export const STEADY = {
  name: 'steady',
  what: 'load for minutes',
  seenToFail: 'with a kibibyte of each request that is never freed, in two minutes (`growth of memory`).',
  databases: ['sqlite', 'postgres'],
  minutes: 15,

  async run({ app, minutes, log }) {
    const node = await app.serve();
    const load = await Load.begin(app, 't', [node]);
    const parts = [];
    let [answers, other] = [0, 0];
    for (let part = 1; part <= PARTS; part += 1) {
      await pause((minutes * 60_000) / PARTS);
      const { latencies } = load;
      const statuses = load.restartCounts();
      other += statuses.except('2xx');
      answers += statuses.total;
      parts.push({ p99: percentile(latencies, 0.99), own: node.resident().own / MIB });
      const { p99, own } = parts.at(-1);
      log(`part ${part}: ${format(statuses.total)} answers, p99 ${format(p99)} ms, own memory ${format(own)} MiB`);
    }
    await load.stop();
    await node.stop();
    const [early, late] = [parts[1], parts.at(-1)];
    return {
      counted: `${minutes} minutes, ${format(answers)} answers`,
      measured: [
        zero('other answers', other),
        atMost('growth of memory', late.own - early.own, GROWTH + early.own / 10, ' MiB'),
        atMost('p99, times as long', late.p99 / early.p99, SLOWER),
        zero('panics', app.panics()),
      ],
    };
  },
};
