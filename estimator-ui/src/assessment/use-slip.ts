// The question before a figure is saved that looks like a slip. Each figure of a unit is asked about once; entering on,
// or another unit, withdraws the question, and saving again answers it.
import { useState } from 'react';
import { SECOND_TAP } from '../assess/limits';
import { slipOf, type Reference } from '../assess/slip';
import { slipMessage } from '../assess/slip-message';

interface Question {
  unit: string;
  rent: number;
  text: string;
  /** In milliseconds. */
  since: number;
}

interface SlipQuestion {
  /** The question that is open about the shown figure. */
  question: string | undefined;
  /** Whether a save of `rent` has to wait, because it is asked about now. */
  asks: (rent: number, references: readonly Reference[]) => boolean;
}

export function useSlip(unit: string, shown: number): SlipQuestion {
  const [open, setOpen] = useState<Question>();
  const [confirmed] = useState(() => new Set<string>());
  const current = open?.unit === unit && open.rent === shown ? open : undefined;
  if (open !== current) setOpen(current);
  return {
    question: current?.text,
    asks(rent, references) {
      if (current?.rent === rent) {
        // The second tap of a double tap is no answer: the question has not been read.
        if (Date.now() - current.since < SECOND_TAP) return true;
        setOpen(undefined);
        return false;
      }
      const slip = slipOf(rent, references);
      const key = `${unit} ${rent}`;
      if (!slip || confirmed.has(key)) return false;
      confirmed.add(key);
      setOpen({ unit, rent, text: slipMessage(slip), since: Date.now() });
      return true;
    },
  };
}
