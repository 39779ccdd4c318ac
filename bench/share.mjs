// Gives processes a share of a processor, by the control groups of Linux: two of them are then like two small machines,
// whatever else needs the processors. Only the superuser may.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { atTheEnd } from './processes.mjs';

/** The period in which a share is given, in microseconds. */
const PERIOD = 10_000;

const ROOT = '/sys/fs/cgroup';

/** Where a group is made and how its share is written, in the first and in the second version. */
function place(name) {
  if (existsSync(`${ROOT}/cgroup.controllers`)) {
    const folder = `${ROOT}/${name}`;
    return { folder, write: (quota) => writeFileSync(`${folder}/cpu.max`, `${quota} ${PERIOD}`) };
  }
  const folder = `${ROOT}/cpu/${name}`;
  const write = (quota) => {
    writeFileSync(`${folder}/cpu.cfs_period_us`, String(PERIOD));
    writeFileSync(`${folder}/cpu.cfs_quota_us`, String(quota));
  };
  return { folder, write };
}

/** Limits a process to `share` of a processor. Returns whether that is possible here. */
export function limit(pid, share) {
  const { folder, write } = place(`mizan-bench-${pid}`);
  try {
    mkdirSync(folder);
    write(Math.round(share * PERIOD));
    writeFileSync(`${folder}/cgroup.procs`, String(pid));
  } catch {
    return false;
  }
  // A group can be removed once its process has ended.
  atTheEnd(() => rmdirSync(folder));
  return true;
}
