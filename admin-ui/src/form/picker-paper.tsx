// The popup of a picker: the options, and a note below them. And its place where it is part of the page.
import Paper, { type PaperProps } from '@mui/material/Paper';
import type { ReactNode } from 'react';
import styles from './reference-picker.module.css';

export function PickerPaper({ note, children, ...rest }: PaperProps & { note?: string }) {
  return (
    <Paper {...rest}>
      {children}
      <p className={styles.note} role="status">
        {note}
      </p>
    </Paper>
  );
}

/** Takes the place of MUI's floating popup. */
export const InFlow = ({ open, children }: { open: boolean; children?: unknown }) =>
  open ? (
    <div role="presentation" className={styles.inFlow}>
      {children as ReactNode}
    </div>
  ) : null;
