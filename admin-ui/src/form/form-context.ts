// The rjsf form context: what fields need in addition to their own schema.
import type { Resource } from '../document/resources.ts';

export interface FormContext {
  /** The titles of referenced records, by identifier. */
  names: Record<string, string>;
  /** The resource's singular, for the title of the first card. */
  singular: string;
  /** The form's resource, whose groups become cards and whose module may define inputs. */
  resource?: Resource;
}
