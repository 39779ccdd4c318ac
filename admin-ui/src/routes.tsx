// A single route renders the app, which has its own routes. Errors outside of any area show the product's error screen.
import { ErrorScreen } from '@mizan/ui-kit/error-screen';
import { useRouteError, type RouteObject } from 'react-router';
import { Start } from './start.tsx';

function Undrawn() {
  return (
    <main>
      <ErrorScreen error={useRouteError()} />
    </main>
  );
}

export const routes: RouteObject[] = [{ path: '*', element: <Start />, errorElement: <Undrawn /> }];
