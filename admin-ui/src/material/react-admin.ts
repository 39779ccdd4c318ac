// What `react-admin` is to modules: the library, which brings its home along. `vite/react-admin.mjs` leads here.
import './home.tsx';
export * from 'react-admin';
