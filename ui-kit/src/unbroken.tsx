// A text in which a number such as `A-1203` stays on one line: browsers break a line after a hyphen.
import type { ReactNode } from 'react';

/** In characters; a longer word may be wider than its line. */
const LONGEST = 20;

export function Unbroken({ children }: { children: string }): ReactNode {
  return children.split(/(\S+-\S+)/).map((part, at) =>
    at % 2 === 1 && part.length <= LONGEST && /\d/.test(part) ? (
      // The parts of a text keep their order.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={at} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
