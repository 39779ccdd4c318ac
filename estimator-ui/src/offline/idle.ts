// When the screen is drawn and nothing else is under way.

/** In milliseconds since the page was opened: by then a first screen has what it needs. */
const FIRST_SCREEN = 2500;
/** How long it is waited for a moment without work, in milliseconds. */
const LONGEST = 3000;

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Resolves when the first screen is there and the browser has nothing to do. */
export async function idle(): Promise<void> {
  await pause(Math.max(0, FIRST_SCREEN - performance.now()));
  if (typeof requestIdleCallback !== 'function') return;
  await new Promise<void>((done) => {
    requestIdleCallback(() => done(), { timeout: LONGEST });
  });
}

/** Runs `work` then; the answer takes it back. */
export function whenIdle(work: () => void): () => void {
  let pending = true;
  void idle().then(() => pending && work());
  return () => {
    pending = false;
  };
}
