// A Vite plugin that fails the build when the JavaScript that a screen loads first is too large, gzipped, or what a
// module adds to it.
import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The number of chunks that an error names. */
const NAMED = 8;
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const sum = (sizes) => [...sizes.values()].reduce((total, size) => total + size, 0);

/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {number} most Kilobytes of 1000 bytes, gzipped.
 * @property {string[]} opens The files that the screen imports dynamically before it can be used, by their paths from the
 * app's folder.
 *
 * @typedef {object} Modules
 * @property {number} most Kilobytes that each may add to the first screen.
 * @property {RegExp} entries Their entries, by path; the first group is a module's name.
 */

/**
 * The files that a screen loads first, with their gzipped sizes: the scripts of the page, what `opens` names, all that these
 * import statically, and scripts that are no modules.
 *
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @param {Screen['opens']} opens
 * @param {(module: string) => string} nameOf
 */
export function firstLoad(bundle, opens, nameOf) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const named = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((module) => [nameOf(module), chunk])));
  const opened = opens.map((file) => {
    const found = named.get(file);
    if (!found) throw new Error(`No chunk is made from ${file}, which a budget names.`);
    return found;
  });
  const sizes = new Map();
  for (const file of Object.values(bundle))
    if (file.type === 'asset' && file.fileName.endsWith('.js')) sizes.set(file.fileName, gzipSync(file.source).length);
  const add = (chunk) => {
    if (sizes.has(chunk.fileName)) return;
    sizes.set(chunk.fileName, gzipSync(chunk.code).length);
    for (const imported of chunk.imports) if (bundle[imported]?.type === 'chunk') add(bundle[imported]);
  };
  const pages = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.html'));
  const loaded = chunks.filter(({ fileName }) => pages.some(({ source }) => String(source).includes(fileName)));
  for (const chunk of [...loaded, ...opened]) add(chunk);
  return sizes;
}

/**
 * What each module adds to what is loaded without it.
 *
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @param {Modules} modules
 * @param {(module: string) => string} nameOf
 */
function additions(bundle, { most, entries }, nameOf) {
  const core = firstLoad(bundle, [], nameOf);
  const files = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds.map(nameOf) : []));
  return files
    .filter((file) => entries.test(file))
    .map((file) => {
      const all = firstLoad(bundle, [file], nameOf);
      const sizes = new Map([...all].filter(([name]) => !core.has(name)));
      return { name: `Module ${entries.exec(file)?.[1]}`, most, sizes };
    });
}

/**
 * Measures each screen and module when the build is written.
 *
 * @param {Screen[]} screens
 * @param {Modules} [modules]
 * @returns {import('vite').Plugin}
 */
export function budgets(screens, modules) {
  let config;
  return {
    name: 'mizan-budgets',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle(_options, bundle) {
      const nameOf = (module) => relative(config.root, module);
      const measured = [
        ...screens.map((screen) => ({ ...screen, sizes: firstLoad(bundle, screen.opens, nameOf) })),
        ...(modules ? additions(bundle, modules, nameOf) : []),
      ];
      const width = Math.max(...measured.map(({ name }) => name.length));
      config.logger.info('JavaScript that a screen loads first, gzipped:');
      for (const { name, most, sizes } of measured)
        config.logger.info(
          `  ${name.padEnd(width)}  ${kilobytes(sum(sizes)).padStart(8)} of at most ${most} kB, in ${sizes.size} files`,
        );
      const over = measured.filter(({ most, sizes }) => sum(sizes) > most * 1000);
      if (over.length > 0) this.error(over.map(complaint).join('\n'));
    },
  };
}

/** @param {{ name: string; most: number; sizes: Map<string, number> }} screen */
function complaint({ name, most, sizes }) {
  const largest = [...sizes].toSorted(([, one], [, other]) => other - one).slice(0, NAMED);
  return [
    `${name} loads ${kilobytes(sum(sizes))} of JavaScript first, gzipped; its budget is ${most} kB. The largest files:`,
    ...largest.map(([file, size]) => `  ${kilobytes(size).padStart(8)}  ${file}`),
  ].join('\n');
}
