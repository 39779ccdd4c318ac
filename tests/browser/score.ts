// The leaderboard's score, implemented a second time from its definition alone, to check the server's. `x` is the
// natural logarithm of a rent; a cell is a project's units with as many bedrooms.

/** A save of an estimate; `at` is in milliseconds. */
export interface Save {
  unit: string;
  agent: string;
  at: number;
  rent: number;
}

/** Everything that leaderboards are computed from. */
export interface Snapshot {
  saves: Save[];
  cells: Map<string, string>;
  names: Map<string, string>;
  /** The estimate that counts is the one this long after a week's first save, in milliseconds. */
  delay: number;
}

export type Period = 'week' | 'month' | 'all';

export interface Line {
  rank: number;
  previousRank: number | undefined;
  name: string;
  assessmentsCompleted: number;
  score: string;
}

/** What an estimator has earned: Σ w, and Σ w·p. All weights are 1 until there are leases. */
interface Earned {
  weight: number;
  points: number;
}

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** Dubai is UTC+4 all year. */
const DUBAI = 4 * 3_600_000;
/** 5 January 1970 was a Monday. */
const MONDAY = 4 * DAY - DUBAI;

const mondayOf = (at: number): number => at - ((((at - MONDAY) % WEEK) + WEEK) % WEEK);

/** The first Monday of the month in Dubai. */
function firstMonday(now: number): number {
  const there = new Date(now + DUBAI);
  const first = Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), 1) - DUBAI;
  return mondayOf(first + WEEK - 1);
}

/** Quantiles interpolate linearly (type 7). */
function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? NaN;
  const above = sorted[Math.ceil(position)] ?? NaN;
  return below + (above - below) * (position - Math.floor(position));
}

const median = (values: number[]): number => quantile(values, 0.5);

function grouped<T>(all: T[], key: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(key(one)) ?? [];
    group.push(one);
    groups.set(key(one), group);
  }
  return groups;
}

/** The last save of each unit by each estimator, grouped by unit. */
function lastSaves(saves: Save[]): Save[][] {
  const last = new Map<string, Save>();
  for (const save of saves.toSorted((one, other) => one.at - other.at)) last.set(`${save.unit} ${save.agent}`, save);
  return [...grouped([...last.values()], ({ unit }) => unit).values()];
}

/**
 * The save that counts in the week of `monday`, of one agent's saves of a unit until then: the one that stands `delay`
 * after the first save of the last week with saves. Until that time, in the open week, it is the one of an earlier week.
 */
function counted(snapshot: Snapshot, saves: Save[], monday: number, now: number): Save | undefined {
  const weeks = [...grouped(saves, ({ at }) => String(mondayOf(at))).values()];
  for (const inWeek of weeks.toSorted(([one], [other]) => (other?.at ?? 0) - (one?.at ?? 0))) {
    const counts = Math.min(...inWeek.map(({ at }) => at)) + snapshot.delay;
    if (now < monday + WEEK && counts > now) continue;
    return inWeek.filter(({ at }) => at <= counts).reduce((one, other) => (other.at >= one.at ? other : one));
  }
  return undefined;
}

