// Starts processes, and ends them whatever happens.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { Refusal } from './settings.mjs';

const endings = new Set();

/** Registers `ending` for the end of the run. Returns the function that unregisters it. */
export function atTheEnd(ending) {
  endings.add(ending);
  return () => endings.delete(ending);
}

/** Ends everything that is registered, the latest first. */
export async function endAll() {
  for (const ending of [...endings].toReversed()) {
    endings.delete(ending);
    // A failure must not prevent the others from ending.
    await Promise.resolve(ending()).catch(() => {});
  }
}

/** Starts a process in a process group of its own: Ctrl-C is handled by the run, which ends its processes itself. */
export function start(program, args, options = {}) {
  const child = spawn(program, args, { detached: true, stdio: ['pipe', 'pipe', 'pipe'], ...options });
  const printed = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (printed.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (printed.err += text));
  // A process that exits early does not read all of its input.
  child.stdin.on('error', () => {});
  const ended = new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Refusal(`${program} cannot be started: ${error.message}`)));
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  const done = atTheEnd(() => kill(child));
  ended.catch(() => {}).finally(done);
  return { child, printed, ended };
}

/** Ends a process with its whole process group. */
async function kill(child) {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
  const closed = once(child, 'close');
  process.kill(-child.pid, 'SIGKILL');
  await closed;
}

/** Runs a program and returns its output; anything but success is an error with its output. */
export async function run(program, args, { input = '', ...options } = {}) {
  const { child, printed, ended } = start(program, args, options);
  child.stdin.end(input);
  const code = await ended;
  if (code !== 0) {
    const output = (printed.err || printed.out).trim().split('\n').slice(-20).join('\n');
    throw new Refusal(`${program} ${args.slice(0, 3).join(' ')} ended with ${code}:\n${output}`);
  }
  return printed.out;
}

/** The fields of /proc/PID/stat after the name, which may contain anything; undefined when the process has ended. */
function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

const [STATE_PARENT, UTIME, STIME, CSTIME] = [1, 11, 12, 14];
const ticks = (fields, from, to) => fields.slice(from, to + 1).reduce((sum, field) => sum + Number(field), 0);

/** The processor time of a process, in ticks. */
export function ownTicks(pid) {
  const fields = stat(pid);
  return fields ? ticks(fields, UTIME, STIME) : 0;
}

/** The processor time of a process and all its children, including ended ones, in ticks. */
export function familyTicks(pid) {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && stat(name)?.[STATE_PARENT] === String(pid),
  );
  const own = stat(pid);
  return (own ? ticks(own, UTIME, CSTIME) : 0) + children.reduce((sum, child) => sum + ownTicks(child), 0);
}

/** The resident memory of a process in bytes: all of it, the part that is private and not file-backed, the most there was. */
export function resident(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm'))?.[1] ?? 0) * 1024;
  return { all: of('VmRSS'), own: of('RssAnon'), most: of('VmHWM') };
}
