// What the server offers besides resources and analytics, as the document says.
import type { ApiDocument } from '@mizan/openapi/document';
import { createContext, use } from 'react';
import { api } from '../paths.ts';

export interface Offers {
  /** The inbox of the user. */
  inbox: boolean;
  /** Events of what others change. */
  live: boolean;
  /** Who else looks at a record. */
  viewers: boolean;
  /** Saved filters, and saved views, by mail; the paths of their lists. */
  subscriptions: string[];
}

export const NO_OFFERS: Offers = { inbox: false, live: false, viewers: false, subscriptions: [] };

export function readOffers({ paths }: ApiDocument): Offers {
  return {
    inbox: api.inbox in paths,
    live: api.live in paths,
    viewers: api.viewers in paths,
    subscriptions: [api.savedFilters, api.savedViews].filter((path) =>
      Object.keys(paths).some((one) => one.startsWith(`${api.subscribed(path)}/{`) && one.endsWith('}/subscriptions')),
    ),
  };
}

const OffersContext = createContext(NO_OFFERS);

export const OffersProvider = OffersContext.Provider;

export const useOffers = (): Offers => use(OffersContext);
