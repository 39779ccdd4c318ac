// The ground of the desk's maps.
import type { Ground } from '@mizan/ui-kit/map-ground';
import { CHANNELS, EXTENT, FRONDS, LAGOONS, LAND, ROADS } from './coast.ts';
import { DISTRICTS } from './districts.ts';

const ground: Ground = {
  name: 'Dubai',
  extent: EXTENT,
  districts: DISTRICTS,
  land: LAND,
  spits: FRONDS,
  lagoons: LAGOONS,
  channels: CHANNELS,
  roads: ROADS,
};

export default ground;
