// The comments, files and versions of a record as one story, the newest first.
import type { Version } from '../history/version.ts';
import type { Comment, StoredFile } from './activity-data.ts';

export type Happened = { at: string; key: string } & (
  { kind: 'comment'; comment: Comment } | { kind: 'file'; file: StoredFile } | { kind: 'version'; version: Version }
);

interface Parts {
  comments: Comment[];
  files: StoredFile[];
  versions: Version[];
  /** Older versions are not loaded yet. */
  more: boolean;
}

/** What is older than the versions that are loaded waits until these are. */
export function storyOf({ comments, files, versions, more }: Parts): Happened[] {
  const since = more ? Date.parse(versions.at(-1)?.at ?? '') : -Infinity;
  const all: Happened[] = [
    ...comments.map((comment) => ({ kind: 'comment' as const, at: comment.createdAt, key: comment.id, comment })),
    ...files.map((file) => ({ kind: 'file' as const, at: file.createdAt, key: file.id, file })),
    ...versions.map((version) => ({
      kind: 'version' as const,
      at: version.at,
      key: `version ${version.version}`,
      version,
    })),
  ];
  return all
    .filter(({ at }) => !(Date.parse(at) < since))
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
