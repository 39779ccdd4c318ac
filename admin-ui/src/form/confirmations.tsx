// Shows the dialog in which the user confirms to be there, when the server asks for it.
import { onConfirmationDue, type Way } from '@mizan/ui-kit/confirmation';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from './dialogs-lazy.ts';

interface Due {
  ways: Way[];
  answer: (confirmed: boolean) => void;
}

export function Confirmations() {
  const [due, setDue] = useState<Due | null>(null);
  useEffect(() => onConfirmationDue((ways) => new Promise<boolean>((answer) => setDue({ ways, answer }))), []);
  if (!due) return null;
  return (
    <ConfirmDialog
      ways={due.ways}
      onClose={(confirmed) => {
        setDue(null);
        due.answer(confirmed);
      }}
    />
  );
}
