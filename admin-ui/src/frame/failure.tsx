// A screen that could not be drawn: the product's error screen in react-admin's boundary.
import { ErrorScreen } from '@mizan/ui-kit/error-screen';
import { useResetErrorBoundaryOnLocationChange } from 'react-admin';

interface Props {
  error?: unknown;
  resetErrorBoundary?: (...args: unknown[]) => void;
}

export function Failure({ error, resetErrorBoundary = () => location.reload() }: Props) {
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary);
  return <ErrorScreen error={error} retry={() => resetErrorBoundary()} />;
}
