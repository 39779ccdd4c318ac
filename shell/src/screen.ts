// A screen that is loaded when its address is opened, with props from its route.
import type { ReactNode } from 'react';
import type { AsyncRouteComponent, RouteComponent } from '@tanstack/react-router';

/** `Screen` renders `Page`, which the router loads before it renders either, so that nothing moves later. */
export function loadedWith<Props>(Screen: () => ReactNode, Page: AsyncRouteComponent<Props>): RouteComponent {
  // The page has it until it is loaded.
  return Object.defineProperty(Screen, 'preload', { get: () => Page.preload });
}
