// The size of a file as users read it.
import { formatNumber } from '@mizan/ui-kit/formats';

/** `12 KB`, `3.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${formatNumber(bytes)} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${formatNumber(kilobytes, 0)} KB` : `${formatNumber(kilobytes / 1024, 1)} MB`;
}
