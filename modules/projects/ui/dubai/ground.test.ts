// What is drawn of Dubai.
import type { Coordinates } from '@mizan/ui-kit/map-ground';
import { describe, expect, it } from 'vitest';
import { CHANNELS, EXTENT, FRONDS, LAGOONS, LAND, ROADS } from './coast.ts';
import { DISTRICTS } from './districts.ts';

describe('the drawing of Dubai', () => {
  const inside = (point: Coordinates, area: Coordinates[]): boolean =>
    area.reduce((is, from, index) => {
      const to = area[(index + 1) % area.length] as Coordinates;
      const crosses = from.latitude > point.latitude !== to.latitude > point.latitude;
      const share = (point.latitude - from.latitude) / (to.latitude - from.latitude);
      return crosses && point.longitude < from.longitude + share * (to.longitude - from.longitude) ? !is : is;
    }, false);
  const isWithin = ({ latitude, longitude }: Coordinates): boolean =>
    latitude >= EXTENT.south && latitude <= EXTENT.north && longitude >= EXTENT.west && longitude <= EXTENT.east;
  const isLand = (latitude: number, longitude: number) =>
    LAND.some((area) => inside({ latitude, longitude }, area)) &&
    !LAGOONS.some((area) => inside({ latitude, longitude }, area));

  it('is of numbers, within its extent', () => {
    const lines = [...FRONDS, ...LAGOONS, ...CHANNELS.map(({ line }) => line), ...ROADS.map(({ line }) => line)];
    for (const line of lines) for (const point of line) expect(isWithin(point), JSON.stringify(point)).toBe(true);
    for (const point of [...LAND.flat(), ...DISTRICTS])
      expect(Number.isFinite(point.latitude) && Number.isFinite(point.longitude)).toBe(true);
  });

  it.each([
    ['Burj Khalifa', 25.1972, 55.2744],
    ['Ibn Battuta Mall', 25.0446, 55.119],
    ['Mall of the Emirates', 25.1181, 55.2006],
    ['Nakheel Mall on the Palm', 25.1146, 55.139],
    ['Jumeirah Beach Residence', 25.078, 55.1335],
    ['Gold Souk in Deira', 25.2697, 55.297],
    ['Global Village', 25.072, 55.306],
    ['Al Maktoum Airport', 24.896, 55.161],
    ['Sharjah', 25.346, 55.41],
    ['the eastern crescent of the Palm', 25.1213, 55.1541],
  ])('has %s on land', (_, latitude, longitude) => {
    expect(isLand(latitude, longitude)).toBe(true);
  });

  it.each([
    ['the World islands', 25.22, 55.165],
    ['the bay of the Palm', 25.105, 55.118],
    ['Ras Al Khor lagoon', 25.192, 55.325],
    ['the sea off Jumeirah', 25.2, 55.22],
    ['the sea off Jebel Ali', 25.02, 55.03],
  ])('has %s in the water', (_, latitude, longitude) => {
    expect(isLand(latitude, longitude)).toBe(false);
  });

  it('has every road on land, but for bridges', () => {
    for (const { name, line } of ROADS)
      for (const { latitude, longitude } of line) expect(isLand(latitude, longitude), `${name} ${latitude}`).toBe(true);
  });
});
