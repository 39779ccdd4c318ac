// What every field of a form may need to know beyond its own schema.
import type { Resource } from '../document/resources.ts';

export interface FormContext {
  /** What the records referred to are named, by identifier. */
  names: Record<string, string>;
  /** The resource's singular, for the title of the first card. */
  singular: string;
  /** Whose form it is: its groups are the form's cards, its module's inputs draw its fields. */
  resource?: Resource;
}
