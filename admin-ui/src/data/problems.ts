// Turns errors of the server into texts for users: errors at their fields, and a message for a toast.
import { ProblemError } from '@mizan/ui-kit/http';
import { HttpError } from 'ra-core';

export interface FieldProblem {
  pointer: string;
  message: string;
}

const ERRORS = '__errors';

/** Errors nested like the form's data; `__errors` has the messages of a field. */
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
    const messages = node[ERRORS] ?? [];
    if (!messages.includes(message)) node[ERRORS] = [...messages, message];
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

/** Errors of fields that the form does not have. */
export function problemsWithoutField(problems: FieldProblem[], fields: string[]): FieldProblem[] {
  return problems.filter(({ pointer }) => !fields.includes(segmentsOf(pointer)[0] ?? ''));
}

/** A rejection by the server, as our own requests throw it, or the data provider's methods. */
export type Refused = ProblemError | (HttpError & Pick<ProblemError, 'detail' | 'errors' | 'permission' | 'url'>);

export const isRefused = (error: unknown): error is Refused =>
  error instanceof ProblemError || (error instanceof HttpError && 'detail' in error && 'errors' in error);

/** The same as react-admin's error type: its forms show `body.errors` at their fields. */
export function asHttpError(error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error;
  const { message, status, detail, errors, title, permission, url } = error;
  return Object.assign(new HttpError(message, status, { title, detail, errors: messagesAtFields(errors) }), {
    detail,
    errors,
    permission,
    url,
  });
}

interface FieldMessages {
  [field: string]: string | FieldMessages;
}

/**
 * `[{pointer: '/contact/phone', message}]` becomes `{contact: {phone: message}}`; errors without a field are at the
 * root.
 */
export function messagesAtFields(problems: FieldProblem[]): FieldMessages {
  const root: FieldMessages = {};
  for (const { pointer, message } of problems) {
    const path = segmentsOf(pointer);
    const segments = path.length > 0 ? path : ['root', 'serverError'];
    const last = segments.at(-1) as string;
    let node = root;
    for (const segment of segments.slice(0, -1)) {
      const next = node[segment];
      if (typeof next === 'object') node = next;
      else node = node[segment] = {};
    }
    node[last] ??= message;
  }
  return root;
}

/** Returns the server's message, else the fallback for this request. */
export function errorMessage(error: unknown, fallback: string): string {
  return (isRefused(error) && error.detail) || fallback;
}

export const isStatus = (error: unknown, status: number): error is Refused =>
  isRefused(error) && error.status === status;

/** Whether the server rejected specific fields: an invalid value, one already in use, or one that may not be changed. */
export const isAtFields = (error: unknown): error is Refused =>
  [403, 409, 422].some((status) => isStatus(error, status)) && (error as Refused).errors.length > 0;
