// The setup of the phone benchmarks: the binary with demo data in a temporary database, and a browser of a phone's
// width, signed in as an estimator.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CHROMIUM, chromium, devices, signIn } from '../browser.mjs';
import { Server } from '../server.mjs';
import { Refusal } from '../settings.mjs';

/** Starts binary and browser, runs `measure`, and removes both with their files. */
export async function onPhone(binary, args, measure) {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-phone-'));
  const server = await Server.start(resolve(binary), `sqlite://${folder}/mizan.db`, { command: ['serve', '--demo'] });
  let context;
  try {
    const base = `http://127.0.0.1:${server.port}`;
    const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
    context = await chromium.launchPersistentContext(join(folder, 'browser'), {
      ...phone,
      executablePath: CHROMIUM,
      baseURL: base,
      args: ['--no-sandbox', ...args],
    });
    return await measure({ base, context, folder });
  } finally {
    await context?.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Signs in the demo's estimator; returns the URL of a project with an open unit. */
export async function estimator(context) {
  const token = await signIn(context, 'estimator@demo.test', 'mizan-demo');
  const answer = await context.request.get('/api/projects?filter=not-started&limit=100', {
    headers: { authorization: `Bearer ${token}` },
  });
  const { items } = await answer.json();
  const { _id: project } = items.find(({ unitsCount }) => unitsCount >= 20) ?? {};
  if (!project) throw new Refusal('There is no project with enough units to assess');
  return `/estimations/assessments/${project}`;
}
