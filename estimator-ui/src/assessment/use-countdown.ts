// A countdown to an automatic action. It pauses while the page is hidden.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

interface Countdown {
  /** In seconds. */
  left: number;
  stopped: boolean;
  stop: () => void;
}

/** Counts down once while the page is visible, and then runs `end`, unless it was stopped. */
export function useCountdown(from: number, end: () => void): Countdown {
  const [left, setLeft] = useState(from);
  const [stopped, setStopped] = useState(false);
  const hidden = useSyncExternalStore(onVisibility, () => document.hidden);
  const ended = useRef(end);
  useEffect(() => {
    ended.current = end;
  });
  const runs = !stopped && !hidden && left > 0;
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [runs]);
  const over = left <= 0 && !stopped;
  useEffect(() => {
    if (over) ended.current();
  }, [over]);
  return { left: Math.max(0, left), stopped, stop: () => setStopped(true) };
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
