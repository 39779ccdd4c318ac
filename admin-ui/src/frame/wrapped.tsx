// The providers of modules around what they wrap, the first one outermost.
import type { ReactNode } from 'react';
import type { Wrapper } from '../module/frame-types.ts';

export function Wrapped({ by, children }: { by: Wrapper[]; children: ReactNode }) {
  return by.reduceRight<ReactNode>((within, { key, Wrapper: Around }) => <Around key={key}>{within}</Around>, children);
}
