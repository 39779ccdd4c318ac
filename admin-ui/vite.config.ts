// Builds the back-office of the product. `--mode desk` builds it for the browser tests, with the modules in tests/browser.
import { budgets } from '@mizan/ui-kit/vite/budgets';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { backOffice } from './vite/back-office.mjs';

/** In kB: the overview, what each module's entry adds, and a list. The modules of the tests name more areas and icons. */
const size = (most: number, overview: number) =>
  budgets(
    [
      { name: 'Overview of the back-office', most: overview, opens: ['src/overview/overview-screen.tsx'] },
      { name: 'A list', most: 216, opens: ['src/list/list-screen.tsx'] },
    ],
    { most, entries: /^\.\.\/(?:.+\/)?([^/]+)\/ui\/index\.tsx$/ },
  );

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const PRODUCT = { product: at('../src') };
const DESK = { product: at('../tests/browser'), outDir: 'dist-desk' };

export default defineConfig(({ mode }) => {
  // One of the modules of the tests uses react-admin's components.
  const [of, most, overview] = mode === 'desk' ? ([DESK, 250, 174] as const) : ([PRODUCT, 20, 172] as const);
  const config = backOffice(of);
  return { ...config, plugins: [...(config.plugins ?? []), size(most, overview)] };
});
