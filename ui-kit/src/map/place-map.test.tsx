// The map for screen readers and for the keyboard.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { Ground } from './ground';
import { GroundContext } from './ground-context';
import { PlaceMap } from './place-map';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ground: Ground = {
  name: 'Shore',
  extent: { south: 24.78, west: 54.85, north: 25.42, east: 55.6 },
  districts: [
    { name: 'Old Port', latitude: 25.0805, longitude: 55.1403, rank: 1 },
    { name: 'Hills', latitude: 25.07, longitude: 55.15, rank: 2 },
  ],
  land: [],
  spits: [],
  lagoons: [],
  channels: [],
  roads: [],
};
const point = (label: string, latitude: number, longitude: number) => ({ label, latitude, longitude });
const two = [point('One', 25.07, 55.13), point('Two', 25.2, 55.27)];

describe('on the ground of a product', () => {
  it.each([
    ['Map of Quay, near Old Port and Hills', [point('Quay', 25.0772, 55.1367)]],
    ['Map of Opera at 33.8568° S, 151.2153° E', [point('Opera', -33.8568, 151.2153)]],
    ['Map of Andes at 33.45° S, 70.6667° W', [point('Andes', -33.45, -70.66666)]],
    ['Map of Shore with 2 places', two],
    ['Map of Shore with 0 places', []],
  ])('%s', async (name, points) => {
    render(
      <GroundContext value={() => Promise.resolve({ default: ground })}>
        <PlaceMap points={points} />
      </GroundContext>,
    );
    expect(await screen.findByRole('img', { name })).toBeTruthy();
    for (const button of ['Zoom in', 'Zoom out']) expect(screen.getByRole('button', { name: button })).toBeTruthy();
  });
});

describe('without one, or when it cannot be loaded', () => {
  it.each([
    ['Map of Quay at 25.0772° N, 55.1367° E', [point('Quay', 25.0772, 55.1367)]],
    ['Map with 2 places', two],
    ['Map with 0 places', []],
  ])('%s', async (name, points) => {
    const { unmount } = render(<PlaceMap points={points} />);
    expect(screen.getByRole('img', { name })).toBeTruthy();
    unmount();
    render(
      <GroundContext value={() => Promise.reject(new Error('not there'))}>
        <PlaceMap points={points} />
      </GroundContext>,
    );
    expect(await screen.findByRole('img', { name })).toBeTruthy();
  });
});

/** These tests have no layout. */
class Sized {
  #report: ResizeObserverCallback;

  constructor(report: ResizeObserverCallback) {
    this.#report = report;
  }

  observe(): void {
    const entry = { contentRect: { width: 900, height: 600 } } as ResizeObserverEntry;
    this.#report([entry], this as unknown as ResizeObserver);
  }

  disconnect(): void {}
}

/** So many places within some hundred metres, each with a link. */
const towers = (name: string, count: number, latitude: number, longitude: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...point(`${name} ${at + 1}`, latitude + (at % 8) / 1000, longitude + Math.floor(at / 8) / 1000),
    href: `/${name}/${at + 1}`,
  }));

it('a crowd of places is a button, which zooms in and passes the focus on, down to their links', () => {
  vi.stubGlobal('ResizeObserver', Sized);
  const points = [...towers('Marina', 40, 25.077, 55.137), ...towers('Creek', 20, 25.2, 55.35)];
  render(<PlaceMap points={points} clusters />);
  expect(screen.queryByRole('link')).toBeNull();
  const marina = screen.getByRole('button', { name: '40 places: zoom in' });

  fireEvent.keyDown(marina, { key: 'Enter' });
  expect(document.activeElement?.closest('[data-point="0"]')).toBeTruthy();
  for (let press = 0; screen.queryByRole('link', { name: 'Marina 1' }) === null; press += 1) {
    expect(press).toBeLessThan(12);
    fireEvent.keyDown(document.activeElement as Element, { key: ' ' });
  }
  expect(screen.getByRole('link', { name: 'Marina 1' }).getAttribute('href')).toBe('/Marina/1');
  fireEvent.click(screen.getByRole('button', { name: 'Back to the first view' }));
  expect(screen.getByRole('button', { name: '40 places: zoom in' })).toBeTruthy();
});

it('few places are links, however close', () => {
  vi.stubGlobal('ResizeObserver', Sized);
  render(<PlaceMap points={towers('Marina', 12, 25.077, 55.137)} clusters />);
  expect(screen.getAllByRole('link')).toHaveLength(12);
});
