// Starts the back-office in the page.
import '@mizan/ui-kit/tokens.css';
import '@mizan/ui-kit/base.css';
import './base.css';
import { ErrorBoundary } from '@mizan/ui-kit/error-screen';
import { endHandshake } from '@mizan/ui-kit/handshake';
import { reloadOnFailedLoads } from '@mizan/ui-kit/lazy-screen';
import { GroundContext } from '@mizan/ui-kit/map-ground-context';
import { setProductTheme } from '@mizan/ui-kit/product-theme';
import { Toaster } from '@mizan/ui-kit/toaster';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { product } from '@mizan/product/modules';
import { routes } from './routes.tsx';

await setProductTheme(product.theme);
endHandshake();

const router = createBrowserRouter(routes);

reloadOnFailedLoads();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <GroundContext value={product.map}>
        <RouterProvider router={router} />
      </GroundContext>
      <Toaster />
    </ErrorBoundary>
  </StrictMode>,
);
