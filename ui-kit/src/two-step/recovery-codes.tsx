// Shows new recovery codes, once: the server stores only hashes.
import { m } from '@mizan/ui-kit/messages';
import { Button, buttonClass } from '../button';
import { product } from '../product';
import sheet from '../sheet.module.css';
import styles from './two-step.module.css';
import { useCopy } from './use-copy';

interface Props {
  codes: string[];
  email: string;
  onStored: () => void;
}

export function RecoveryCodes({ codes, email, onStored }: Props) {
  const { shown, announcement, copy } = useCopy();
  const text = codes.join('\n');
  const file = `${m.two_step_codes_file({ email, product: product().name })}\n\n${text}\n`;
  return (
    <>
      <div className={sheet['body']}>
        <p className={sheet['warning']}>{m.two_step_codes_text()}</p>
        <ul
          ref={shown as React.RefObject<HTMLUListElement | null>}
          className={styles['codes']}
          aria-label={m.two_step_codes_list()}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles['tools']}>
          <Button look="secondary" onClick={() => void copy(text)}>
            {m.two_step_codes_copy()}
          </Button>
          <a
            className={buttonClass({ look: 'secondary' })}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
            download="mizan-recovery-codes.txt"
          >
            {m.two_step_codes_download()}
          </a>
        </div>
        <p className={sheet['below']} role="status">
          {announcement}
        </p>
      </div>
      <div className={sheet['foot']}>
        <Button onClick={onStored}>{m.two_step_codes_stored()}</Button>
      </div>
    </>
  );
}
