// A screen that could not be drawn: the product's error screen in react-admin's boundary. Another address draws again;
// trying again loads the page, for a screen whose file did not come would fail in the same way until then.
import { ErrorScreen } from '@mizan/ui-kit/error-screen';
import { useResetErrorBoundaryOnLocationChange } from 'react-admin';

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
