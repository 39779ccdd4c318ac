// What a trial measures, each with the bound that it must keep.

const number = (value) => (Number.isInteger(value) ? value.toLocaleString('en-US') : value.toFixed(1));

/** Something that must not happen. */
export const zero = (name, value) => ({ text: `${name} ${number(value)}`, passed: value === 0 });

/** A value that must be exactly the expected one. */
export const exactly = (name, value, expected) => ({
  text: value === expected ? `${name} ${number(value)}` : `${name} ${number(value)}, not ${number(expected)}`,
  passed: value === expected,
});

/** A value with an upper bound. */
export const atMost = (name, value, most, unit = '') => ({
  text: `${name} ${number(value)}${unit} (at most ${number(most)})`,
  passed: value <= most,
});

/** A value with a lower bound: without it a trial would have tried nothing. */
export const atLeast = (name, value, least, unit = '') => ({
  text: `${name} ${number(value)}${unit} (at least ${number(least)})`,
  passed: value >= least,
});

/** Counts by status, such as `200: 12, 503: 4`. */
export class Statuses {
  #counts = new Map();

  add(status) {
    this.#counts.set(status, this.of(status) + 1);
  }

  addAll(others) {
    for (const [status, count] of others.#counts) this.#counts.set(status, this.of(status) + count);
  }

  of(status) {
    return this.#counts.get(status) ?? 0;
  }

  get total() {
    return [...this.#counts.values()].reduce((sum, one) => sum + one, 0);
  }

  /** The number of responses with none of these statuses; 2xx stands for all of that class. */
  except(...allowed) {
    const isAllowed = (status) => allowed.includes(status) || allowed.includes(`${Math.floor(status / 100)}xx`);
    return [...this.#counts].reduce((sum, [status, count]) => sum + (isAllowed(status) ? 0 : count), 0);
  }

  toString() {
    const sorted = [...this.#counts].toSorted(([one], [other]) => one - other);
    return sorted.map(([status, count]) => `${status}: ${number(count)}`).join(', ');
  }
}

/** A percentile of milliseconds. */
export function percentile(all, part) {
  const sorted = all.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export const format = number;
