// What the panel derives from a project.
import type { Unit } from '../shapes';

/** The number of units by bedrooms, the fewest bedrooms first. */
export function countByBedrooms(units: Pick<Unit, 'bedrooms'>[]): { bedrooms: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const { bedrooms } of units) counts.set(bedrooms, (counts.get(bedrooms) ?? 0) + 1);
  return [...counts].map(([bedrooms, count]) => ({ bedrooms, count })).toSorted((a, b) => a.bedrooms - b.bedrooms);
}

/** Whether a handover on `day` is still off-plan `today`, both as `2026-11-20`. */
export const isOffPlan = (day: string, today: string): boolean => day.slice(0, 10) > today;

/** The sum of a payment plan, rounded: thirds with a few digits add up to a round number. */
export const sumOf = (plan: { percent: number }[]): number =>
  Math.round(plan.reduce((sum, { percent }) => sum + percent, 0) * 100) / 100;

/** The URL and host of a video; undefined for anything but a web URL. */
export function videoOf(link: string | null | undefined): { href: string; host: string } | undefined {
  if (!link || !URL.canParse(link)) return undefined;
  const { protocol, href, host } = new URL(link);
  return /^https?:$/.test(protocol) ? { href, host: host.replace(/^www\./, '') } : undefined;
}

const SHORT = 280;
const LINES = 5;

/** Whether a text is long enough to be collapsed at first. */
export const isLong = (text: string): boolean => text.length > SHORT || text.split('\n').length > LINES;

/** The distinct non-empty texts. */
export const distinct = (texts: string[] | undefined): string[] => [
  ...new Set((texts ?? []).map((text) => text.trim()).filter(Boolean)),
];
