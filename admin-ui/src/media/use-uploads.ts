// Uploads files one after the other, and keeps those that were rejected.
import { asProblem } from '@mizan/ui-kit/http';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Resource } from '../document/resources.ts';
import { uploadImage, type RecordImage } from './image-data.ts';

export interface Upload {
  key: number;
  file: File;
  /** Why it was rejected. */
  reason?: string;
}

let lastId = 0;

export function useUploads(resource: Resource, onDone: (image: RecordImage) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const notifyDone = useEffectEvent(onDone);
  const current = uploads.find(({ reason }) => reason === undefined);

  useEffect(() => {
    if (!current) return undefined;
    const unmounted = new AbortController();
    const { key, file } = current;
    const remove = () => setUploads((all) => all.filter((one) => one.key !== key));
    uploadImage(resource, file, unmounted.signal).then(
      (image) => {
        if (unmounted.signal.aborted) return;
        remove();
        notifyDone(image);
      },
      (error: unknown) => {
        if (unmounted.signal.aborted) return;
        const { detail, title, errors } = asProblem(error);
        const reason = errors[0]?.message ?? detail ?? title;
        setUploads((all) => all.map((one) => (one.key === key ? { ...one, reason } : one)));
      },
    );
    return () => unmounted.abort();
  }, [current, resource]);

  return {
    uploads,
    busy: current !== undefined,
    add: (files: Iterable<File>) =>
      setUploads((all) => [...all, ...[...files].map((file) => ({ key: (lastId += 1), file }))]),
    dismiss: (key: number) => setUploads((all) => all.filter((one) => one.key !== key)),
  };
}
