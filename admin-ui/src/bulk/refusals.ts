// Turns the errors of a bulk request into texts for users.
import { m } from '@mizan/ui-kit/messages';
import { segmentsOf, type FieldProblem } from '../data/problems.ts';

/** Errors under `/update` or `/arguments` stay at their fields; those of a record get its name. */
export function refusalsOf(problems: FieldProblem[], idsField: string | undefined, titles: string[]): FieldProblem[] {
  return problems.map(({ pointer, message }) => {
    const [first, second, ...rest] = segmentsOf(pointer);
    if ((first === 'update' || first === 'arguments') && second !== undefined) {
      return { pointer: pointer.slice(first.length + 1), message };
    }
    const title = first === idsField && rest.length === 0 ? titles[Number(second)] : undefined;
    return { pointer: '', message: title === undefined ? message : m.bulk_refused_record({ title, message }) };
  });
}
