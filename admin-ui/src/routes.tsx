// All addresses lead to one start; which screen it is is decided below it. What cannot be drawn there, outside of any
// area, ends in the product's own error screen.
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
