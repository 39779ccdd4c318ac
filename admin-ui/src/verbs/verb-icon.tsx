// The icon of a verb, with a default one, so that the labels in a menu are aligned.
import { Zap } from 'lucide-react';
import type { Verb } from '../document/verbs.ts';
import { NamedIcon } from '../frame/named-icon.tsx';

export function VerbIcon({ verb: { icon } }: { verb: Pick<Verb, 'icon'> }) {
  if (icon !== undefined) return <NamedIcon name={icon} size={18} />;
  return <Zap size={18} strokeWidth={1.75} aria-hidden="true" />;
}
