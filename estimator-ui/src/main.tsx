// Starts the estimator's app: public pages, sign-in, home.
import '@mizan/ui-kit/tokens.css';
import '@mizan/ui-kit/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import { endHandshake } from '@mizan/ui-kit/handshake';
import { setProductTheme } from '@mizan/ui-kit/product-theme';
import { getLocale, getTextDirection } from '@mizan/ui-kit/locale';
import { session } from '@mizan/ui-kit/session';
import { toast } from '@mizan/ui-kit/toaster';
import { theme } from '../../src/theme.ts';
import './offline/install';
import { createAppRouter } from './router';

await setProductTheme(theme);
document.documentElement.lang = getLocale();
document.documentElement.dir = getTextDirection();
session.enableOffline();
toast.showOne();
endHandshake();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createAppRouter()} />
  </StrictMode>,
);
