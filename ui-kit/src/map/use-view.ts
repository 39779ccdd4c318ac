// Moves the map: dragging, pinching, wheel and keys.
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Coordinates, Spot } from './projection';
import { fitted, clampedView, limitsOf, moved, zoomed, type Box, type Size, type View } from './view';

const STEP = 1.6;
/** The pixels that an arrow key moves it by. */
const PACE = 64;
const ARROWS: Partial<Record<string, Spot>> = {
  ArrowLeft: { x: PACE, y: 0 },
  ArrowRight: { x: -PACE, y: 0 },
  ArrowUp: { x: 0, y: PACE },
  ArrowDown: { x: 0, y: -PACE },
};

const NOWHERE: Size = { width: 0, height: 0 };

export function useView(points: Coordinates[], extent: Box | undefined) {
  const [element, setElement] = useState<SVGSVGElement | null>(null);
  const [size, setSize] = useState(NOWHERE);
  const [chosen, setChosen] = useState<View>();
  const pointers = useRef(new Map<number, Spot>());
  /** Before the user has touched the map, the wheel scrolls the page. */
  const touched = useRef(false);
  const limits = limitsOf(points, size, extent);
  const view = chosen ? clampedView(chosen, size, limits) : fitted(points, size, limits);

  useEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);

  const zoom = (factor: number, at: Spot = { x: size.width / 2, y: size.height / 2 }): void =>
    setChosen(zoomed(view, factor, at, size, limits));
  const move = (by: Spot): void => setChosen(clampedView(moved(view, by), size, limits));

  const spin = useEffectEvent((event: WheelEvent) => {
    // Browsers report pinching on a touchpad as a wheel event with ctrlKey.
    if (!touched.current && !event.ctrlKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), { x: event.offsetX, y: event.offsetY });
  });
  useEffect(() => {
    if (!element) return undefined;
    const turn = (event: WheelEvent): void => spin(event);
    // React's own listener is passive, and cannot prevent scrolling.
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [element]);

  function drag(event: PointerEvent): void {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (!other) {
      move({ x: now.x - before.x, y: now.y - before.y });
      return;
    }
    const frame = event.currentTarget.getBoundingClientRect();
    const middle = { x: (now.x + other.x) / 2 - frame.x, y: (now.y + other.y) / 2 - frame.y };
    const factor = apart(now, other) / Math.max(1, apart(before, other));
    const pinched = zoomed(view, factor, middle, size, limits);
    setChosen(clampedView(moved(pinched, { x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 }), size, limits));
  }

  const release = ({ pointerId }: PointerEvent): void => void pointers.current.delete(pointerId);

  return {
    view,
    size,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    /** Whether it cannot be zoomed in to any more, but for rounding. */
    nearest: 0.99 * clampedView({ ...view, scale: Infinity }, size, limits).scale <= view.scale,
    /** Zooms in to these points, by a step at least. */
    approach(to: Coordinates[]): void {
      const { centre, scale } = fitted(to, size, limits);
      setChosen(clampedView({ centre, scale: Math.max(scale, view.scale * STEP * STEP) }, size, limits));
    },
    /** Back to the initial view; undefined while that is shown. */
    reset: chosen && (() => setChosen(undefined)),
    press(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const arrow = ARROWS[event.key];
      if (arrow) move(arrow);
      else if (event.key === '+' || event.key === '=') zoom(STEP);
      else if (event.key === '-') zoom(1 / STEP);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    canvas: {
      ref: setElement,
      onPointerDown(event: PointerEvent): void {
        if (event.button !== 0) return;
        touched.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      },
      onPointerMove: drag,
      onPointerUp: release,
      onPointerCancel: release,
      onPointerLeave(): void {
        touched.current = false;
      },
    },
  };
}

const apart = (one: Spot, other: Spot): number => Math.hypot(one.x - other.x, one.y - other.y);
