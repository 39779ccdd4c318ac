// Remembers in local storage whether there may be rows in the outbox. If there are none, the first screen need not wait
// for the database.
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
      // Without storage the rows are read before the first screen.
    }
  },
};
