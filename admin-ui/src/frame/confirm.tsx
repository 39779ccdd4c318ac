// A question with two answers, the second of which changes something.
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';

interface Props {
  title: string;
  confirm: string;
  cancel: string;
  danger?: boolean;
  /** There is more to read than a sentence. */
  wide?: boolean;
  busy?: boolean;
  /** What it asks is not known yet: the second answer would be given blindly. */
  early?: boolean;
  children: ReactNode;
  onConfirm?: (() => void) | undefined;
  onCancel: () => void;
}

export function Confirm({ title, confirm, cancel, danger, wide, busy, early, children, onConfirm, onCancel }: Props) {
  const id = useId();
  return (
    <Dialog open onClose={busy ? undefined : onCancel} maxWidth={wide ? 'sm' : 'xs'} fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        {/* The answer that changes nothing is the one at hand. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <Button variant="text" onClick={onCancel} autoFocus>
          {cancel}
        </Button>
        {onConfirm && (
          <Button
            variant="contained"
            color={danger ? 'error' : 'primary'}
            onClick={busy || early ? undefined : onConfirm}
            aria-disabled={busy || early}
          >
            {confirm}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
