// Starts the back-office in the page.
import '@mizan/ui-kit/tokens.css';
import '@mizan/ui-kit/base.css';
import './base.css';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ErrorBoundary } from '@mizan/ui-kit/error-screen';
import { endHandshake } from '@mizan/ui-kit/handshake';
import { reloadOnFailedLoads } from '@mizan/ui-kit/lazy-screen';
import { Toaster } from '@mizan/ui-kit/toaster';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { routes } from './routes.tsx';

endHandshake();

// Inserts rules with `insertRule` (`speedy`), which the content security policy allows.
const styles = createCache({ key: 'm', prepend: true, speedy: true });
const router = createBrowserRouter(routes);

reloadOnFailedLoads();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <CacheProvider value={styles}>
      <ErrorBoundary>
        <RouterProvider router={router} />
        <Toaster />
      </ErrorBoundary>
    </CacheProvider>
  </StrictMode>,
);
