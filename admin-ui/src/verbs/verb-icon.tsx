// The icon of a verb; one for those that name none, so that the labels of a menu stand below each other.
import { Zap } from 'lucide-react';
import type { Verb } from '../document/verbs.ts';
import { NamedIcon } from '../frame/named-icon.tsx';

export function VerbIcon({ verb: { icon } }: { verb: Pick<Verb, 'icon'> }) {
  if (icon !== undefined) return <NamedIcon name={icon} size={18} />;
  return <Zap size={18} strokeWidth={1.75} aria-hidden="true" />;
}
