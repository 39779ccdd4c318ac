// Whether there may be rows in the outbox, as local storage remembers it: where there are none, no screen waits for them to
// be read.
const NAME = 'mizan.outbox';

export const hint = {
  get(): boolean {
    try {
      return localStorage.getItem(NAME) !== null;
    } catch {
      return true;
    }
  },
  set(there: boolean): void {
    try {
      if (there) localStorage.setItem(NAME, '1');
      else localStorage.removeItem(NAME);
    } catch {
      // Without it rows are read before the first screen.
    }
  },
};
