// A message around an element, such as a name that stands out. The message says where in it the element is.
import type { ReactNode } from 'react';

/** In no text of a catalogue. */
const PLACE = '\u0000';

interface Props {
  /** Writes the message with what it gets in place of the element. */
  message: (place: string) => string;
  children: ReactNode;
}

export function Around({ message, children }: Props) {
  const [before, after] = message(PLACE).split(PLACE);
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}
