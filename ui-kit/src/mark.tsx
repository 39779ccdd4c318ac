// The product's logo: that of its theme, or a beam in balance.
import { productTheme } from './product-theme';

export function Mark({ size = 28 }: { size?: number }) {
  const { Mark: Own } = productTheme();
  if (Own) return <Own size={size} />;
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M16 5v21M10.5 26.500h11M5.5 9.500c4 0 6.5-1.8 10.5-1.800s6.5 1.8 10.5 1.8" />
      <path d="M2.5 18.5 6 9.800l3.5 8.700a3.6 3.6 0 0 1-7 0ZM22.5 18.5 26 9.800l3.5 8.700a3.6 3.6 0 0 1-7 0Z" />
    </svg>
  );
}
