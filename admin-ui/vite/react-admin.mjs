// A Vite plugin: a module that imports `react-admin` gets it with the theme that its components need.
import { fileURLToPath } from 'node:url';

const HOME = fileURLToPath(new URL('../src/material/react-admin.ts', import.meta.url));

/** @returns {import('vite').Plugin} */
export const reactAdmin = () => ({
  name: 'mizan-react-admin',
  enforce: 'pre',
  resolveId(source, importer) {
    return source === 'react-admin' && importer !== HOME ? HOME : null;
  },
});
