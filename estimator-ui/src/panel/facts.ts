// What the panel says of a project, worked out of what is known of it.
import type { Unit } from '../shapes';

/** How many units there are of each number of bedrooms, the fewest bedrooms first. */
export function countByBedrooms(units: Pick<Unit, 'bedrooms'>[]): { bedrooms: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const { bedrooms } of units) counts.set(bedrooms, (counts.get(bedrooms) ?? 0) + 1);
  return [...counts].map(([bedrooms, count]) => ({ bedrooms, count })).toSorted((a, b) => a.bedrooms - b.bedrooms);
}

/** Whether what is handed over on `day` is still sold off-plan `today`, both as `2026-11-20`. */
export const isOffPlan = (day: string, today: string): boolean => day.slice(0, 10) > today;

/** The parts of a payment plan together: thirds written with a few digits come to a round number. */
export const sumOf = (plan: { percent: number }[]): number =>
  Math.round(plan.reduce((sum, { percent }) => sum + percent, 0) * 100) / 100;

/** A video's address and the host that it leads to; undefined for what is no address on the web. */
export function videoOf(link: string | null | undefined): { href: string; host: string } | undefined {
  if (!link || !URL.canParse(link)) return undefined;
  const { protocol, href, host } = new URL(link);
  return /^https?:$/.test(protocol) ? { href, host: host.replace(/^www\./, '') } : undefined;
}

const SHORT = 280;
const LINES = 5;

/** Whether a text is long enough to be shown in part at first. */
export const isLong = (text: string): boolean => text.length > SHORT || text.split('\n').length > LINES;

/** The texts that say something, each once. */
export const distinct = (texts: string[] | undefined): string[] => [
  ...new Set((texts ?? []).map((text) => text.trim()).filter(Boolean)),
];
