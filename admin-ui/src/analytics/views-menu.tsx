// The saved views of the explorer, and which of them is open. The URL stays the only state of the
// screen; this menu remembers which view was opened, to tell when it has been changed since.
import { m } from '@mizan/ui-kit/messages';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Analytics } from '../document/analytics.ts';
import { SavedMenu } from '../saved/saved-menu.tsx';
import { useMaySaved, useSaved } from '../saved/collection.ts';
import { VIEWS, type SavedView } from './saved-views.ts';
import { formatView, parseView, type View } from './view.ts';

export function ViewsMenu({ analytics, view }: { analytics: Analytics; view: View }) {
  const navigate = useNavigate();
  const mayRead = useMaySaved(VIEWS.permission)('read');
  const { data } = useSaved<SavedView>(VIEWS, mayRead);
  const [openedId, setOpenedId] = useState<string>();
  const shown = formatView(view, analytics);
  // Compares the queries, however they are written.
  const isCurrent = ({ view: saved }: SavedView): boolean =>
    formatView(parseView(saved, analytics), analytics) === shown;
  const current = data?.find((one) => one.id === openedId && isCurrent(one)) ?? data?.find(isCurrent);
  if (current && current.id !== openedId) setOpenedId(current.id);
  const opened = data?.find(({ id }) => id === openedId);
  if (!mayRead) return null;
  return (
    <SavedMenu<SavedView>
      collection={VIEWS}
      current={shown.slice(1)}
      isCurrent={isCurrent}
      onApply={({ id, view: saved }) => {
        setOpenedId(id);
        void navigate({ search: `?${saved}` });
      }}
      onSaved={({ id }) => setOpenedId(id)}
      label={
        current
          ? m.explorer_views_open({ name: current.name })
          : opened
            ? m.explorer_views_changed({ name: opened.name })
            : undefined
      }
    />
  );
}
