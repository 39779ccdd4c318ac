// Follows a page of the documents word by word: writes its files, and runs its commands.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** The blocks of a page, each with the mark before it: `file`, with its path, or `not run`, with the reason. */
export function blocksOf(page) {
  const blocks = /(?:^<!-- (file|not run): ([^]*?) -->\n)?^```(\w+)\n([^]*?)^```$/gm;
  return Array.from(readFileSync(page, 'utf8').matchAll(blocks), ([, mark, said, language, code]) => ({
    mark,
    said,
    language,
    code,
  }));
}

/** Runs a program to its end in `folder`. */
export async function run(program, args, folder, env) {
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
}

/** Starts what serves until it is stopped; `work` runs with the address, when the line `last` was printed. */
async function serve(command, folder, env, last, work) {
  const child = spawn(command, { cwd: folder, env, shell: true, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    let url;
    for await (const line of createInterface({ input: child.stdout })) {
      process.stdout.write(`${line}\n`);
      url ??= / serves (\S+) /.exec(line)?.[1];
      if (url && last.test(line)) break;
    }
    if (!url) throw new Error(`${command} serves nothing`);
    // Otherwise the program would wait until somebody reads what else it prints.
    child.stdout.resume();
    await work(url);
  } finally {
    if (child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

/**
 * Follows a page in `folder`. After each block of commands `after` runs with the folder that they have led to; while the last
 * `make run` serves, `work` runs with its address.
 */
export async function follow(page, folder, env, { after, last, work }) {
  const blocks = blocksOf(page);
  let here = folder;
  for (const { mark, said, language, code } of blocks) {
    if (mark === 'not run') continue;
    if (mark === 'file') {
      mkdirSync(dirname(join(folder, said)), { recursive: true });
      writeFileSync(join(folder, said), code);
    } else if (code === 'make run\n') {
      await serve('make run', here, env, last, work);
    } else if (language === 'sh') {
      const place = join(folder, '.here');
      for (const command of code.replaceAll('\\\n', ' ').split('\n').filter(Boolean)) {
        const started = Date.now();
        await run('bash', ['-euo', 'pipefail', '-c', `${command}\npwd >"${place}"`], here, env);
        here = readFileSync(place, 'utf8').trim();
        process.stdout.write(`${command.slice(0, 60)}: ${Math.round((Date.now() - started) / 1000)} s\n`);
        after();
      }
    } else throw new Error(`${page} says nothing of a block of ${language}`);
  }
}
