// Uploads files one after the other, and keeps those that were rejected.
import { asProblem } from '@mizan/ui-kit/http';
import { useEffect, useEffectEvent, useState } from 'react';

export interface Upload {
  key: number;
  file: File;
  /** Why it was rejected. */
  reason?: string;
}

let lastId = 0;

/** `upload` sends one file; `onDone` is called with each answer. */
export function useUploads<Answer>(
  upload: (file: File, signal: AbortSignal) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const begin = useEffectEvent(upload);
  const notifyDone = useEffectEvent(onDone);
  const current = uploads.find(({ reason }) => reason === undefined);

  useEffect(() => {
    if (!current) return undefined;
    const unmounted = new AbortController();
    const { key, file } = current;
    const remove = () => setUploads((all) => all.filter((one) => one.key !== key));
    begin(file, unmounted.signal).then(
      (answer) => {
        if (unmounted.signal.aborted) return;
        remove();
        notifyDone(answer);
      },
      (error: unknown) => {
        if (unmounted.signal.aborted) return;
        const { detail, title, errors } = asProblem(error);
        const reason = errors[0]?.message ?? detail ?? title;
        setUploads((all) => all.map((one) => (one.key === key ? { ...one, reason } : one)));
      },
    );
    return () => unmounted.abort();
  }, [current]);

  return {
    uploads,
    busy: current !== undefined,
    add: (files: Iterable<File>) =>
      setUploads((all) => [...all, ...[...files].map((file) => ({ key: (lastId += 1), file }))]),
    dismiss: (key: number) => setUploads((all) => all.filter((one) => one.key !== key)),
  };
}
