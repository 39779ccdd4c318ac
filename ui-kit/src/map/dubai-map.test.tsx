// The map for screen readers.
import { afterEach, expect, it } from 'vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { DubaiMap } from './dubai-map';

afterEach(cleanup);

const point = (label: string, latitude: number, longitude: number) => ({ label, latitude, longitude });

it.each([
  ['Map of Quay, near Dubai Marina and Jumeirah Lake Towers', [point('Quay', 25.0772, 55.1367)]],
  ['Map of Opera at 33.8568° S, 151.2153° E', [point('Opera', -33.8568, 151.2153)]],
  ['Map of Andes at 33.45° S, 70.6667° W', [point('Andes', -33.45, -70.66666)]],
  ['Map of Dubai with 2 places', [point('One', 25.07, 55.13), point('Two', 25.2, 55.27)]],
  ['Map of Dubai with 0 places', []],
])('%s', (name, points) => {
  render(<DubaiMap points={points} />);
  expect(screen.getByRole('img', { name })).toBeTruthy();
  for (const button of ['Zoom in', 'Zoom out']) expect(screen.getByRole('button', { name: button })).toBeTruthy();
});
