// The saved views on the index: the user's own and shared ones, drawn as in the explorer.
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useMemo } from 'react';
import { errorMessage } from '../data/problems.ts';
import { toastFailure } from '../data/why.ts';
import type { Analytics } from '../document/analytics.ts';
import { useMaySaved, useSaved, useSavedChanges } from '../saved/collection.ts';
import { useAnswer } from './analytics-data.ts';
import { wholeRows } from './chart-grid.ts';
import { ChartFrame } from './chart-frame.tsx';
import styles from './index-screen.module.css';
import { titleOf } from './parts-of-view.ts';
import { VIEWS, type SavedView } from './saved-views.ts';
import { useNearViewport } from './use-near-viewport.ts';
import { formatView, parseView, shownAs } from './view.ts';
import type { ChartKind } from '../charts/types.ts';

export function IndexViews({ analytics }: { analytics: Analytics }) {
  const mayRead = useMaySaved(VIEWS.permission)('read');
  const { data = [] } = useSaved<SavedView>(VIEWS, mayRead);
  const shown = data.filter(({ onIndex }) => onIndex);
  const whole = wholeRows(shown.map(({ view }) => shownAs(parseView(view, analytics), analytics)));
  if (shown.length === 0) return null;
  return (
    <section className={styles.charts} aria-label={m.explorer_views_section()}>
      {shown.map((saved, index) => (
        <div key={saved.id} className={styles.cell} data-whole={whole[index] || undefined}>
          <ViewCard analytics={analytics} saved={saved} />
        </div>
      ))}
    </section>
  );
}

function ViewCard({ analytics, saved }: { analytics: Analytics; saved: SavedView }) {
  const [frame, visible] = useNearViewport();
  const view = useMemo(() => parseView(saved.view, analytics), [saved.view, analytics]);
  const { data, error, refetch } = useAnswer(analytics, visible ? view : undefined);
  const changes = useSavedChanges(VIEWS);
  const mayUpdate = useMaySaved(VIEWS.permission)('update');
  const kind = shownAs(view, analytics);
  const { measures, rows, cols, compare } = view;
  const chart = useMemo(
    () =>
      data && {
        name: saved.id,
        title: saved.name,
        description: '',
        kind: kind as ChartKind,
        measures,
        explore: formatView(view, analytics).slice(1),
        answer: data.answer,
        ...(rows !== undefined && { rows }),
        ...(cols !== undefined && { cols }),
        ...(compare !== undefined && { compare }),
      },
    [data, saved, kind, measures, rows, cols, compare, view, analytics],
  );
  const takeOff = async () => {
    try {
      await changes.update(saved.id, { onIndex: false });
      toast.success(m.saved_updated({ name: saved.name }));
    } catch (failed) {
      toastFailure(failed, errorMessage(failed, m.explorer_views_save_failed()));
    }
  };
  const by = saved.own ? '' : ` · ${m.saved_by({ name: `\u2068${saved.owner.name}\u2069` })}`;
  return (
    <ChartFrame
      frame={frame}
      analytics={analytics}
      title={saved.name}
      text={(saved.description ?? titleOf(analytics, view)) + by}
      kind={kind}
      chart={chart}
      pending={visible}
      error={error}
      retry={() => void refetch()}
      more={saved.own && mayUpdate ? { label: m.explorer_views_off_index(), onClick: () => void takeOff() } : undefined}
    />
  );
}
