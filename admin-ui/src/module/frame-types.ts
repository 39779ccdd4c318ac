// What modules add to the whole back-office: pages, areas and their start pages, groups of the navigation, parts of the
// bar, wrappers and widgets.
import type { ComponentType, ReactNode } from 'react';

export interface IconProps {
  size?: number | string;
  'aria-hidden'?: boolean | 'true';
}

/**
 * A part of a screen to which several modules add.
 *
 *     widgets: [{ key: 'unconfirmed', at: 'overview', permission: 'viewings:read', Widget: Unconfirmed }]
 */
export interface Widget {
  key: string;
  /**
   * The place: `overview`, that of the overview of another area (`front-office.overview`), the page of every record
   * (`record.aside`, `record.below`), or a place that a module declares in `places`.
   */
  at: string;
  /** Smaller numbers come first; 0 when it is left out. */
  order?: number;
  /** Shown only with this permission: `resource:action`. */
  permission?: string;
  Widget: ComponentType;
}

/**
 * A page in an area, with an entry in the navigation.
 *
 *     pages: [{ area: 'backoffice', path: 'diary', label: 'Diary', icon: CalendarDays, permission: 'viewings:read', Page: Diary }]
 */
export interface ModulePage {
  /** The path of the area. */
  area: string;
  /** The last segment of its path, which is not the name of a resource: `diary` is `/backoffice/diary`. */
  path: string;
  label: string;
  icon: ComponentType<IconProps>;
  /** The key of the group of the navigation that its entry is in. */
  group?: string;
  /** Exists only for users with this permission: `resource:action`. */
  permission: string;
  Page: ComponentType;
}

/**
 * A further area of the back-office. The module's `areas` in Rust has its path as well: the server serves its pages.
 *
 *     areas: [{ path: 'front-office', label: 'Front office', icon: ConciergeBell, permission: 'viewings:read' }]
 */
export interface AreaUi {
  /** The first segment of its paths: `front-office` is `/front-office`. */
  path: string;
  label: string;
  /** The icon of its start page in the navigation. */
  icon: ComponentType<IconProps>;
  /** Exists only for users with this permission: `resource:action`. */
  permission: string;
}

/** The page at the path of an area, in place of its overview, for users with the permission. */
export interface StartPage {
  area: string;
  label: string;
  icon: ComponentType<IconProps>;
  permission: string;
  Page: ComponentType;
}

/** A group of the navigation of an area. Lists and pages say in `group` that they are in it. */
export interface NavigationGroup {
  key: string;
  area: string;
  label: string;
  order?: number;
}

/** A part of the bar above all screens, before the theme and the account menu. */
export interface HeaderItem {
  key: string;
  order?: number;
  permission?: string;
  Item: ComponentType;
}

/** A provider around all screens. The first by `order` is the outermost. */
export interface Wrapper {
  key: string;
  order?: number;
  Wrapper: ComponentType<{ children: ReactNode }>;
}
