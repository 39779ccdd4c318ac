// A Vite plugin that fails the build when the JavaScript that a screen loads first is too large, gzipped.
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
 * @property {(string | RegExp)[]} opens The modules that the screen imports dynamically before it can be used: a string
 * is the path from the app's folder, and must be there; a pattern stands for each module that it matches, if any.
 */

/**
 * The files that a screen loads first, with their gzipped sizes: the entry, what `opens` names, all that these import
 * statically, and scripts that are no modules.
 *
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @param {Screen['opens']} opens
 * @param {(module: string) => string} nameOf
 */
export function firstLoad(bundle, opens, nameOf) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const named = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((module) => [nameOf(module), chunk])));
  const opened = opens.flatMap((what) => {
    const found =
      typeof what === 'string'
        ? [named.get(what)]
        : [...named.keys()].filter((name) => what.test(name)).map((name) => named.get(name));
    if (found.includes(undefined)) throw new Error(`No chunk is made from ${String(what)}, which a budget names.`);
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
  for (const chunk of [...chunks.filter(({ isEntry }) => isEntry), ...opened]) add(chunk);
  return sizes;
}

/**
 * Measures each screen when the build is written.
 *
 * @param {Screen[]} screens
 * @returns {import('vite').Plugin}
 */
export function budgets(screens) {
  let config;
  return {
    name: 'mizan-budgets',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle(_options, bundle) {
      const nameOf = (module) => relative(config.root, module);
      const measured = screens.map((screen) => ({ ...screen, sizes: firstLoad(bundle, screen.opens, nameOf) }));
      const width = Math.max(...screens.map(({ name }) => name.length));
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

/** @param {Screen & { sizes: Map<string, number> }} screen */
function complaint({ name, most, sizes }) {
  const largest = [...sizes].toSorted(([, one], [, other]) => other - one).slice(0, NAMED);
  return [
    `${name} loads ${kilobytes(sum(sizes))} of JavaScript first, gzipped; its budget is ${most} kB. The largest files:`,
    ...largest.map(([file, size]) => `  ${kilobytes(size).padStart(8)}  ${file}`),
  ].join('\n');
}
