// The floors of the front ends' folders, and the check that imports follow them. Type imports and lazy imports count too.
// And of the documents: the sizes of two, and links that lead somewhere.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

/**
 * The floors of each part, from the bottom up. A name is that of a folder, or of a file without its extension; the
 * longest one that matches a path counts. Imports lead to lower floors, or stay within a name: names on one floor do
 * not import each other.
 */
const FLOORS = {
  '.': ['openapi', 'ui-kit', 'shell', 'admin-ui estimator-ui', 'kernel modules', 'src', 'tests'],
  'ui-kit/src': [
    'product', // the values of the product, which the page brings
    'region', // what all formats follow
    'api-paths areas around before-sign-out confirmation formats icon idle intent lazy-screen load-once modals passkey paths relative-times stored-visitor tabs theme title tokens-css unbroken unseen use-media',
    'access-token',
    'toasts tokens',
    'theme-css', // what a product sets in place of tokens
    'product-theme',
    'account base button control dialog mark notice popup segments skeleton toaster', // parts of screens
    'combobox entry field menu',
    'http', // every request
    'safe-redirect send session', // addresses from elsewhere; who is signed in
    'modal sign-out',
    'sheet',
    'area-lists error-screen waiting handshake language-choice map not-found page-not-found stored-image',
    'account-panel api-tokens change-password inbox session-ended two-step',
    'account-dialog',
    'account-menu',
  ],
  'shell/src': [
    'paths selected texts', // addresses; a hook of the router's; what a product may say itself
    'area own-path', // what an area adds; addresses that the app has pages for
    'frame home public start', // the frame of the signed-in area; home; the pages that need no sign-in
    'router routes', // what all apps have in common, and the shell's own addresses
    'app', // the shell alone
    'main',
  ],
  'estimator-ui/src': [
    'last-unit paths shapes unit-formats', // the types of what the server sends; how units are described
    'api assess card', // requests; the rules of an assessment, pure functions
    'celebration offline parts', // what is stored on the device; parts of screens
    'outbox panel', // estimates on their way to the server; the project beside the unit
    'queries', // what is requested, and how long it is fresh
    'own-assessments', // the server's estimates with the outbox applied
    'background', // what runs on every page of an estimator
    'assessment leaderboard overview project projects', // a folder for each screen
    'home',
    'area', // what it adds to the shell
    'routes', // addresses and their screens
    'router',
    'main',
  ],
  'admin-ui/src': [
    'base paths', // addresses of all screens
    'shortcuts', // keys and actions that the mounted screens offer
    'document', // resources, fields and verbs, read once from the served document
    'module charts', // what modules add, merged; the charts of an explorer's result, of every screen
    'data', // requests and what they make stale, titles of references, the language of filters, react-admin's providers
    'material', // react-admin's components at home, loaded with the first of them
    'frame', // the frame around screens: navigation, headings, icons, notices, addresses of lists
    'media', // images: shown, chosen, uploaded
    'fields', // a value as it is shown
    'form', // fields as they are edited, forms and their dialogs
    'history saved', // revisions of a record; what users save under a name
    'filters verbs', // the filter builder; actions on one record, deletion too
    'bulk views', // actions on many records; lists as boards, calendars, galleries, maps
    'cells', // a list's cells as they are edited
    'list',
    'changes', // the feed of changes across resources
    'activity deliveries', // comments, files and versions of a record as one story; what was sent to a webhook
    'change-sets duplicates', // changes that are looked at before they are applied; records that may be the same one
    'access jobs overview record transfer trash', // long work; what a role or user may, and why; cards; a record's screens; import; deleted records
    'analytics', // the index, the explorer, the records behind a measure
    'live', // what others change, followed by all screens
    'palette', // screens, records and actions, found by typing
    'screens', // those of the back-office, each loaded when it is opened
    'module/index', // what a module may import
    'app', // all screens under their addresses
    'start',
    'routes',
    'main',
  ],
};

/** The product as values: front ends import them, and they import modules. */
const PRODUCT = /^(?:src\/\w+|tests\/browser\/modules)\.ts$/;

