// The texts that a product may have in place of the general ones.

/** What the start page says. */
export interface StartTexts {
  headline: string;
  lead: string;
  /** What is on record. */
  records: string;
  footer: string;
}

export interface Texts {
  start?: () => Partial<StartTexts>;
  /** What home says of the back-office's areas, by their names. */
  areas?: Record<string, () => string>;
}
