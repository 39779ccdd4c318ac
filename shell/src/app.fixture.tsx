// The shell, opened at an address.
import { render } from '@testing-library/react';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { createShellRouter } from './app';
import type { ShellContext } from './area';

export function openShell(path: string, context: Partial<ShellContext> = {}) {
  const router = createShellRouter(
    {
      areas: [],
      cards: () => Promise.resolve([]),
      waiting: () => Promise.resolve([]),
      texts: () => Promise.resolve({}),
      ...context,
    },
    createMemoryHistory({ initialEntries: [path] }),
  );
  render(<RouterProvider router={router} />);
  return router;
}