const parts = FLOORS['.'].flatMap((names) => names.split(' '));
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...parts], { encoding: 'utf8' });
const files = new Set(listed.split('\n').filter((file) => /\.(tsx?|mjs|css)$/.test(file) && existsSync(file)));
const manifests = parts.filter((part) => existsSync(`${part}/package.json`));
const surfaces = new Map(
  manifests.map((part) => [part, JSON.parse(readFileSync(`${part}/package.json`, 'utf8')).exports]),
);

/** The file that an import resolves to; undefined outside the front ends, and for generated files. */
function fileOf(from, specifier) {
  const [, part, name] = /^@mizan\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  if (!part && !specifier.startsWith('.')) return undefined;
  const exported = part === 'product' ? `../src/${name}` : (surfaces.get(part)?.[`./${name}`] ?? '');
  const path = part ? posix.join(part, exported) : posix.join(from, '..', specifier);
  return ['', '.ts', '.tsx'].map((ending) => path + ending).find((file) => files.has(file));
}

function importsOf(file) {
  if (file.endsWith('.css')) return [];
  const text = readFileSync(file, 'utf8');
  return ts.preProcessFile(text).importedFiles.flatMap(({ fileName, pos }) => {
    const to = fileOf(file, fileName);
    return to ? [{ to, at: `${file}:${text.slice(0, pos).split('\n').length}` }] : [];
  });
}
const imports = new Map([...files].map((file) => [file, importsOf(file)]));

/** The name of a file in a part of the front ends, and its floor there; undefined outside of it. */
function floorOf(part, file) {
  const path = posix.relative(part, file).replace(/(\.module)?\.\w+$/, '');
  if (path.startsWith('..')) return undefined;
  const levels = FLOORS[part].flatMap((names, floor) => names.split(' ').map((name) => ({ name, floor })));
  const fits = levels.filter(({ name }) => `${path}/`.startsWith(`${name}/`));
  return fits.toSorted((one, other) => other.name.length - one.name.length)[0] ?? { name: path, floor: NaN };
}

/** The imports that violate the floors of a part. Tests may import everything. */
function* brokenIn(part) {
  for (const [file, led] of imports) {
    const from = floorOf(part, file);
    if (!from || (part !== '.' && /\.(test|fixture)\./.test(file))) continue;
    for (const { to, at } of led) {
      if (part === '.' && (PRODUCT.test(file) || PRODUCT.test(to))) continue;
      const level = floorOf(part, to);
      if (!level || level.name === from.name || level.floor < from.floor) continue;
      const broken = [from, level].map(
        ({ name, floor }) => `${name} (${floor >= 0 ? `floor ${floor + 1}` : 'on no floor'})`,
      );
      yield `${at} imports ${to}: in ${part} ${broken.join(' may not import ')}.`;
    }
  }
}

/** The page with all that a module may import: a row for each package, and one for each name of `SURFACE`. */
const SURFACE_PAGE = 'modules/README.md';
const SURFACE = 'admin-ui/src/module/index.ts';

/** The imports of modules that the page does not list, and what it lists that is not there. */
function* brokenSurface() {
  const page = readFileSync(SURFACE_PAGE, 'utf8');
  const [, section = ''] = page.split(/^## What a module may import$/m);
  const rows = Array.from(section.split(/^## /m)[0].matchAll(/^\| (`.+?`) \|/gm), ([, cell]) => cell);
  const allowed = new Set(rows.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name]) => name)));
  for (const name of allowed) {
    const [, part, entry] = /^@mizan\/([^/]+)\/(.+)$/.exec(name) ?? [];
    if (part && !surfaces.get(part)?.[`./${entry}`])
      yield `${SURFACE_PAGE} lists ${name}, which ${part} does not export.`;
  }
  const exported = Array.from(readFileSync(SURFACE, 'utf8').matchAll(/^export (?:type )?\{([^}]+)\}/gm), ([, names]) =>
    names.split(',').map((name) => name.trim().replace(/^type /, '')),
  ).flat();
  for (const name of exported.filter((one) => one && !allowed.has(one)))
    yield `${SURFACE} exports ${name}, which ${SURFACE_PAGE} does not list.`;
  for (const file of files) {
    const [own] = /^(?:kernel|(?:modules|tests\/browser)\/[^/]+)\/ui\//.exec(file) ?? [];
    if (!own || file.endsWith('.css')) continue;
    const text = readFileSync(file, 'utf8');
    for (const { fileName, pos } of ts.preProcessFile(text).importedFiles) {
      const isLocal = fileName.startsWith('.');
      // Tests import what they test with.
      const isAllowed = isLocal
        ? posix.join(file, '..', fileName).startsWith(own)
        : allowed.has(fileName) || /\.test\./.test(file);
      if (!isAllowed)
        yield `${file}:${text.slice(0, pos).split('\n').length} imports ${fileName}, which is not in the list of ${SURFACE_PAGE}.`;
    }
  }
}

