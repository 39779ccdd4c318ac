// A Vite plugin: the product that an app is built for is a folder, whose files the app imports as `@mizan/product/…`.
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

/** The name of a package, and not a path or an address. */
const PACKAGE = /^[@\w](?!.*:)/;

/** The packages of the framework: they are source code, which is compiled together and never bundled ahead. */
const SOURCES = ['admin-ui', 'kernel', 'openapi', 'shell', 'ui-kit', 'users'].map((name) => `@mizan/${name}`);

/** The nearest folder with packages. */
function rootOf(folder) {
  const above = dirname(folder);
  return existsSync(join(folder, 'node_modules')) || above === folder ? folder : rootOf(above);
}

/**
 * @param {string} folder
 * @returns {import('vite').Plugin}
 */
export function productIn(folder) {
  const root = rootOf(folder);
  return {
    name: 'mizan-product-folder',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: [{ find: '@mizan/product', replacement: folder }] },
      optimizeDeps: { exclude: SOURCES },
      server: { fs: { allow: [root] } },
    }),
    // A module in another folder has no packages of its own, or others: it gets those of the product.
    resolveId(source, importer, options) {
      if (!importer || !isAbsolute(importer) || !PACKAGE.test(source)) return null;
      if (importer.startsWith(join(root, '/')) || importer.includes('/node_modules/')) return null;
      return this.resolve(source, join(folder, 'modules.ts'), { ...options, skipSelf: true });
    },
  };
}
