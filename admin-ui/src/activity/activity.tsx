// The activity of a record: its comments, files and versions as one story, the newest first; a box for the next comment; and
// the files that it has.
import { Around } from '@mizan/ui-kit/around';
import { Button } from '@mizan/ui-kit/button';
import { formatDateTime } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { useSession } from '@mizan/ui-kit/session';
import { useRef } from 'react';
import { attachedTo } from '../document/attached.ts';
import { permitted, useMay, useViewed } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { Icon } from '../frame/icon.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { useHistory } from '../history/history-data.ts';
import { HistorySkeleton } from '../history/history-list.tsx';
import history from '../history/history-list.module.css';
import { VersionEntry } from '../history/version-entry.tsx';
import { useActivityChanges, useComments, useFiles, type StoredFile } from './activity-data.ts';
import styles from './activity.module.css';
import { CommentEntry } from './comment-entry.tsx';
import { CommentForm } from './comment-form.tsx';
import { FilesCard } from './files-card.tsx';
import { storyOf } from './story.ts';

export default function Activity({ resource, id }: { resource: Resource; id: string }) {
  const { me } = useSession();
  const viewed = useViewed() !== undefined;
  const may = useMay();
  const attached = attachedTo(resource);
  const allowed = (what: keyof typeof attached) => (permitted(me, attached[what]) ? attached[what] : undefined);
  const writes = (what: keyof typeof attached) => !viewed && allowed(what) !== undefined;
  const versions = useHistory(resource, id, may(resource, 'history'));
  const comments = useComments(resource, allowed('comments'), id);
  const files = useFiles(resource, allowed('files'), id);
  const changes = useActivityChanges(resource, id);
  const list = useRef<HTMLOListElement>(null);

  const parts = [
    ...(may(resource, 'history') ? [versions] : []),
    ...(allowed('comments') ? [comments] : []),
    ...(allowed('files') ? [files] : []),
  ];
  const failed = parts.find(({ isError, data }) => isError && data === undefined);
  const story = storyOf({
    comments: comments.data ?? [],
    files: files.data ?? [],
    versions: versions.versions,
    more: versions.hasNextPage,
  });
  const retry = () => void Promise.all(parts.filter(({ isError }) => isError).map((one) => one.refetch()));
  const isOwn = (by: { id: string } | null) => by !== null && by.id === me?.user.id;
  return (
    <div className={styles.activity} data-files={allowed('files') ? true : undefined}>
      {allowed('files') && (
        <FilesCard
          files={files.data}
          error={files.error}
          onRetry={files.refetch}
          changes={changes}
          adds={writes('fileAdd')}
          deletes={writes('fileDelete')}
        />
      )}
      <div className={styles.story}>
        {writes('commentAdd') && <CommentForm resource={resource} id={id} onSend={changes.add} />}
        {failed ? (
          <NotLoaded title={m.activity_failed()} error={failed.error} onRetry={retry} />
        ) : parts.some(({ isPending }) => isPending) ? (
          <HistorySkeleton />
        ) : (
          <section className={history.card}>
            <ol ref={list} tabIndex={-1} className={history.list} aria-label={m.activity_label()}>
              {story.map((one) => {
                if (one.kind === 'comment')
                  return (
                    <CommentEntry
                      key={one.key}
                      {...{ resource, id, changes }}
                      comment={one.comment}
                      edits={isOwn(one.comment.by) && writes('commentEdit')}
                      deletes={isOwn(one.comment.by) && writes('commentDelete')}
                      onDeleted={() => list.current?.focus()}
                    />
                  );
                if (one.kind === 'file') return <FileEntry key={one.key} file={one.file} />;
                return (
                  <VersionEntry
                    key={one.key}
                    resource={resource}
                    version={one.version}
                    versions={versions.versions}
                    current={one.version === versions.versions[0] && one.version.after !== null}
                    named={false}
                    onRestore={undefined}
                  />
                );
              })}
            </ol>
            {story.length === 0 && <p className={styles.none}>{m.activity_none()}</p>}
            {versions.hasNextPage && (
              <div className={history.foot}>
                <Button
                  look="secondary"
                  busy={versions.isFetchingNextPage}
                  onClick={() => void versions.fetchNextPage()}
                >
                  {versions.isFetchingNextPage ? m.history_older_loading() : m.history_older()}
                </Button>
              </div>
            )}
          </section>
        )}
      </div>
    </div>
  );
}

function FileEntry({ file: { by, name, createdAt } }: { file: StoredFile }) {
  return (
    <li className={history.entry}>
      <span className={history.face} aria-hidden="true">
        <Icon name="file" size={16} />
      </span>
      <div className={history.body}>
        <div className={history.head}>
          <p className={history.deed}>
            <Around message={(actor) => m.activity_file_added({ actor, name })}>
              <bdi className={history.who}>{by?.name ?? m.history_somebody()}</bdi>
            </Around>
          </p>
          <p className={history.when}>
            <time dateTime={createdAt} title={formatDateTime(createdAt)}>
              {formatRelative(createdAt)}
            </time>
          </p>
        </div>
      </div>
    </li>
  );
}
