// Addresses of the list of inspections, the resource that no front end knows.
export const INSPECTIONS = '/backoffice/inspections';

/** The address of the list with these conditions, all of which must hold. */
export const filtered = (...conditions: object[]): string =>
  `${INSPECTIONS}?filters=${encodeURIComponent(JSON.stringify({ operator: 'AND', conditions }))}`;

export const contains = (value: string): object => ({ field: 'subject', operator: 'contains', value });
