// `/home`: a greeting by Dubai's time of day, and a card for each area that the visitor may enter.
import { useState } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { can, useSession } from '@mizan/ui-kit/session';
import { useTitle } from '@mizan/ui-kit/title';
import { formatWeekday, hourInDubai } from '@mizan/ui-kit/formats';
import { paths } from '../paths';
import styles from './home-page.module.css';

function greeting(hour: number, name: string): string {
  if (hour >= 5 && hour < 12) return m.home_greeting_morning({ name });
  return hour >= 12 && hour < 18 ? m.home_greeting_afternoon({ name }) : m.home_greeting_evening({ name });
}

export function HomePage() {
  const { me } = useSession();
  const [now] = useState(() => new Date());
  useTitle(m.home_title());
  if (!me) return null;
  const areas = [
    {
      resource: 'backoffice',
      path: paths.backoffice,
      title: m.home_backoffice_title(),
      text: m.home_backoffice_text(),
      action: m.home_backoffice_action(),
    },
  ].filter((area) => can(me, area.resource, 'enter'));
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <p className={styles['day']}>{formatWeekday(now)}</p>
        <h1 className={styles['title']}>{greeting(hourInDubai(now), me.user.firstName)}</h1>
      </header>
      {areas.length > 0 ? (
        <ul className={styles['areas']}>
          {areas.map((area) => (
            <li key={area.resource}>
              <a className={styles['area']} href={area.path}>
                <h2 className={styles['name']}>{area.title}</h2>
                <p className={styles['text']}>{area.text}</p>
                <span className={styles['action']}>
                  {area.action}
                  <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
                    <path d="M3 8h10M9 4l4 4-4 4" />
                  </svg>
                </span>
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles['nothing']}>
          <h2 className={styles['name']}>{m.home_nothing_title()}</h2>
          <p className={styles['text']}>{m.home_nothing_text()}</p>
        </div>
      )}
    </div>
  );
}
