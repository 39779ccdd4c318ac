// A part of a screen that scrolls by itself, and that the keyboard must reach.
import type { ComponentProps } from 'react';

export const ScrollRegion = ({ label, ...props }: ComponentProps<'div'> & { label: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div role="region" aria-label={label} tabIndex={0} {...props} />
);
