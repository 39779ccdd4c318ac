// What a view shows for each group: its measures, and for each the compared value and the difference.
import { m } from '@mizan/ui-kit/messages';
import { unitOfChange } from '../charts/measure-format.ts';
import { byName, type Analytics } from '../document/analytics.ts';
import { listOf, type View } from './view.ts';

export interface Part {
  id: string;
  measure: string;
  kind: 'value' | 'compared' | 'difference';
  label: string;
  /** The unit of the value and of its heading; measures in one unit may differ in another, such as percent. */
  unit: string;
  shownUnit: string;
  /** Whether a plus is shown, too. */
  signed?: boolean | undefined;
  /** Why the value may be missing. */
  none?: string | undefined;
}

export function partsOf(
  { measures: all }: Pick<Analytics, 'measures'>,
  { measures, compare }: Pick<View, 'measures' | 'compare'>,
): Part[] {
  return measures.flatMap((name): Part[] => {
    const measure = byName(all, name);
    if (!measure) return [];
    const { label, unit, listed, none, signed } = measure;
    const value: Part = { id: name, measure: name, kind: 'value', label, unit, shownUnit: unit, none, signed };
    if (compare === undefined || (compare === 'listed' && !listed)) return [value];
    const other = compare === 'listed' ? m.analytics_listed_of({ label }) : m.analytics_previous_of({ label });
    return [
      value,
      { id: `${name} compared`, measure: name, kind: 'compared', label: other, unit, shownUnit: unit },
      {
        id: `${name} difference`,
        measure: name,
        kind: 'difference',
        label: m.analytics_change_of({ label }),
        unit,
        shownUnit: unitOfChange(unit),
      },
    ];
  });
}

/** `Price and Gross yield by Project`. */
export function titleOf({ measures: all, dimensions }: Analytics, { measures, rows, cols }: View): string {
  const measureLabels = listOf(measures.flatMap((name) => byName(all, name)?.label ?? []));
  const [by, columnsLabel] = [byName(dimensions, rows)?.label, byName(dimensions, cols)?.label];
  if (by === undefined) return measureLabels;
  if (columnsLabel === undefined) return m.analytics_table({ measures: measureLabels, rows: by });
  return m.analytics_table_cols({ measures: measureLabels, rows: by, cols: columnsLabel });
}
