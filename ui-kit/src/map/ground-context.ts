// The ground of maps, apart from what maps compute with: every page provides it, and few have a map.
import { createContext } from 'react';
import type { GroundSource } from './ground';

/** The ground of all maps within; without one a map has a grid of degrees only. */
export const GroundContext = createContext<GroundSource | undefined>(undefined);
