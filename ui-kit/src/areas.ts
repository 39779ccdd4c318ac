// The areas of a product beside the back-office and analytics, as home and Page Not Found show them. A module has its own
// in `ui/areas.ts`, an app in a file of its own, and the product lists them in `src/areas.ts`.

export interface AreaCard {
  /** `/front-office`; its pages are there and below. */
  path: string;
  /** Exists only for users with this permission: `resource:action`. */
  permission: string;
  /** Smaller numbers come first; the back-office has 10, and analytics 30. */
  order: number;
  title: () => string;
  text: () => string;
  /** The text of the link, where the general one does not do. */
  action?: () => string;
}
