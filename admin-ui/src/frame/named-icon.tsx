// An icon of the library by the name in the document, drawn as a mask in the colour of the text. Its space is reserved
// while it loads, and stays empty for an unknown name.
import type { CSSProperties } from 'react';
import styles from './named-icon.module.css';

interface Props {
  name: string;
  size?: number;
}

const address = (name: string): string => `url("${import.meta.env.BASE_URL}icons/${encodeURIComponent(name)}.svg")`;

export function NamedIcon({ name, size = 20 }: Props) {
  const style = { '--icon': address(name), '--icon-size': `${size}px` } as CSSProperties;
  return <span className={styles.icon} style={style} aria-hidden="true" />;
}
