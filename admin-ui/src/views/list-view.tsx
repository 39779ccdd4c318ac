// A list as its resource declares that it can be shown. Each view is a chunk of its own.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import type { XListView } from '@mizan/openapi/document';
import type { ViewProps } from './view-props.ts';

const Board = lazyScreen<ViewProps>(() => import('./board.tsx'));
const Calendar = lazyScreen<ViewProps>(() => import('./calendar.tsx'));
const Gallery = lazyScreen<ViewProps>(() => import('./gallery.tsx'));
const MapView = lazyScreen<ViewProps>(() => import('./map.tsx'));

export default function ListView({ kind, ...props }: ViewProps & { kind: XListView['kind'] }) {
  return (
    <>
      {kind === 'board' && <Board {...props} />}
      {kind === 'calendar' && <Calendar {...props} />}
      {kind === 'gallery' && <Gallery {...props} />}
      {kind === 'map' && <MapView {...props} />}
    </>
  );
}
