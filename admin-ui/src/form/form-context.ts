// What every field of a form may need to know beyond its own schema.
export interface FormContext {
  /** What the records referred to are called, by identifier. */
  names: Record<string, string>;
  /** The resource's singular, for the title of the first card. */
  singular: string;
}
