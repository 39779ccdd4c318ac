// The error screen in react-admin's error boundary. Navigation resets it. Retry reloads the page, since a failed
// dynamic import would fail again until then.
import { ErrorScreen } from '@mizan/ui-kit/error-screen';
import { useResetErrorBoundaryOnLocationChange } from 'ra-core';

interface Props {
  error?: unknown;
  resetErrorBoundary?: (...args: unknown[]) => void;
}

const stay = () => {};

export function Failure({ error, resetErrorBoundary = stay }: Props) {
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary);
  return (
    <main>
      <ErrorScreen error={error} />
    </main>
  );
}
