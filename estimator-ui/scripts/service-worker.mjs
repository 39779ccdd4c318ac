// A Vite plugin that builds the service worker, `/sw.js`, after the app: it holds the list of the app's files. A file whose
// name carries no hash of its content is listed with one, so that a worker is new exactly when a file is.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const NAME = 'sw.js';
const HASHED = /^assets\//;
/** Compressed files of an earlier build and source maps, which pages never request. */
const LEFT_OUT = /\.(?:br|map)$/;

/** @param {string} folder */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => name !== NAME && !LEFT_OUT.test(name) && statSync(join(folder, name)).isFile())
    .toSorted()
    .map((name) => ({
      url: `/${name}`,
      revision: HASHED.test(name)
        ? null
        : createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex')
            .slice(0, 16),
    }));
}

/**
 * @param {string} source The worker's own source, from the app's folder.
 * @returns {import('vite').Plugin}
 */
export function serviceWorker(source) {
  let config;
  return {
    name: 'mizan-service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle() {
      const outDir = join(config.root, config.build.outDir);
      await build({
        root: config.root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { FILES: JSON.stringify(filesOf(outDir)), 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir,
          emptyOutDir: false,
          target: config.build.target,
          rolldownOptions: { input: join(config.root, source), output: { format: 'iife', entryFileNames: NAME } },
        },
      });
      config.logger.info(`${NAME}  ${(statSync(join(outDir, NAME)).size / 1000).toFixed(1)} kB`);
    },
  };
}
