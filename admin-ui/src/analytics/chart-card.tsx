// A chart of the index that a module declares. Fetched near the viewport only, so that it does not delay the
// measures above.
import type { Operation } from '@mizan/openapi/document';
import type { Analytics, DeclaredChart } from '../document/analytics.ts';
import { useChart } from './analytics-data.ts';
import { ChartFrame } from './chart-frame.tsx';
import { useNearViewport } from './use-near-viewport.ts';

interface Props {
  analytics: Analytics;
  declared: DeclaredChart;
  operation: Operation;
}

export function ChartCard({ analytics, declared: { name, title, description, kind }, operation }: Props) {
  const [frame, visible] = useNearViewport();
  const { data, error, refetch } = useChart(operation, name, visible);
  return (
    <ChartFrame
      frame={frame}
      analytics={analytics}
      title={title}
      text={description}
      kind={kind}
      chart={data}
      pending={visible}
      error={error}
      retry={() => void refetch()}
    />
  );
}
