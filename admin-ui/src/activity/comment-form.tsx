// Writes a comment, or edits one of the user's own.
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { useUnsavedWork } from '@mizan/ui-kit/session';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { isAtFields } from '../data/problems.ts';
import type { Resource } from '../document/resources.ts';
import { UnsavedChangesBlocker } from '../form/unsaved-changes-blocker.tsx';
import { useSubmit } from '../form/use-submit.ts';
import { Why } from '../frame/why.tsx';
import type { Comment, CommentInput, Person } from './activity-data.ts';
import styles from './activity.module.css';
import { CommentBox } from './comment-box.tsx';
import { mentionedIn } from './mentions.ts';

interface Props {
  resource: Resource;
  id: string;
  /** The one that is edited. */
  comment?: Comment;
  onSend: (input: CommentInput, key: string) => Promise<void>;
  onDone?: () => void;
  onCancel?: () => void;
}

export function CommentForm({ resource, id, comment, onSend, onDone, onCancel }: Props) {
  const wrong = useId();
  const before = comment?.text ?? '';
  const [text, setText] = useState(before);
  const [known, setKnown] = useState<Person[]>(comment?.mentions ?? []);
  const box = useRef<HTMLTextAreaElement>(null);
  /** What is in the box, also while a comment is sent. */
  const typed = useRef(before);
  const edited = text.trim() !== before;
  const sending = useSubmit<CommentInput, string>({
    send: (input, key) => onSend(input, key).then(() => input.text),
    onDone(sent) {
      // What was typed meanwhile stays.
      if (typed.current.trim() !== sent) return;
      typed.current = '';
      setText('');
      setKnown([]);
      onDone?.();
    },
    onError: (error) =>
      isAtFields(error) ? { failure: error.errors.map(({ message }) => message).join(' ') } : undefined,
    failed: m.activity_comment_failed(),
  });
  useUnsavedWork(edited);
  useEffect(() => {
    if (before) box.current?.focus();
  }, [before]);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!edited || text.trim() === '') box.current?.focus();
    else void sending.submit({ text: text.trim(), mentions: mentionedIn(text, known).map((one) => one.id) });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <CommentBox
        {...{ resource, id, text, box }}
        label={comment ? m.activity_edit_label() : m.activity_write()}
        wrongBy={sending.failure === undefined ? undefined : wrong}
        onChange={(next) => {
          typed.current = next;
          setText(next);
          sending.forget();
        }}
        onMention={(person) => setKnown((all) => [...all, person])}
        onSend={submit}
      />
      {sending.failure !== undefined && (
        <p id={wrong} className={styles.wrong} role="alert">
          {sending.failure}
        </p>
      )}
      {sending.why && <Why question={sending.why} />}
      {/* An empty box needs no buttons. */}
      {(comment || text !== '') && (
        <div className={styles.buttons}>
          {onCancel && (
            <Button look="quiet" onClick={onCancel} disabled={sending.busy}>
              {m.admin_cancel()}
            </Button>
          )}
          <Button type="submit" busy={sending.busy} aria-disabled={!edited || text.trim() === '' || undefined}>
            {sending.busy ? m.admin_saving() : comment ? m.activity_comment_save() : m.activity_comment_send()}
          </Button>
        </div>
      )}
      <UnsavedChangesBlocker when={edited} busy={sending.running} />
    </form>
  );
}
