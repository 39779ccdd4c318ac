// Runs the shell commands of the README, the tutorial and the how-to pages as they stand there, each page in a folder of
// its own with the demo data.
//
//   node tests/documents.mjs BINARY [COMMAND]
//
// COMMAND is the built command of `mizan-cli`, which writes modules.
// `make` is not run, since its targets are what the other checks run: its targets and variables must be in the Makefile.
// `cargo run` is the binary, in a copy of the source tree. `mizan serve` is stopped when it serves. A comment before a block
// says that it is a file of the page (<!-- file: companies.csv -->), or why it is not run (<!-- not run: … -->).
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a command may take, in milliseconds. */
const PATIENCE = 120_000;

/** What commands read that ask for a password. */
const TYPED = 'a password of the documents\n';

const binary = resolve(process.argv[2] ?? 'target/debug/mizan');
const starter = resolve(process.argv[3] ?? join(dirname(binary), 'examples/start'));
for (const program of [binary, starter]) {
  if (!existsSync(program)) throw new Error(`There is no ${program}: build it, and name it as an argument`);
}
const root = mkdtempSync(join(tmpdir(), 'mizan-documents-'));
const tools = join(root, 'bin');
const makefile = readFileSync('Makefile', 'utf8');
const others = Object.entries(process.env).filter(([name]) => !name.startsWith('MIZAN_') && name !== 'CARGO');
const environment = {
  ...Object.fromEntries(others),
  MIZAN_LISTEN: '127.0.0.1:0',
  PATH: `${tools}${delimiter}${process.env.PATH}`,
};

/** The blocks of a page: the language, the text, the line, and what the comment before it says. */
function blocksOf(page) {
  const text = readFileSync(page, 'utf8');
  const blocks = text.matchAll(/(?:<!-- (file|not run): (.+?) -->\n+)?^```(\w*)\n([^]*?)^```$/gm);
  return Array.from(blocks, ({ 1: mark, 2: said, 3: language, 4: code, index }) => {
    const line = text.slice(0, index).split('\n').length + (mark ? 2 : 0);
    return { mark, said, language, code, line };
  });
}

/** The commands of a block: lines, joined where one ends in a backslash or within quotes. */
function* commandsOf({ code, line }) {
  let [command, from] = ['', line];
  for (const [at, part] of code.split('\n').entries()) {
    if (!command) from = line + at + 1;
    command += `${part}\n`;
    const isOpen = command.endsWith('\\\n') || (command.match(/'/g) ?? []).length % 2 === 1;
    if (isOpen) continue;
    if (command.trim()) yield { command: command.trim(), line: from };
    command = '';
  }
}

/** What is wrong with a call of make, if anything. */
function wrongWithMake(command) {
  const words = command.replace(/\s#.*$/, '').trim();
  const [, given] = /\bmake\b(.*)$/.exec(words);
  const all = given.match(/\w+=(?:"[^"]*"|\S*)|\S+/g) ?? [];
  const variables = all.filter((word) => word.includes('=')).map((word) => word.split('=')[0]);
  const targets = all.filter((word) => !word.includes('='));
  const unknown = targets.filter((target) => !new RegExp(`^${target}:`, 'm').test(makefile));
  const unread = variables.filter((name) => !makefile.includes(`$(${name})`));
  if (unknown.length > 0) return `the Makefile has no target ${unknown.join(', ')}`;
  return unread.length > 0 ? `the Makefile reads no ${unread.join(', ')}` : undefined;
}

/** Starts a server, stops it when it serves and `isEnough`, and returns what is wrong with that, if anything. */
async function serve(words, folder, isEnough = () => true) {
  const child = spawn(binary, words, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let printed = '';
  child.stdout.on('data', (text) => (printed += text));
  child.stderr.on('data', (text) => (printed += text));
  const until = Date.now() + PATIENCE;
  const serves = () => / serves http/.test(printed) && isEnough();
  while (child.exitCode === null && !serves() && Date.now() < until) await pause(100);
  const served = child.exitCode === null && serves();
  child.kill(served ? 'SIGINT' : 'SIGKILL');
  const [code] = await closed;
  return code === 0 && served ? undefined : `it ended with ${code}:\n${printed}`;
}

/** Runs a command, and returns what is wrong with it, if anything. */
async function wrongWith(command, folder) {
  if (/^(?:\w+=\S+ +)*make\b/.test(command)) return wrongWithMake(command);
  const [, options] = /^mizan serve\b([^#]*)/.exec(command) ?? [];
  if (options !== undefined) return serve(['serve', ...options.split(' ').filter(Boolean)], folder);
  const run = { cwd: folder, env: environment, input: TYPED, encoding: 'utf8', timeout: PATIENCE };
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', command], run);
  return status === 0 ? undefined : `it ended with ${status}:\n${stdout}${stderr}`;
}

async function brokenCommands() {
  mkdirSync(tools);
  const mizan = `case $1 in new | module) exec '${starter}' "$@" ;; *) exec '${binary}' "$@" ;; esac`;
  const cargo =
    'case "$1 $2 $3" in "run --quiet --") shift 3 ;; "run -- "*) shift 2 ;; ' +
    '*) echo "cargo $* is not run here" >&2; exit 1 ;; esac\nexec mizan "$@"';
  for (const [name, script] of Object.entries({ mizan, cargo })) {
    writeFileSync(join(tools, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const demo = join(root, 'demo');
  mkdirSync(demo);
  // What `make run` does when everything is built; long enough for the history to be sealed.
  const isSealed = () => spawnSync(binary, ['audit', 'head'], { cwd: demo, env: environment }).status === 0;
  const wrong = await serve(['serve', '--demo'], demo, isSealed);
  if (wrong) return [`mizan serve --demo: ${wrong}`];
  const source = spawnSync('git', ['ls-files', 'Cargo.toml', 'rustfmt.toml', 'src', 'modules'], { encoding: 'utf8' });
  for (const file of source.stdout.trim().split('\n')) cpSync(file, join(demo, file), { recursive: true });
  const broken = [];
  const counted = { run: 0, make: 0 };
  for (const page of [
    'README.md',
    'docs/tutorial.md',
    ...readdirSync('docs/how-to').map((name) => `docs/how-to/${name}`),
  ]) {
    const folder = join(root, page.replaceAll('/', '-'));
    const blocks = blocksOf(page);
    if (!blocks.some(({ language }) => language === 'sh')) continue;
    cpSync(demo, folder, { recursive: true });
    for (const block of blocks) {
      if (block.mark === 'file') {
        mkdirSync(dirname(join(folder, block.said)), { recursive: true });
        writeFileSync(join(folder, block.said), block.code);
      }
      if (block.language !== 'sh') continue;
      if (block.mark === 'not run') {
        process.stdout.write(`${page}:${block.line} is not run: ${block.said}\n`);
        continue;
      }
      for (const { command, line } of commandsOf(block)) {
        const what = await wrongWith(command, folder);
        counted[/\bmake\b/.test(command) ? 'make' : 'run'] += 1;
        if (what) broken.push(`${page}:${line} ${command}\n${what}`);
      }
    }
  }
  process.stdout.write(
    `${counted.run} commands of the documents were run, ${counted.make} compared with the Makefile.\n`,
  );
  return broken;
}

try {
  const broken = await brokenCommands();
  for (const one of broken) process.stderr.write(`${one}\n`);
  if (broken.length > 0) process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true });
}
