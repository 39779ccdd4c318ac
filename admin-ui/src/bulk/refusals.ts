// What the server refuses of a call about many records, as a person reads it.
import { m } from '@mizan/ui-kit/messages';
import { segmentsOf, type FieldProblem } from '../data/problems.ts';

/** Refusals under `/update` at their fields, those of a record with the name of that record. */
export function refusalsOf(
  problems: FieldProblem[],
  idsField: string | undefined,
  titles: string[],
  say: (title: string, message: string) => string,
): FieldProblem[] {
  return problems.map(({ pointer, message }) => {
    const [first, second, ...rest] = segmentsOf(pointer);
    if (first === 'update' && second !== undefined) return { pointer: pointer.slice('/update'.length), message };
    const title = first === idsField && rest.length === 0 ? titles[Number(second)] : undefined;
    return { pointer: '', message: title === undefined ? message : say(title, message) };
  });
}

export const refusedRecord = (title: string, message: string): string => m.bulk_refused_record({ title, message });
