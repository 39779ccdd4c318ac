// Starts an app with the shell.
import '@mizan/ui-kit/tokens.css';
import '@mizan/ui-kit/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider, type AnyRouter } from '@tanstack/react-router';
import { endHandshake } from '@mizan/ui-kit/handshake';
import { getLocale, getTextDirection } from '@mizan/ui-kit/locale';
import { setProductTheme, type ProductTheme } from '@mizan/ui-kit/product-theme';
import { toast } from '@mizan/ui-kit/toaster';

/** `routerOf` is called when the address is ready to be read. */
export async function start(theme: ProductTheme, routerOf: () => AnyRouter): Promise<void> {
  await setProductTheme(theme);
  document.documentElement.lang = getLocale();
  document.documentElement.dir = getTextDirection();
  toast.showOne();
  endHandshake();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={routerOf()} />
    </StrictMode>,
  );
}
