// Lines of a policy: in words, as they are written, and where they stand.
import { m } from '@mizan/ui-kit/messages';
import type { PolicyLine } from './policy.ts';
import { useResources } from '../document/context.tsx';
import styles from './access.module.css';
import { describeLine } from './describe-line.ts';

export function PolicyLines({ lines, label }: { lines: PolicyLine[]; label?: string }) {
  const resources = useResources();
  return (
    <ul className={styles.lines} aria-label={label}>
      {lines.map(({ file, line, text }) => {
        const words = describeLine(text, resources);
        return (
          <li key={`${file} ${line} ${text}`} className={styles.line}>
            {words && (
              <span>
                <span className={styles.quiet}>{m.access_change_role({ role: roleOf(text) })}</span> {words}
              </span>
            )}
            <code className={styles.code} dir="ltr">
              {text}
            </code>
            <span className={styles.place}>
              {file === null || line === null ? m.why_no_line() : m.why_line({ file, line })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The second column of a line is the role that it is of. */
const roleOf = (text: string): string => (text.split(',')[1] ?? '').trim();
