// The requests of comments and files of a record.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { send } from '@mizan/ui-kit/send';
import type { Operation } from '@mizan/openapi/document';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { saveAs } from '../data/download.ts';
import { attachedTo, pathOf } from '../document/attached.ts';
import type { Resource } from '../document/resources.ts';

export interface Person {
  id: string;
  name: string;
}

export interface Comment {
  id: string;
  text: string;
  mentions: Person[];
  /** Null for users whom the reader may not see. */
  by: Person | null;
  createdAt: string;
  editedAt: string | null;
}

export interface StoredFile {
  id: string;
  name: string;
  type: string;
  /** In bytes. */
  size: number;
  by: Person | null;
  createdAt: string;
}

export interface CommentInput {
  text: string;
  /** The identifiers of users. */
  mentions: string[];
}

/** The largest page. */
const LIMIT = 100;
/** Other users write, too. */
const ALWAYS = { staleTime: 0, refetchOnMount: 'always', retry: false } as const;

interface Page {
  items: ({ _id: string } & Record<string, unknown>)[];
  totalPages: number;
}

/** All pages of a list below a record. */
async function allOf<Item extends { id: string }>(
  operation: Operation,
  id: string,
  signal: AbortSignal,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let page = 1; ; page += 1) {
    // The first page says how many there are.
    // oxlint-disable-next-line no-await-in-loop
    const response = await send(`${pathOf(operation, id)}?page=${page}&limit=${LIMIT}`, { signal });
    // oxlint-disable-next-line no-await-in-loop
    const { items, totalPages } = (await response.json()) as Page;
    found.push(...items.map(({ _id: key, ...rest }) => ({ ...rest, id: key }) as Item));
    if (page >= totalPages) return found;
  }
}

function useAttached<Item extends { id: string }>(
  { name }: Resource,
  what: string,
  operation: Operation | undefined,
  id: string,
) {
  return useQuery({
    queryKey: [name, what, id],
    enabled: operation !== undefined,
    queryFn: ({ signal }) => (operation ? allOf<Item>(operation, id, signal) : []),
    ...ALWAYS,
  });
}

/** The comments of a record; `operation` is undefined for users who may not read them. */
export const useComments = (resource: Resource, operation: Operation | undefined, id: string) =>
  useAttached<Comment>(resource, 'comments', operation, id);

/** The files of a record. */
export const useFiles = (resource: Resource, operation: Operation | undefined, id: string) =>
  useAttached<StoredFile>(resource, 'files', operation, id);

/** The users who can be mentioned, by a part of their name; null searches for nobody. */
export function usePeople(resource: Resource, id: string, search: string | null) {
  const { people } = attachedTo(resource);
  return useQuery({
    queryKey: [resource.name, 'people', id, search],
    enabled: people !== undefined && search !== null,
    queryFn: async ({ signal }) => {
      if (!people) return [];
      const response = await send(`${pathOf(people, id)}?${new URLSearchParams({ search: search ?? '' })}`, { signal });
      return ((await response.json()) as { items: Person[] }).items;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
}

export interface ActivityChanges {
  add: (input: CommentInput, key: string) => Promise<void>;
  edit: (comment: string, input: CommentInput) => Promise<void>;
  remove: (comment: string) => Promise<void>;
  upload: (file: File, signal: AbortSignal) => Promise<Pick<StoredFile, 'name'>>;
  removeFile: (file: string) => Promise<void>;
  /** Passes a file to the browser, which saves it. */
  download: (file: StoredFile) => Promise<void>;
  /** Refetches what is shown of files. */
  refetchFiles: () => void;
}

/** Writes, each followed by a refetch of what it changed. A rejection is thrown as the server's problem document. */
export function useActivityChanges(resource: Resource, id: string): ActivityChanges {
  const client = useQueryClient();
  return useMemo(() => {
    const { name, label } = resource;
    const attached = attachedTo(resource);
    const at = (what: keyof typeof attached, ...more: string[]): string => {
      const operation = attached[what];
      if (!operation) throw new Error(`${label} do not offer ${what}.`);
      return pathOf(operation, id, ...more);
    };
    const refetch = (what: string) => client.invalidateQueries({ queryKey: [name, what, id] });
    const refetchFiles = () => {
      void refetch('files');
      void refetch('history');
    };
    return {
      async add(body, key) {
        await send(at('commentAdd'), { method: 'POST', body, key });
        await refetch('comments');
      },
      async edit(comment, body) {
        await send(at('commentEdit', comment), { method: 'PATCH', body });
        await refetch('comments');
      },
      async remove(comment) {
        await send(at('commentDelete', comment), { method: 'DELETE' });
        await refetch('comments');
      },
      async upload(file, signal) {
        const body = new FormData();
        body.append('file', file, file.name);
        const response = await authorizedFetch(at('fileAdd'), { method: 'POST', body, signal });
        if (!response.ok) throw await problemOf(response);
        return (await response.json()) as Pick<StoredFile, 'name'>;
      },
      async removeFile(file) {
        await send(at('fileDelete', file), { method: 'DELETE' });
        refetchFiles();
      },
      async download(file) {
        saveAs(await (await send(at('file', file.id))).blob(), file.name);
      },
      refetchFiles,
    };
  }, [client, resource, id]);
}
