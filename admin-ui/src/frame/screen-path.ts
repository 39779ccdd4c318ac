// The screen of the current URL; a dialog belongs to the list below it.
import { useLocation } from 'react-router';
import { useResources } from '../document/context.tsx';
import { useModuleRegistry } from '../module/registry.ts';
import { dialogAt, listPathOf } from './list-path.ts';

/** The path of the screen, which for a dialog is that of the list. */
export function useScreenPath(): string {
  const { pathname } = useLocation();
  const { resources: configured } = useModuleRegistry();
  const below = useResources().find((one) => dialogAt(pathname, one, configured[one.name] ?? {}) !== undefined);
  return below ? listPathOf(below) : pathname;
}
