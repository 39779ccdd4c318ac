// Compiles the message catalogues of the front ends and of modules, `modules/<name>/ui/messages/<language>.json`, into
// functions.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';

const own = readdirSync('messages')
  .filter((name) => name.endsWith('en.json'))
  .toSorted()
  .map((name) => `./messages/${name.replace(/en\.json$/, '{locale}.json')}`);
const ofModules = readdirSync('../modules')
  .toSorted()
  .map((name) => `../modules/${name}/ui/messages`)
  .filter((folder) => existsSync(`${folder}/en.json`))
  .map((folder) => `${folder}/{locale}.json`);

const settings = {
  $schema: 'https://inlang.com/schema/project-settings',
  baseLocale: 'en',
  locales: ['en'],
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
  'localStorage',
  'preferredLanguage',
  'baseLocale',
  '--silent',
];
process.exit(spawnSync('paraglide-js', ['compile', ...options], { stdio: 'inherit' }).status ?? 1);
