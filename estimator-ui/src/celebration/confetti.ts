// Fifty pieces of confetti for three seconds, on a canvas that is removed afterwards. The library's own canvas is not
// used: it stays, and draws in a worker that the content security policy forbids.
import { create } from 'canvas-confetti';
import { CONFETTI } from '../assess/limits';
import styles from './confetti.module.css';

/** The chart colours of the current theme, which are easy to distinguish. */
const COLOURS = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5'];

/** The library counts a piece's lifetime in frames. */
const FRAMES = 60;

export function throwConfetti(): void {
  const canvas = document.createElement('canvas');
  // The browser may refuse a context.
  if (!canvas.getContext('2d')) return;
  canvas.className = styles['canvas'] ?? '';
  canvas.ariaHidden = 'true';
  document.body.append(canvas);
  const theme = getComputedStyle(document.documentElement);
  const fire = create(canvas, { resize: true, useWorker: false });
  void fire({
    particleCount: CONFETTI.pieces,
    colors: COLOURS.map((name) => theme.getPropertyValue(name).trim()),
    ticks: (CONFETTI.duration / 1000) * FRAMES,
    // From above the middle, wide and slow, so that it is visible for the whole time.
    origin: { x: 0.5, y: 0.4 },
    startVelocity: 34,
    spread: 110,
    gravity: 0.7,
    scalar: 1.1,
  });
  setTimeout(() => {
    fire.reset();
    canvas.remove();
  }, CONFETTI.duration);
}
