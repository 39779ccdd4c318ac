// Which names there is room for: the first come first, and none stands on another.
import type { Spot } from './projection';
import type { Size } from './view';

export interface Label {
  text: string;
  /** The middle of it, in pixels. */
  at: Spot;
  /** How wide and high it is with the room around it. */
  size: Size;
}

const touches = (one: Label, other: Label): boolean =>
  Math.abs(one.at.x - other.at.x) * 2 < one.size.width + other.size.width &&
  Math.abs(one.at.y - other.at.y) * 2 < one.size.height + other.size.height;

const within = ({ at, size }: Label, { width, height }: Size): boolean =>
  at.x >= size.width / 2 &&
  at.y >= size.height / 2 &&
  at.x <= width - size.width / 2 &&
  at.y <= height - size.height / 2;

/** Those that are whole in the window and touch none that came before, nor what is `taken`. */
export function placed(labels: Label[], occupied: Label[], window: Size): Label[] {
  const accepted: Label[] = [];
  for (const label of labels)
    if (within(label, window) && ![...occupied, ...accepted].some((other) => touches(label, other)))
      accepted.push(label);
  return accepted;
}

/** About how wide a text is, which is near enough to keep names apart. */
export const widthOf = (text: string, size: number): number => text.length * size * 0.56;
