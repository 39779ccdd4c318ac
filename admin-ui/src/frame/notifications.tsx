// Shows `useNotify` notifications as the product's toasts, and handles undoable ones.
import { toast, toastWithAction } from '@mizan/ui-kit/toaster';
import { useCallback, useEffect, useRef, type ReactElement } from 'react';
import {
  useNotificationContext,
  useTakeUndoableMutation,
  useTranslate,
  type NotificationPayload,
  type UndoableMutation,
} from 'ra-core';

/** How long something can be undone, in milliseconds. */
export const UNDOABLE = 5000;

export function Notifications() {
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();
  const translate = useTranslate();
  const undo = useUndo(translate('ra.action.undo'));

  useEffect(() => {
    if (notifications.length === 0) return;
    const next = takeNotification();
    if (!next) return;
    const { undoable, messageArgs, autoHideDuration } = next.notificationOptions ?? {};
    const translated = typeof next.message === 'string' ? translate(next.message, messageArgs) : next.message;
    const mutation = undoable ? takeMutation() : undefined;
    if (mutation && typeof translated === 'string') undo(translated, mutation, autoHideDuration ?? UNDOABLE);
    else show(next.type, translated, autoHideDuration);
  }, [notifications, takeNotification, takeMutation, translate, undo]);
  return null;
}

function show(type: NotificationPayload['type'], translated: unknown, lasts: number | null | undefined): void {
  const message = translated as string | ReactElement;
  const options = lasts === undefined ? {} : { duration: lasts ?? Infinity };
  if (type === 'success') toast.success(message, options);
  else if (type === 'error') toast.error(message, options);
  else toast(message, options);
}

/** Offers Undo; performs the action when the time is over or the component unmounts before. */
function useUndo(label: string) {
  const pending = useRef(new Map<UndoableMutation, ReturnType<typeof setTimeout>>());
  const end = useCallback((mutation: UndoableMutation, isUndo: boolean) => {
    if (!pending.current.has(mutation)) return;
    clearTimeout(pending.current.get(mutation));
    pending.current.delete(mutation);
    mutation({ isUndo });
  }, []);

  useEffect(() => {
    const waiting = pending.current;
    const stay = (event: BeforeUnloadEvent) => {
      if (waiting.size > 0) event.preventDefault();
    };
    addEventListener('beforeunload', stay);
    return () => {
      removeEventListener('beforeunload', stay);
      for (const mutation of waiting.keys()) end(mutation, false);
    };
  }, [end]);

  return useCallback(
    (translated: string, mutation: UndoableMutation, duration: number) => {
      pending.current.set(
        mutation,
        setTimeout(() => end(mutation, false), duration),
      );
      toastWithAction(translated, { label, run: () => end(mutation, true), duration });
    },
    [end, label],
  );
}
