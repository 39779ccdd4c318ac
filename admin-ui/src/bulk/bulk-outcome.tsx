// The result of a verb on many records, when some were rejected or left out.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { FormDialog } from '../form/form-dialog.tsx';
import { RefusalList } from './refusal-list.tsx';
import type { Outcome } from './run-each.ts';

interface Props {
  label: string;
  outcome: Outcome;
  onClose: () => void;
}

export function BulkOutcome({ label, outcome, onClose }: Props) {
  const { refused, halted } = outcome;
  return (
    <FormDialog
      title={label}
      description={textOf(outcome)}
      cancel={m.verb_many_close()}
      size="medium"
      failure={halted}
      onClose={onClose}
    >
      <RefusalList refused={refused} />
    </FormDialog>
  );
}

function textOf({ done, unchanged, refused, left }: Outcome): string {
  const numbers = { done: formatNumber(done), refused: formatNumber(refused.length) };
  if (left.length > 0) return m.verb_many_outcome_left({ ...numbers, left: formatNumber(left.length) });
  if (unchanged > 0) return m.verb_many_outcome_unchanged({ ...numbers, unchanged: formatNumber(unchanged) });
  return m.verb_many_outcome(numbers);
}
