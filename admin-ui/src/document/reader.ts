// Resources as their reader sees them: without hidden fields, with masked and read-only ones marked. The document of a
// signed-in user says the same; the permissions of the user are what both follow from.
import type { Schema } from '@mizan/openapi/document';
import type { Me } from '@mizan/ui-kit/session';

/** Fields of a resource's view that its reader does not see, or may not change, in any record. */
export interface FieldRules {
  hidden: string[];
  masked: string[];
  readonly: string[];
}

const NO_RULES: FieldRules = { hidden: [], masked: [], readonly: [] };

/** What the user does not see and may not change of a resource. */
export function rulesOf(me: Me | null, resource: string): FieldRules {
  return { ...NO_RULES, ...me?.permissions.find((entry) => entry.resource === resource) };
}

/** Whether something is hidden from the user, masked or read-only. */
export const hasRules = (me: Me | null): boolean =>
  me?.permissions.some(({ hidden = [], masked = [], readonly = [] }) => hidden.concat(masked, readonly).length > 0) ===
  true;

/** The fields of a record that are null because its reader may not see them. */
export function maskedIn(record: Record<string, unknown> | null | undefined): string[] {
  const masked = record?.['masked'];
  return Array.isArray(masked) ? (masked as string[]) : [];
}

/** Whether a field of a record is null because its reader may not see it. */
export const isMasked = (
  record: Record<string, unknown> | null | undefined,
  field: string,
  schema?: Schema | undefined,
): boolean => schema?.['x-masked'] === true || maskedIn(record).includes(field);
