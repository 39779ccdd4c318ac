// Places labels so that none overlap; the first ones win.
import type { Spot } from './projection';
import type { Size } from './view';

export interface Label {
  text: string;
  /** Its centre, in pixels. */
  at: Spot;
  /** Its size with margins. */
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

/** The labels that are completely in the window and overlap neither earlier ones nor `occupied` areas. */
export function placed(labels: Label[], occupied: Label[], window: Size): Label[] {
  const accepted: Label[] = [];
  for (const label of labels)
    if (within(label, window) && ![...occupied, ...accepted].some((other) => touches(label, other)))
      accepted.push(label);
  return accepted;
}

/** Estimates the width of a text. */
export const widthOf = (text: string, size: number): number => text.length * size * 0.56;
