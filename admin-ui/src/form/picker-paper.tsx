// The popup of a picker: the options, and a note below them.
import Paper, { type PaperProps } from '@mui/material/Paper';
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
