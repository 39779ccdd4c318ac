// Builds the back-office of the product. `--mode desk` builds it for the browser tests, with the modules in tests/browser.
import { budgets } from '@mizan/ui-kit/vite/budgets';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { backOffice } from './vite/back-office.mjs';

/** The back-office without modules, and what each module's entry, which is loaded with it, adds. */
const size = (most: number) =>
  budgets(
    [
      { name: 'Overview of the back-office', most: 172, opens: ['src/overview/overview-screen.tsx'] },
      { name: 'A list', most: 216, opens: ['src/list/list-screen.tsx'] },
    ],
    { most, entries: /^\.\.\/(?:.+\/)?([^/]+)\/ui\/index\.tsx$/ },
  );

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const PRODUCT = { product: at('../src') };
const DESK = { product: at('../tests/browser'), outDir: 'dist-desk' };

export default defineConfig(({ mode }) => {
  // One of the modules of the tests uses react-admin's components.
  const [of, most] = mode === 'desk' ? [DESK, 250] : [PRODUCT, 20];
  const config = backOffice(of);
  return { ...config, plugins: [...(config.plugins ?? []), size(most)] };
});