const done = new Set();
/** The import cycles that can be reached from a file. */
function* circlesFrom(file, path = []) {
  if (done.has(file)) return;
  for (const { to, at } of imports.get(file)) {
    const way = [...path, { file, at }];
    const begins = way.findIndex((step) => step.file === to);
    if (begins < 0) yield* circlesFrom(to, way);
    else yield `${[...way.slice(begins).map((step) => step.at), to].join(' imports ')}: a circle.`;
  }
  done.add(file);
}

const broken = [...Object.keys(FLOORS).flatMap((part) => [...brokenIn(part)]), ...brokenSurface()];
// A violation causes many cycles, so cycles are only reported when there is none: those are within one name.
if (broken.length === 0) for (const file of files) broken.push(...circlesFrom(file));

/** The largest size of a document, in bytes, and where what is more belongs. */
const SIZES = {
  'README.md': [6 * 1024, 'a page in docs/'],
  'ARCHITECTURE.md': [15 * 1024, 'the head of the code that it explains, or docs/explanation'],
};

for (const [document, [most, elsewhere]] of Object.entries(SIZES)) {
  const bytes = Buffer.byteLength(readFileSync(document));
  if (bytes > most) broken.push(`${document} has ${bytes} bytes, and at most ${most}: move something to ${elsewhere}.`);
}

/** A document without its blocks of code, line for line, and without other code either. */
function textOf(file) {
  const blank = (code) => code.replaceAll(/[^\n]/g, ' ');
  const text = readFileSync(file, 'utf8').replaceAll(/^ *(```+)[^]*?^ *\1 *$/gm, blank);
  return { text, links: text.replaceAll(/`[^`]*`/g, blank) };
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(file) {
  const seen = new Map();
  const anchors = textOf(file).text.matchAll(/^#{1,6} +(.+?) *#*$/gm);
  return Array.from(anchors, ([, heading]) => {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times > 0 ? `${anchor}-${times}` : anchor;
  });
}

/** The relative links of a document that lead to no file, or to no heading of it. */
function* brokenLinksOf(document) {
  const { links } = textOf(document);
  for (const { 1: inline, 2: defined, 3: html, index } of links.matchAll(
    /\]\(\s*<?([^)\s>]+)[^)]*\)|^ *\[[^\]]+\]: *(\S+)|\b(?:href|src)="([^"]+)"/gm,
  )) {
    const link = inline ?? defined ?? html;
    if (/^[a-z][a-z0-9+.-]*:/.test(link)) continue;
    const [path, anchor] = link.split('#');
    const file = path ? posix.join(document, '..', decodeURIComponent(path)) : document;
    const at = `${document}:${links.slice(0, index).split('\n').length}`;
    if (!existsSync(file)) yield `${at} links to ${link}, and there is no ${file}.`;
    else if (anchor && !(file.endsWith('.md') && anchorsOf(file).includes(decodeURIComponent(anchor))))
      yield `${at} links to ${link}, and ${file} has no such heading.`;
  }
}

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { encoding: 'utf8' });
for (const document of documents.split('\n').filter((file) => file && existsSync(file)))
  broken.push(...brokenLinksOf(document));

for (const line of broken) process.stderr.write(`${line}\n`);
if (broken.length > 0) process.exitCode = 1;
