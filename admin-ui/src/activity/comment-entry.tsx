// A comment in the story of a record. Its writer may edit and delete it.
import { Around } from '@mizan/ui-kit/around';
import { Button } from '@mizan/ui-kit/button';
import { formatDateTime } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { toast } from '@mizan/ui-kit/toaster';
import { useId, useRef, useState } from 'react';
import type { Resource } from '../document/resources.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import history from '../history/history-list.module.css';
import { initialsOf } from '../frame/initials.ts';
import type { ActivityChanges, Comment } from './activity-data.ts';
import styles from './activity.module.css';
import { CommentForm } from './comment-form.tsx';
import { piecesOf } from './mentions.ts';

interface Props {
  resource: Resource;
  id: string;
  comment: Comment;
  changes: ActivityChanges;
  /** Of the user's own: what the user may do with it. */
  edits: boolean;
  deletes: boolean;
  /** Called when it was deleted, and the focus with it. */
  onDeleted: () => void;
}

export function CommentEntry({ resource, id, comment, changes, edits, deletes, onDeleted }: Props) {
  const { by, createdAt, editedAt, text, mentions } = comment;
  const about = useId();
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = by?.name ?? m.history_somebody();
  const stop = () => {
    setEditing(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <li className={history.entry}>
      <span className={`${history.face ?? ''} ${styles.face ?? ''}`} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <div className={history.body}>
        <div className={history.head}>
          <p id={about} className={history.deed}>
            <Around message={(actor) => m.activity_commented({ actor })}>
              <bdi className={history.who}>{name}</bdi>
            </Around>
          </p>
          <p className={history.when}>
            <time dateTime={createdAt} title={formatDateTime(createdAt)}>
              {formatRelative(createdAt)}
            </time>
            {editedAt !== null && (
              <>
                <span aria-hidden="true">·</span>
                <span title={formatDateTime(editedAt)}>{m.activity_edited()}</span>
              </>
            )}
          </p>
        </div>
        {(edits || deletes) && !editing && (
          <div className={history.ways}>
            {edits && (
              <Button
                ref={button}
                look="quiet"
                className={history.restore}
                aria-describedby={about}
                onClick={() => setEditing(true)}
              >
                {m.admin_edit()}
              </Button>
            )}
            {deletes && (
              <Button
                look="quiet"
                className={history.restore}
                aria-describedby={about}
                onClick={() => setDeleting(true)}
              >
                {m.admin_delete()}
              </Button>
            )}
          </div>
        )}
        <div className={styles.said}>
          {editing ? (
            <CommentForm
              {...{ resource, id, comment }}
              onSend={(input) => changes.edit(comment.id, input)}
              onDone={stop}
              onCancel={stop}
            />
          ) : (
            <p className={styles.text} dir="auto">
              {piecesOf(text, mentions).map((piece, index) =>
                // Pieces may repeat and have no identity.
                // oxlint-disable-next-line react/no-array-index-key
                piece.mention ? <b key={index}>{piece.text}</b> : piece.text,
              )}
            </p>
          )}
        </div>
      </div>
      {deleting && (
        <DeleteComment
          onDelete={() => changes.remove(comment.id)}
          onDeleted={onDeleted}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  );
}

interface DeleteProps {
  onDelete: () => Promise<void>;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteComment({ onDelete, onDeleted, onClose }: DeleteProps) {
  const deleting = useSubmit({
    send: onDelete,
    onDone() {
      toast.success(m.activity_comment_deleted());
      onClose();
      onDeleted();
    },
    failed: m.activity_comment_delete_failed(),
  });
  return (
    <FormDialog
      question
      title={m.activity_comment_delete_title()}
      description={m.activity_comment_delete_text()}
      submit={{ label: m.admin_delete(), busy: m.admin_deleting(), danger: true }}
      busy={deleting.busy}
      failure={deleting.failure}
      onSubmit={() => void deleting.submit()}
      onClose={onClose}
    />
  );
}
