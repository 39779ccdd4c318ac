// URLs of the list of inspections, the resource that no front end knows.
export const INSPECTIONS = '/backoffice/inspections';

/** The URL of the list with these conditions, joined by AND. */
export const filtered = (...conditions: object[]): string =>
  `${INSPECTIONS}?filters=${encodeURIComponent(JSON.stringify({ operator: 'AND', conditions }))}`;

export const contains = (value: string): object => ({ field: 'subject', operator: 'contains', value });
