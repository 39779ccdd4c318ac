// The toasts on the page, and for how long each is there. Drawn by toaster.tsx.
import { useSyncExternalStore, type ReactNode } from 'react';

export type ToastType = 'blank' | 'success' | 'error' | 'loading' | 'custom';

/** A text, or what is rendered for the toast itself. */
type Message = ReactNode | ((item: Toast) => ReactNode);

export interface Toast {
  id: string;
  type: ToastType;
  message: Message;
  /** False while it fades. */
  visible: boolean;
  /** Milliseconds that are left, at `since`. */
  left: number;
  since: number;
  /** It has a button, and is not replaced by the next toast. */
  action: boolean;
}

interface Options {
  /** Replaces the toast of this identifier. */
  id?: string;
  /** In milliseconds. */
  duration?: number;
  action?: boolean;
}

const DURATIONS: Record<ToastType, number> = {
  blank: 4000,
  success: 3000,
  error: 5000,
  loading: Infinity,
  custom: 4000,
};
const MOST = 20;
/** Milliseconds that a toast takes to fade, at most. */
const FADE = 1000;

/** The newest first. */
let toasts: readonly Toast[] = [];
let paused = false;
let oneAtATime = false;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next.slice(0, MOST);
  plan();
  for (const listener of listeners) listener();
}

/** Waits for the next toast whose time is over. */
function plan(): void {
  clearTimeout(timer);
  const ends = toasts.filter(({ visible }) => !paused || !visible).map(({ left, since }) => since + left);
  const next = Math.min(...ends) - Date.now();
  if (Number.isFinite(next)) timer = setTimeout(expire, Math.max(0, next));
}

const faded = (one: Toast): Toast => ({ ...one, visible: false, left: FADE, since: Date.now() });

function expire(): void {
  const isOver = ({ left, since, visible }: Toast): boolean => (!paused || !visible) && since + left <= Date.now();
  change(toasts.filter((one) => one.visible || !isOver(one)).map((one) => (isOver(one) ? faded(one) : one)));
}

const adder =
  (type: ToastType) =>
  (message: Message, { id, duration = DURATIONS[type], action = false }: Options = {}): string => {
    count += 1;
    const added = { id: id ?? String(count), type, message, visible: true, left: duration, since: Date.now(), action };
    const isKnown = toasts.some((one) => one.id === added.id);
    const others = oneAtATime ? toasts.filter((one) => one.action || one.id === id) : toasts;
    change(isKnown ? others.map((one) => (one.id === added.id ? added : one)) : [added, ...others]);
    return added.id;
  };

export const toast = Object.assign(adder('blank'), {
  success: adder('success'),
  error: adder('error'),
  loading: adder('loading'),
  custom: adder('custom'),
  /** Fades it, if it is shown. */
  dismiss: (id: string): void => {
    if (toasts.some((one) => one.id === id && one.visible))
      change(toasts.map((one) => (one.id === id ? faded(one) : one)));
  },
  /** Removes all at once. */
  removeAll: (): void => change([]),
  /** From now on a toast replaces the one before it, unless that has a button: a phone has room for one. */
  showOne: (): void => {
    oneAtATime = true;
  },
});

/** While one is read, none disappears. */
export function pause(): void {
  if (paused) return;
  paused = true;
  change(toasts.map((one) => (one.visible ? { ...one, left: one.since + one.left - Date.now() } : one)));
}

export function resume(): void {
  if (!paused) return;
  paused = false;
  change(toasts.map((one) => (one.visible ? { ...one, since: Date.now() } : one)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The toasts to show, the newest first. */
export function useToasts(): { shown: readonly Toast[]; single: boolean } {
  const all = useSyncExternalStore(subscribe, () => toasts);
  return { shown: oneAtATime ? all.slice(0, 1) : all, single: oneAtATime };
}
