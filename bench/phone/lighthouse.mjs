// make lighthouse: runs Lighthouse on /login and on the assessment screen, as on a phone with a slow connection.
//
//   node bench/phone/lighthouse.mjs BINARY
//
// The estimator of the demo data is signed in, and nothing is cached. Prints the scores for performance, accessibility and
// best practices, the times behind the first, and the findings; fails below 95, 100 and 100. npx installs Lighthouse and the
// Node that it needs, at these versions. Run `npm run build` and `cargo build` before.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { run } from '../processes.mjs';
import { CHROMIUM, main } from '../browser.mjs';
import { estimator, onPhone } from './fixture.mjs';

const PACKAGES = ['-p', 'node@22.23.3', '-p', 'lighthouse@13.5.0'];
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100 };
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs Lighthouse on a URL, in the browser at `port` with its session. */
async function look(url, port, folder) {
  const path = join(folder, 'report.json');
  const categories = `--only-categories=${Object.keys(LEAST).join(',')}`;
  const output = ['--output=json', `--output-path=${path}`, '--quiet'];
  // Storage is kept, since it contains the session; the cache is emptied anyway.
  const args = [url, `--port=${port}`, '--disable-storage-reset', '--form-factor=mobile', categories, ...output];
  await run('npx', ['--yes', ...PACKAGES, 'lighthouse', ...args], {
    cwd: folder,
    env: { ...process.env, CHROME_PATH: CHROMIUM },
  });
  return JSON.parse(readFileSync(path, 'utf8'));
}

function show(name, { categories, audits, finalDisplayedUrl }) {
  const scores = Object.entries(LEAST).map(([category, least]) => {
    const score = Math.round(categories[category].score * 100);
    return { text: `${category} ${score}`, good: score >= least };
  });
  process.stdout.write(`${name} (${finalDisplayedUrl})\n  ${scores.map(({ text }) => text).join(', ')}\n`);
  process.stdout.write(`  ${TIMES.map((time) => `${time} ${audits[time].displayValue}`).join(', ')}\n`);
  const counted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs);
  for (const { id, weight } of counted) {
    const { score, title, displayValue = '', details } = audits[id];
    if (weight === 0 || score === null || score === 1 || TIMES.includes(id)) continue;
    process.stdout.write(`  ${score.toFixed(2)} ${id}: ${title} ${displayValue}\n`);
    for (const item of (details?.items ?? []).slice(0, 5)) {
      process.stdout.write(`       ${item.node?.snippet ?? JSON.stringify(item).slice(0, 200)}\n`);
    }
  }
  return scores.every(({ good }) => good);
}

await main(async ([binary]) => {
  const port = await freePort();
  return onPhone(binary, [`--remote-debugging-port=${port}`], async ({ base, context, folder }) => {
    // Before signing in, because a signed-in user is redirected from there.
    const login = show('Sign in', await look(`${base}/login`, port, folder));
    const project = await estimator(context);
    const screen = show('Assessment', await look(`${base}${project}/0`, port, folder));
    if (!login || !screen) process.stderr.write(`Below ${Object.values(LEAST).join('/')}\n`);
    return login && screen;
  });
});
