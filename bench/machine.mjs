// What a page of results says about the machine and the source of its run.
import { arch, availableParallelism, cpus, release, totalmem } from 'node:os';
import { run } from './processes.mjs';

const git = (...words) => run('git', ['-C', import.meta.dirname, ...words]);

export function machine() {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB of memory`;
  return `${availableParallelism()} cores (${cpus()[0].model.trim()}, ${arch()}), ${memory}, Linux ${release()}`;
}

/** All that a run may depend on: not the pages that runs write. */
const SOURCES = [':(top)', ':(top,exclude)*RESULTS.md'];

/** The commit that is checked out, `7d21ff22`, and whether anything differs from it. */
export async function commit() {
  const head = await git('rev-parse', '--short', 'HEAD').catch(() => 'unknown');
  const changed = await git('status', '--porcelain', '--untracked-files=no', '--', ...SOURCES).catch(() => '');
  return `${head.trim()}${changed.trim() ? ', with changes that are not committed' : ''}`;
}

export const today = () => new Date().toISOString().slice(0, 10);
