// Gives a process a share of a processor, by the control groups of Linux: two of them are then like two small machines,
// whatever else needs the processors. Only the superuser may.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { atTheEnd } from './processes.mjs';

/** The period in which a share is given, in microseconds. */
const PERIOD = 10_000;

const ROOT = '/sys/fs/cgroup';

/** Where a group is made, and how its quota is written, in the first and in the second version. */
function place(name) {
  if (existsSync(`${ROOT}/cgroup.controllers`)) {
    const folder = `${ROOT}/${name}`;
    return { folder, write: (quota) => writeFileSync(`${folder}/cpu.max`, `${quota ?? 'max'} ${PERIOD}`) };
  }
  const folder = `${ROOT}/cpu/${name}`;
  const write = (quota) => {
    writeFileSync(`${folder}/cpu.cfs_period_us`, String(PERIOD));
    writeFileSync(`${folder}/cpu.cfs_quota_us`, String(quota ?? -1));
  };
  return { folder, write };
}

/**
 * Limits a process to `share` of a processor. Returns a function that sets another share, without one all of the machine's
 * processors; null where that is not possible.
 */
export function limit(pid, share) {
  const { folder, write } = place(`mizan-bench-${pid}`);
  const set = (part) => write(part && Math.round(part * PERIOD));
  try {
    mkdirSync(folder);
    set(share);
    writeFileSync(`${folder}/cgroup.procs`, String(pid));
  } catch {
    return null;
  }
  // A group can be removed once its process has ended.
  atTheEnd(() => rmdirSync(folder));
  return set;
}
