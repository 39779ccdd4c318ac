// The line icons of the back-office: drawn once, in the colour of the text beside them, silent to screen readers.

const DRAWN = {
  overview: 'M3.5 10.5 10 4l6.5 6.5M5.5 9v7h9V9',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  close: 'm5.5 5.5 9 9m0-9-9 9',
  collapse: 'M4 4.5h12v11H4zM8 4.5v11M13 8l-2 2 2 2',
  expand: 'M4 4.5h12v11H4zM8 4.5v11m3-7.500 2 2-2 2',
  search: 'M9 14.500a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11Zm4-1.500 3.500 3.500',
  columns: 'M4 4.500h12v11H4zM8 4.500v11m4-11v11',
  add: 'M10 4.500v11M4.500 10h11',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  up: 'M10 15.500v-11M5.500 9 10 4.500 14.500 9',
  down: 'M10 4.500v11M5.500 11l4.500 4.500 4.500-4.500',
  chevron: 'm6 8 4 4 4-4',
  previous: 'm12 5-5 5 5 5',
  next: 'm8 5 5 5-5 5',
  back: 'M15.500 10h-11M9 5.500 4.500 10 9 14.500',
  view: 'M2.500 10S5 4.800 10 4.800 17.500 10 17.500 10 15 15.200 10 15.200 2.500 10 2.500 10Zm7.500 2.200a2.200 2.200 0 1 0 0-4.400 2.200 2.200 0 0 0 0 4.400Z',
  edit: 'm4.500 15.500.700-3.200 7.600-7.600a1.500 1.500 0 0 1 2.100 0l.400.400a1.500 1.500 0 0 1 0 2.100l-7.600 7.600zm6.800-9.200 2.500 2.500',
  remove: 'M4.500 6h11M8 6V4.500h4V6m-6 0 .600 9.500h6.800L14 6m-5.200 2.500v4.500m2.400-4.500v4.500',
  warning: 'M10 3.800 17.300 16H2.700zM10 8.500v3.300m0 2h.010',
  sun: 'M10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm0-10v1.500m0 11V17m7-7h-1.500m-11 0H3m11.950-4.950-1.060 1.060m-7.780 7.780-1.060 1.060m0-9.900 1.060 1.060m7.780 7.780 1.060 1.060',
  moon: 'M16 11.700A6.500 6.500 0 0 1 8.300 4a6.500 6.500 0 1 0 7.700 7.700Z',
  open: 'M8 5H4.500v10.500H15V12m-4-7.500h4.500V9m-7 2.500 6.500-6.500',
} as const;

export type IconName = keyof typeof DRAWN;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.2 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={DRAWN[name]} />
    </svg>
  );
}
