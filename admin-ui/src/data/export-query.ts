// What is asked of an export.

/** The parameters of the request, besides those of the list. */
export type ExportQuery = { format: 'csv'; byteOrderMark?: 'true' } | { format: 'xlsx' };

/** CSV has a byte order mark unless it is not wanted: without it, Excel reads UTF-8 as something else. */
export const exportQuery = (format: ExportQuery['format'], marked = true): ExportQuery =>
  format === 'csv' && marked ? { format, byteOrderMark: 'true' } : { format };
