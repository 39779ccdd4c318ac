// Turns what the server refused into what a person reads: errors at their fields, and one sentence for a toast.
import { ProblemError } from '@mizan/ui-kit/http';

export interface FieldProblem {
  pointer: string;
  message: string;
}

const ERRORS = '__errors';

/** Errors nested as the form's data is; `__errors` holds the sentences of a place. */
export interface FieldErrors {
  __errors?: string[];
  [field: string]: FieldErrors | string[] | undefined;
}

/** `[{pointer: '/contact/phone', message}]` becomes `{contact: {phone: {__errors: [message]}}}`. */
export function errorsAtFields(problems: FieldProblem[]): FieldErrors {
  const root: FieldErrors = {};
  for (const { pointer, message } of problems) {
    let node = root;
    for (const segment of segmentsOf(pointer)) {
      const next = (node[segment] as FieldErrors | undefined) ?? {};
      node[segment] = next;
      node = next;
    }
    const told = node[ERRORS] ?? [];
    if (!told.includes(message)) node[ERRORS] = [...told, message];
  }
  return root;
}

/** The parts of a JSON pointer, unescaped. */
export function segmentsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Problems that no field of the form can show, because the form has no such field. */
export function problemsWithoutField(problems: FieldProblem[], fields: string[]): FieldProblem[] {
  return problems.filter(({ pointer }) => !fields.includes(segmentsOf(pointer)[0] ?? ''));
}

/** The sentence that the server told, else the one that stands for any failure of this call. */
export function sentenceOf(error: unknown, fallback: string): string {
  return (error instanceof ProblemError && error.detail) || fallback;
}

export const isStatus = (error: unknown, status: number): error is ProblemError =>
  error instanceof ProblemError && error.status === status;

/** Refused for what stands in some fields, and the server says which: a wrong value, or one that is taken already. */
export const isAtFields = (error: unknown): error is ProblemError =>
  (isStatus(error, 422) || isStatus(error, 409)) && error.errors.length > 0;
