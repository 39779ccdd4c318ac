// Builds the front ends of a product that has none of its own, which the crate `mizan-front-ends` embeds, in a copy of the
// framework: what is not in the copy, the apps and modules of any product, is needed by none of it.
//
//   node kernel/front-ends/build.mjs [types | packages]
//
// `types` checks the types of the copy, and `packages` makes its npm packages, in target/packages; neither builds anything.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OF_CRATES = ['kernel', 'modules/users'];
const FRAMEWORK = ['openapi', 'ui-kit', 'shell', 'admin-ui'].concat(
  OF_CRATES.flatMap((part) => ['ui', 'package.json', 'README.md'].map((name) => `${part}/${name}`)),
);
const COMPILED = ['ui-kit', 'shell', 'admin-ui'];
const BUILT = ['shell', 'admin-ui'];

/** The product as values, without anything of its own. */
const PRODUCT = {
  'src/areas.ts': `import type { AreaCard } from '@mizan/ui-kit/areas';
export const areas: AreaCard[] = [];
`,
  'src/texts.ts': `import type { Texts } from '@mizan/shell/texts';
export const texts: Texts = {};
`,
  'src/theme.ts': `import type { ProductTheme } from '@mizan/ui-kit/product-theme';
export const theme: ProductTheme = {};
`,
  'src/waiting.ts': `import type { WaitingSource } from '@mizan/ui-kit/waiting';
export const waiting: WaitingSource[] = [() => import('../modules/users/ui/waiting.ts')];
`,
  'src/shell.ts': `import { areas } from './areas.ts';
import { texts } from './texts.ts';
import { waiting } from './waiting.ts';
export const extras = { areas, waiting, texts };
`,
  'src/modules.ts': `import { areas } from './areas.ts';
import { theme } from './theme.ts';
import { waiting } from './waiting.ts';
import type { ProductUi } from '@mizan/admin-ui/module';
export const product: ProductUi = {
  modules: [
    { name: 'kernel', load: () => import('../kernel/ui/index.tsx') },
    { name: 'users', load: () => import('../modules/users/ui/index.tsx') },
  ],
  areas,
  waiting,
  theme,
};
`,
};

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Within the repository, so that its packages are found, and in a folder that no check reads. */
const copy = fileURLToPath(new URL('source/dist/', import.meta.url));

/** What the crate embeds. */
const embedded = fileURLToPath(new URL('dist/', import.meta.url));

function put(path, write) {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  write(join(copy, path));
}

rmSync(copy, { recursive: true, force: true });
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...FRAMEWORK, 'tsconfig.base.json'], {
  cwd: root,
  encoding: 'utf8',
});
const task = process.argv[2];
// A test may use what it likes. What it is set up by is packed, for the tests of modules.
const left = task === 'packages' ? /\.test\./ : /\.(?:test|fixture)\./;
const copied = listed.split('\n').filter((file) => file && !left.test(file));
for (const file of copied.filter((one) => existsSync(join(root, one)))) put(file, (to) => cpSync(join(root, file), to));
for (const [file, text] of Object.entries(PRODUCT)) put(file, (to) => writeFileSync(to, text));
// The copy's own packages; all others are those of the repository.
for (const part of ['openapi', 'ui-kit', 'shell', 'admin-ui'])
  put(`node_modules/@mizan/${part}`, (to) => symlinkSync(join(copy, part), to));
put('node_modules/@inlang', (to) => symlinkSync(join(root, 'node_modules/@inlang'), to));

const env = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
};
const run = (part, script, ...args) =>
  execFileSync(process.execPath, [script, ...args], { cwd: join(copy, part), env, stdio: 'inherit' });
const tool = (path) => join(root, 'node_modules', path);

for (const script of ['messages', 'tokens']) run('ui-kit', `scripts/${script}.mjs`);
if (task === 'types') {
  for (const part of COMPILED) run(part, tool('typescript-7/bin/tsc'), '-p', '.');
} else if (task === 'packages') {
  const packages = join(root, 'target/packages');
  rmSync(packages, { recursive: true, force: true });
  mkdirSync(packages, { recursive: true });
  // It would leave out what is compiled.
  rmSync(join(copy, 'ui-kit/src/messages/.gitignore'), { force: true });
  const folders = ['openapi', 'ui-kit', 'shell', 'admin-ui', ...OF_CRATES].map((part) => `./${part}`);
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', packages, ...folders];
  execFileSync('npm', pack, { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
} else {
  for (const part of BUILT) run(part, tool('vite/bin/vite.js'), 'build', '--logLevel', 'warn');
  rmSync(embedded, { recursive: true, force: true });
  cpSync(join(copy, 'admin-ui/dist'), join(embedded, 'admin'), { recursive: true });
  cpSync(join(copy, 'shell/dist'), join(embedded, 'shell'), { recursive: true });
  cpSync(join(root, 'openapi/dist-docs'), join(embedded, 'docs'), { recursive: true });
  run(
    '.',
    join(root, 'ui-kit/scripts/compress.mjs'),
    ...['admin', 'shell', 'docs'].map((part) => join(embedded, part)),
  );
}
