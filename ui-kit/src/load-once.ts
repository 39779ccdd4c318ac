// Loads that happen once: every later caller gets the same result. A failed load is dropped, so that the next caller
// loads again; a rejected promise that stays would reject until the page is reloaded.

export interface LoadOnce<Result> {
  (): Promise<Result>;
  /** Forgets the result: the next caller loads again. */
  drop: () => void;
}

export function loadOnce<Result>(load: () => Promise<Result>): LoadOnce<Result> {
  let loading: Promise<Result> | undefined;
  const get = (): Promise<Result> => {
    if (loading) return loading;
    const now = load();
    loading = now;
    now.catch(() => {
      if (loading === now) loading = undefined;
    });
    return now;
  };
  return Object.assign(get, {
    drop: () => {
      loading = undefined;
    },
  });
}
