// Work that changes of others cause, and that costs more than it is worth at each of them.

export interface Seldom {
  /** Does the work now, or as soon as the pause since the last time is over. */
  plan: () => void;
  cancel: () => void;
}

/** Does the work at most once in so many milliseconds, and never omits the last time. */
export function seldom(pause: number, work: () => void): Seldom {
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    last = Date.now();
    work();
  };
  return {
    plan() {
      timer ??= setTimeout(run, Math.max(0, last + pause - Date.now()));
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
