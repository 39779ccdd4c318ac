// The icon of a resource: its module's own, or the one that the document names.
import type { Resource } from '../document/resources.ts';
import { useResourceUi } from '../module/registry.ts';
import { NamedIcon } from './named-icon.tsx';

/** The default icon. */
const USUAL = 'rows-3';

export function ResourceIcon({ resource, size = 20 }: { resource: Resource; size?: number }) {
  const Own = useResourceUi(resource).icon;
  return Own ? <Own size={size} aria-hidden="true" /> : <NamedIcon name={resource.icon ?? USUAL} size={size} />;
}
