// When the screen is drawn and nothing else is under way.

/** In milliseconds: by then a first screen has what it needs. */
const SOON = 1500;

/** Resolves as soon as the browser has nothing to do; by and by where it does not say. */
export const idle = (): Promise<void> =>
  new Promise((done) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: 2 * SOON });
    else setTimeout(done, SOON);
  });

/** Runs `work` some time after the first screen; the answer takes it back. */
export function whenIdle(work: () => void): () => void {
  let wanted = true;
  const id = setTimeout(() => void idle().then(() => wanted && work()), SOON);
  return () => {
    wanted = false;
    clearTimeout(id);
  };
}
