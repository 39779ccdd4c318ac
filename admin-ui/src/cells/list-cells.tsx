// Loads the cells of a list as they are edited: not before the list is shown, and when the pointer or the focus comes to it.
import { lazyPart } from '@mizan/ui-kit/lazy-screen';
import { Suspense, useEffect, useState, type ComponentProps, type RefObject } from 'react';

const Nothing = () => null;

/** Without them the list is only read: that they cannot be loaded is no failure of the screen. */
const Cells = lazyPart(() => import('./cells.tsx'), Nothing);

/** In milliseconds: a finger comes without notice. */
const SOON = 1000;

export function ListCells(props: ComponentProps<typeof Cells>) {
  return (
    useNear(props.table) && (
      <Suspense fallback={null}>
        <Cells {...props} />
      </Suspense>
    )
  );
}

function useNear(table: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const come = () => setNear(true);
    const timer = setTimeout(come, SOON);
    const element = table.current;
    element?.addEventListener('pointerenter', come);
    element?.addEventListener('focusin', come);
    return () => {
      clearTimeout(timer);
      element?.removeEventListener('pointerenter', come);
      element?.removeEventListener('focusin', come);
    };
  }, [table]);
  return near;
}
