// The drawings of ui-kit and of the estimators' app: lines on 20 by 20, in the colour of the text, hidden from screen
// readers. One that several places draw has a name here; each of the others stands where it is drawn.

export const ALERT = 'M10 5.500v5.500M10 14.200v.3';
export const ARROW = 'M4 10h12M11 5l5 5-5 5';
export const CHEVRON_DOWN = 'm5 7.500 5 5 5-5';
export const CHEVRON_LEFT = 'M12.500 4.500 7 10l5.500 5.500';
export const CHEVRON_RIGHT = 'M7.500 4.500 13 10l-5.500 5.500';
export const CROSS = 'm5 5 10 10M15 5 5 15';
export const TICK = 'M4.500 10.500 8.500 14.500 15.500 6.500';

interface Props {
  path: string;
  /** In pixels. */
  size?: number;
  className?: string | undefined;
}

export function Icon({ path, size = 20, className }: Props) {
  return (
    <svg
      className={className}
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
