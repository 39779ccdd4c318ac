// Checks the clients in Python and Go: their types and formats, the examples of their page, and all that they do on a server with
// demo data.
//
//   node tests/clients/run.mjs BINARY
//
// Needs Python 3.11, mypy and Go 1.19; loads no package. What is built is in the folder of targets.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PAGE = 'docs/how-to/clients.md';
/** The files that the page shows as they are. */
const SHOWN = ['openapi/python/receiver.py', 'openapi/go/receiver/main.go'];
/** How long the server may take to start, and a program to end, in milliseconds. */
const PATIENCE = 300_000;
/** The largest output of a program, in bytes: the document has about two million. */
const LARGEST = 2 ** 26;
/** Mistakes that the types must find, each in a line of its own. */
const MISTAKES = [
  'client.units.list(sort="unitNumber:up")',
  'client.units.update("1", {"unitNumbr": "101"})',
  'client.units.update("1", {"floor": "first"})',
  'client.companies.create({"phone": "1"})',
];

const binary = resolve(process.argv[2] ?? 'target/debug/mizan');
const made = resolve(process.env['CARGO_TARGET_DIR'] ?? 'target', 'clients');
const [python, go] = ['openapi/python', 'openapi/go'].map((folder) => resolve(folder));
const others = Object.entries(process.env).filter(([name]) => !name.startsWith('MIZAN_') && !name.startsWith('GO'));
const environment = {
  ...Object.fromEntries(others),
  PYTHONPATH: [python, ...(process.env['PYTHONPATH'] ? [process.env['PYTHONPATH']] : [])].join(delimiter),
  PYTHONPYCACHEPREFIX: join(made, 'pycache'),
  MYPY_CACHE_DIR: join(made, 'mypy'),
  GOCACHE: join(made, 'go'),
  GOPROXY: 'off',
  GOFLAGS: '',
  GOWORK: 'off',
  NO_PROXY: '127.0.0.1',
  no_proxy: '127.0.0.1',
};

function check(is, what) {
  if (!is) throw new Error(what);
}

