// Loads the cells of a list as they are edited: not before the list is shown, and when the pointer or the focus comes to it.
import { lazyPart } from '@mizan/ui-kit/lazy-screen';
import { Suspense, useEffect, useState, type ComponentProps, type RefObject } from 'react';
import { useEarlyPresses } from './early-presses.ts';

const Nothing = () => null;

/** Without them the list is only read: that they cannot be loaded is no failure of the screen. */
const Cells = lazyPart(() => import('./cells.tsx'), Nothing);

/** In milliseconds: a finger comes without notice. */
const SOON = 1000;

export function ListCells(props: ComponentProps<typeof Cells>) {
  const near = useNear(props.table);
  const repeat = useEarlyPresses(props.table);
  return (
    near && (
      <Suspense fallback={null}>
        <Cells {...props} />
        <Loaded onLoad={repeat} />
      </Suspense>
    )
  );
}

/** Its effect runs after those of what is before it. */
function Loaded({ onLoad }: { onLoad: () => void }) {
  useEffect(onLoad, [onLoad]);
  return null;
}

function useNear(table: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const come = () => setNear(true);
    const timer = setTimeout(come, SOON);
    const listening = new AbortController();
    for (const type of ['pointerenter', 'pointerdown', 'focusin'])
      table.current?.addEventListener(type, come, { signal: listening.signal });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [table]);
  return near;
}