/** What everyone who saved in the week of `monday` has earned, at its end or, while it is open, `now`. */
function earnedIn(snapshot: Snapshot, monday: number, now: number): Map<string, Earned> {
  const known = snapshot.saves.filter(({ at }) => at < monday + WEEK && at <= now);
  const earned = new Map<string, Earned>();
  const scored: { agent: string; cell: string; d: number }[] = [];
  for (const [unit, unitSaves] of grouped(known, (save) => save.unit)) {
    const byAgent = grouped(unitSaves, ({ agent }) => agent);
    const counting = [...byAgent.values()].flatMap((saves) => counted(snapshot, saves, monday, now) ?? []);
    for (const [agent, saves] of byAgent) {
      if (saves.every(({ at }) => at < monday)) continue;
      if (!earned.has(agent)) earned.set(agent, { weight: 0, points: 0 });
      const own = counting.find((save) => save.agent === agent);
      const others = counting.filter((save) => save.agent !== agent).map(({ rent }) => Math.log(rent));
      if (others.length < 3 || own === undefined || own.at < monday) continue;
      scored.push({ agent, cell: snapshot.cells.get(unit) ?? '', d: Math.abs(Math.log(own.rent) - median(others)) });
    }
  }
  const all = median(scored.map(({ d }) => d));
  for (const inCell of grouped(scored, ({ cell }) => cell).values()) {
    const n = inCell.length;
    const ratio = (n * median(inCell.map(({ d }) => d)) + 20 * all) / (n + 20) / all;
    // Where all agree there is nothing to compare with.
    const h = Number.isNaN(ratio) ? 1 : Math.min(2, Math.max(0.5, ratio));
    for (const { agent, d } of inCell) {
      const sum = earned.get(agent) ?? { weight: 0, points: 0 };
      earned.set(agent, { weight: sum.weight + 1, points: sum.points + 100 * Math.max(0, 1 - d / (0.3 * h)) });
    }
  }
  return earned;
}

/** The sum over several weeks. */
function added(weeks: Map<string, Earned>[]): Map<string, Earned> {
  const sums = new Map<string, Earned>();
  for (const week of weeks) {
    for (const [agent, { weight, points }] of week) {
      const sum = sums.get(agent) ?? { weight: 0, points: 0 };
      sums.set(agent, { weight: sum.weight + weight, points: sum.points + points });
    }
  }
  return sums;
}

/** Scores before rounding, and their ranks: 1, 2, 2, 4. */
function ranked(earned: Map<string, Earned>): Map<string, { score: number; rank: number; scored: number }> {
  const means = [...earned.values()].filter(({ weight }) => weight >= 10).map(({ points, weight }) => points / weight);
  const q = means.length > 0 ? quantile(means, 0.25) : 40;
  const scores = [...earned].map(
    ([agent, { weight, points }]) => [agent, (points + 20 * q) / (weight + 20), weight] as const,
  );
  return new Map(
    scores.map(([agent, score, scored]) => {
      const better = scores.filter(([, other]) => other > score + 1e-9).length;
      return [agent, { score, rank: better + 1, scored }];
    }),
  );
}

/** The leaderboard of a period `now`, best first. */
export function leaderboard(snapshot: Snapshot, period: Period, now: number): Line[] {
  const open = mondayOf(now);
  const first = mondayOf(Math.min(now, ...snapshot.saves.map(({ at }) => at)));
  const from = { week: open, month: firstMonday(now), all: first }[period];
  // A month has no week before its first Monday.
  if (from > open) return [];
  const closed: Map<string, Earned>[] = [];
  for (let monday = from; monday < open; monday += WEEK) closed.push(earnedIn(snapshot, monday, now));
  const before = ranked(period === 'week' ? earnedIn(snapshot, open - WEEK, now) : added(closed));
  const current = ranked(added([...closed, earnedIn(snapshot, open, now)]));
  const units = grouped(
    lastSaves(snapshot.saves)
      .flat()
      .filter(({ at }) => at >= from && at <= now),
    ({ agent }) => agent,
  );
  return [...current]
    .map(([agent, line]) => ({ ...line, agent, name: snapshot.names.get(agent) ?? '' }))
    .toSorted(
      (one, other) =>
        one.rank - other.rank ||
        other.scored - one.scored ||
        one.name.toLowerCase().localeCompare(other.name.toLowerCase()) ||
        one.agent.localeCompare(other.agent),
    )
    .map(({ agent, name, rank, score }) => ({
      rank,
      previousRank: before.get(agent)?.rank,
      name,
      assessmentsCompleted: units.get(agent)?.length ?? 0,
      score: score.toFixed(1),
    }));
}