/** Runs a program to its end, and returns what it prints. */
function run(program, args, { folder = '.', env = {}, status = 0 } = {}) {
  const options = {
    cwd: folder,
    env: { ...environment, ...env },
    encoding: 'utf8',
    timeout: PATIENCE,
    maxBuffer: LARGEST,
  };
  const ended = spawnSync(program, args, options);
  if (ended.error) throw ended.error;
  check(
    ended.status === status,
    `${program} ${args.join(' ')} ended with ${ended.status}:\n${ended.stdout}${ended.stderr}`,
  );
  return ended.stdout;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** The blocks of the page in a language. */
function blocksOf(language) {
  const blocks = readFileSync(PAGE, 'utf8').matchAll(/^```(\w+)\n([^]*?)^```$/gm);
  return Array.from(blocks, ([, own, code]) => ({ own, code }))
    .filter(({ own, code }) => own === language && !SHOWN.some((file) => readFileSync(file, 'utf8') === code))
    .map(({ code }) => code);
}

/** Writes the example of the page in a language as a file, and checks that the page shows the receivers as they are. */
function writeExamples(folder) {
  for (const file of SHOWN) {
    const text = readFileSync(file, 'utf8');
    check(readFileSync(PAGE, 'utf8').includes(`\n${text}\`\`\`\n`), `${PAGE} does not show ${file} as it is`);
  }
  const [inPython, inGo] = ['python', 'go'].map((language) => {
    const blocks = blocksOf(language);
    check(blocks.length === 1, `${PAGE} has ${blocks.length} examples in ${language}, and not one`);
    return blocks[0];
  });
  writeFileSync(join(folder, 'example.py'), inPython);
  writeFileSync(
    join(folder, 'mistakes.py'),
    `import mizan\n\nclient = mizan.Client("http://127.0.0.1")\n${MISTAKES.join('\n')}\n`,
  );
  mkdirSync(join(folder, 'go'));
  writeFileSync(join(folder, 'go/main.go'), inGo);
  writeFileSync(
    join(folder, 'go/go.mod'),
    `module example\n\ngo 1.19\n\nrequire mizan v0.0.0\n\nreplace mizan => ${go}\n`,
  );
}

/** Other documents: that of the binary gets clients of its own, complete, and one with a shape that no client knows gets none. */
function checkGenerator(folder) {
  const write = 'openapi/scripts/clients/write.mjs';
  const [own, to] = ['own.json', 'own'].map((name) => join(folder, name));
  const document = JSON.parse(run(binary, ['openapi'], { folder }));
  writeFileSync(own, JSON.stringify(document));
  run('node', [write, own, to]);
  run('mypy', ['--strict', '--no-error-summary', 'mizan', 'receiver.py'], {
    folder: join(to, 'python'),
    env: { PYTHONPATH: '', MYPY_CACHE_DIR: join(made, 'mypy-own') },
  });
  const unformatted = run('gofmt', ['-l', join(to, 'go')]);
  check(!unformatted, `gofmt would change ${unformatted}`);
  run('go', ['vet', './...'], { folder: join(to, 'go') });
  const [name] = Object.keys(document.components.schemas);
  document.components.schemas[name] = { allOf: [{ type: 'object' }] };
  writeFileSync(own, JSON.stringify(document));
  const { status, stderr } = spawnSync('node', [write, own, to], { encoding: 'utf8' });
  check(status === 1 && stderr.includes(`${name} has allOf`), `A shape that no client knows is accepted: ${stderr}`);
}

function checkPython(folder) {
  const sources = (at) => readdirSync(at).flatMap((name) => (name.endsWith('.py') ? [join(at, name)] : []));
  const files = [python, join(python, 'mizan'), 'tests/clients/python'].flatMap(sources);
  run('python3', ['-m', 'py_compile', ...files]);
  const strict = ['--strict', '--no-error-summary'];
  run('mypy', [...strict, ...files, join(folder, 'example.py')]);
  const found = run('mypy', [...strict, join(folder, 'mistakes.py')], { status: 1 });
  for (const [at, mistake] of MISTAKES.entries())
    check(found.includes(`mistakes.py:${at + 4}: error:`), `The types allow ${mistake}`);
}

function checkGo(folder) {
  const modules = [go, resolve('tests/clients/go'), join(folder, 'go')];
  const unformatted = run('gofmt', ['-l', ...modules]);
  check(!unformatted, `gofmt would change ${unformatted}`);
  for (const module of modules) run('go', ['vet', './...'], { folder: module });
  run('go', ['build', '-o', join(folder, 'receiver'), './receiver'], { folder: go });
  run('go', ['build', '-o', join(folder, 'example'), '.'], { folder: join(folder, 'go') });
}

/** Starts a server with demo data; `work` runs with its address. */
async function serve(folder, work) {
  const address = `127.0.0.1:${await freePort()}`;
  const env = { ...environment, MIZAN_LISTEN: address, MIZAN_PUBLIC_URL: `http://${address}` };
  const child = spawn(binary, ['serve', '--demo'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  try {
    const until = Date.now() + PATIENCE;
    while (!/ serves http/.test(printed) && child.exitCode === null && Date.now() < until) await pause(50);
    check(/ serves http/.test(printed), `${binary} does not serve:\n${printed}`);
    await work(`http://${address}`);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

const started = Date.now();
mkdirSync(made, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'mizan-clients-'));
try {
  writeExamples(folder);
  await serve(folder, async (url) => {
    checkPython(folder);
    checkGo(folder);
    checkGenerator(folder);
    const env = { SERVER_URL: url, SERVER_EMAIL: 'admin@demo.test', SERVER_PASSWORD: 'mizan-demo' };
    const receiver = { RECEIVER: join(folder, 'receiver'), RECEIVER_PORT: String(await freePort()) };
    run('python3', ['-m', 'unittest', 'discover', '-s', 'tests/clients/python'], { env: { ...env, ...receiver } });
    run('go', ['test', '-count=1', './...'], { folder: 'tests/clients/go', env: { ...env, ...receiver } });
    // These write where they run.
    run('python3', [join(folder, 'example.py')], { folder, env });
    run(join(folder, 'example'), [], { folder, env });
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const seconds = Math.round((Date.now() - started) / 1000);
process.stdout.write(`The clients in Python and Go, and the examples of ${PAGE}, work; checked in ${seconds} s.\n`);
