// Compiles the message catalogues of the front ends, `messages/<part>.<language>.json` in each, of the product, and of the
// kernel and of modules, `modules/<name>/ui/messages/<language>.json`, into functions.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const own = ['./messages', '../estimator-ui/messages']
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
  .filter((path) => path.endsWith('en.json'))
  .toSorted()
  .map((path) => path.replace(/en\.json$/, '{locale}.json'));
const ofModules = ['kernel', ...readdirSync('../modules').map((name) => `modules/${name}`)]
  .toSorted()
  .map((folder) => `../${folder}/ui/messages`)
  .concat('../src/messages')
  .filter((folder) => existsSync(`${folder}/en.json`))
  .map((folder) => `${folder}/{locale}.json`);

/** A compiled message: the function of its language, and the one that is exported, which chooses the language. */
const COMPILED =
  /^const (\w+) = (\/\*\* @type [^\n]*? \*\/ \([^]*?\n\});?\n\n(\/\*\*\n[^]*? \*\/ \()\(inputs[^]*?\n\treturn \1\(inputs\)\n\}\);/m;

const locales = ['en'];
// A single language is not chosen, and nothing is read from the browser's storage for it.
const isFixed = locales.length === 1;
const fixed = isFixed ? ['--experimental-static-locale', JSON.stringify(locales[0])] : [];
const strategy = isFixed ? ['baseLocale'] : ['localStorage', 'preferredLanguage', 'baseLocale'];

const settings = {
  $schema: 'https://inlang.com/schema/project-settings',
  baseLocale: 'en',
  locales,
  modules: ['../node_modules/@inlang/plugin-message-format/dist/index.js'],
  'plugin.inlang.messageFormat': { pathPattern: [...own, ...ofModules] },
  telemetry: 'off',
};
writeFileSync('project.inlang/settings.json', `${JSON.stringify(settings, null, 2)}\n`);

const options = [
  '--project',
  './project.inlang',
  '--outdir',
  './src/messages',
  '--strategy',
  ...strategy,
  ...fixed,
  '--silent',
];
const { status } = spawnSync('paraglide-js', ['compile', ...options], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
// A constant, and nothing that sets it, so that a build leaves out how a language would be found and chosen. Each message
// is the function of that language itself: a second one around it, which chooses the language, would double a message.
if (isFixed) {
  const runtime = 'src/messages/runtime.js';
  const compiled = readFileSync(runtime, 'utf8')
    .replace(/assertIsLocale\(("\w+")\);/, '$1;')
    .replace(/export let setLocale = [^]*?\n\};/, 'export let setLocale = (_locale) => {};');
  writeFileSync(runtime, compiled);
  const folder = 'src/messages/messages';
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js') && file !== '_index.js')) {
    const message = readFileSync(`${folder}/${name}`, 'utf8');
    const direct = message
      .replace(COMPILED, (_, _name, written, exported) => `${exported}${written});`)
      .replace(/^import \{ getLocale, .*\n/m, '');
    if (direct.includes('getLocale')) throw new Error(`${name} is not compiled as expected`);
    writeFileSync(`${folder}/${name}`, direct);
  }
}
