// What modules add to a place of a screen, as far as the user may see it.
import { useSession } from '@mizan/ui-kit/session';
import { Fragment, Suspense, type ReactNode } from 'react';
import { permits } from '../document/context.tsx';
import type { Widget } from '../module/frame-types.ts';
import { useModuleRegistry } from '../module/registry.ts';

/** Whether the user has the permission that a part of a module needs, if it needs any. */
export function useAllowed(): (part: { permission?: string | undefined }) => boolean {
  const { me } = useSession();
  return ({ permission }) => permission === undefined || permits(me, permission);
}

/** The widgets at a place, in their order. */
export function useWidgets(at: string): Widget[] {
  const allowed = useAllowed();
  return useModuleRegistry().widgets.filter((one) => one.at === at && allowed(one));
}

/** Draws the widgets at a place of a module's own screen, `<Widgets at="diary" />`, each in `frame` if there is one. */
export function Widgets({ at, frame }: { at: string; frame?: (widget: ReactNode) => ReactNode }) {
  return useWidgets(at).map(({ key, Widget: Drawn }) => {
    const widget = (
      <Suspense fallback={null}>
        <Drawn />
      </Suspense>
    );
    return <Fragment key={key}>{frame ? frame(widget) : widget}</Fragment>;
  });
}

/** The parts of modules in the bar above all screens. */
export function HeaderItems() {
  const allowed = useAllowed();
  return useModuleRegistry()
    .header.filter(allowed)
    .map(({ key, Item }) => (
      <Suspense key={key} fallback={null}>
        <Item />
      </Suspense>
    ));
}
