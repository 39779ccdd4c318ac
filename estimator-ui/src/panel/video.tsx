// The link to the project's video, which is not embedded.
import { Icon } from '@mizan/ui-kit/icon';
import { m } from '@mizan/ui-kit/messages';
import styles from './panel.module.css';

export function Video({ href, host }: { href: string; host: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={styles['video']}>
      <span className={styles['play']} aria-hidden="true">
        <svg viewBox="0 0 20 20" width="20" height="20" fill="currentColor">
          <path d="M7 4.500v11l9-5.500z" />
        </svg>
      </span>
      <span className={styles['watchVideo']}>
        {m.panel_video_watch()}
        <bdi className={styles['host']}>{m.panel_video_on({ host })}</bdi>
        <span className={styles['unseen']}> {m.panel_new_tab()}</span>
      </span>
      <Icon path="M8 5h7v7M15 5 6 14" size={18} />
    </a>
  );
}
