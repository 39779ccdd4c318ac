// What an area whose pages are in the same app as the shell's adds to these, and what such an app gives the shell.
import type { ComponentType } from 'react';
import type { AreaCard } from '@mizan/ui-kit/areas';
import type { Me } from '@mizan/ui-kit/session';
import type { WaitingSource } from '@mizan/ui-kit/waiting';
import type { Texts } from './texts';

export interface Area extends Pick<AreaCard, 'path' | 'permission'> {
  /** In the bar of all pages, for users who may enter the area. */
  Bar?: ComponentType<{ me: Me }>;
  /** Over every page, also without a signed-in user. */
  Dialogs?: ComponentType;
  /** Parts of home, for users who may enter the area. Loaded before home is rendered. */
  onHome?: () => Promise<OnHome>;
}

export interface OnHome {
  /** Above the cards of areas. */
  Above?: ComponentType<{ me: Me }>;
  /** Below them. */
  Below?: ComponentType<{ me: Me }>;
}

/** An app with routes of its own may add to it. */
export interface ShellContext {
  /** The areas whose pages are in the app. */
  areas: Area[];
  extras: () => Promise<Extras>;
}

/** What a product adds to the pages of the shell. */
export interface Extras {
  /** All its areas, wherever their pages are. */
  areas: AreaCard[];
  /** The files of the modules with what waits for a user. */
  waiting: WaitingSource[];
  texts: Texts;
}
