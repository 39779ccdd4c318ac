// `/home`: a greeting by Dubai's time of day, what waits for the user, where the estimator left off, the areas that the
// user may enter with their lists, and this week's rotation.
import { useEffect, useState } from 'react';
import { Button } from '@mizan/ui-kit/button';
import type { AreaList } from '@mizan/ui-kit/area-lists';
import { totalOf } from '@mizan/ui-kit/area-lists';
import { ARROW, Icon } from '@mizan/ui-kit/icon';
import { m } from '@mizan/ui-kit/messages';
import { can, useSession } from '@mizan/ui-kit/session';
import { useTitle } from '@mizan/ui-kit/title';
import type { AllWaiting } from '@mizan/ui-kit/waiting';
import waits from '@mizan/ui-kit/waiting.module.css';
import { formatNumber, formatWeekday, hourOf } from '@mizan/ui-kit/formats';
import { ThisWeek } from '../overview/this-week';
import { WhereOneLeft } from '../overview/where-one-left';
import { paths } from '../paths';
import type { HomeData } from './home-data';
import styles from './home-page.module.css';

function greeting(hour: number, name: string): string {
  if (hour >= 5 && hour < 12) return m.home_greeting_morning({ name });
  return hour >= 12 && hour < 18 ? m.home_greeting_afternoon({ name }) : m.home_greeting_evening({ name });
}

interface Area {
  resource: string;
  path: string;
  title: string;
  text: string;
  action: string;
}

const areas = (): Area[] => [
  {
    resource: 'backoffice',
    path: paths.backoffice,
    title: m.home_backoffice_title(),
    text: m.home_backoffice_text(),
    action: m.home_backoffice_action(),
  },
  {
    resource: 'estimations',
    path: paths.estimations,
    title: m.home_estimations_title(),
    text: m.home_estimations_text(),
    action: m.home_estimations_action(),
  },
  {
    resource: 'analytics',
    path: paths.analytics,
    title: m.home_analytics_title(),
    text: m.home_analytics_text(),
    action: m.home_analytics_action(),
  },
];

export function HomePage({ lists, waiting }: HomeData) {
  const { me } = useSession();
  const [now] = useState(() => new Date());
  useTitle(m.home_title());
  if (!me) return null;
  const open = areas().filter((area) => can(me, area.resource, 'enter'));
  const estimates = can(me, 'estimations', 'enter');
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <p className={styles['day']}>{formatWeekday(now)}</p>
        <h1 className={styles['title']}>{greeting(hourOf(now), me.user.firstName)}</h1>
      </header>
      {waiting && <WaitingFor waiting={waiting} />}
      {estimates && (
        <div className={styles['left']}>
          <WhereOneLeft visitor={me.user.id} />
        </div>
      )}
      {open.map((area) => (
        <AreaCard key={area.resource} area={area} lists={lists[area.resource] ?? []} />
      ))}
      {estimates && <ThisWeek brief />}
      {open.length === 0 && (
        <div className={styles['nothing']}>
          <h2 className={styles['name']}>{m.home_nothing_title()}</h2>
          <p className={styles['text']}>{m.home_nothing_text()}</p>
          <Button look="secondary" onClick={() => location.reload()}>
            {m.home_nothing_action()}
          </Button>
        </div>
      )}
    </div>
  );
}

const Arrow = () => <Icon path={ARROW} size={16} />;

/** What is to be done in the areas of the other app, each with a link to its screen. */
function WaitingFor({ waiting: { items, incomplete } }: { waiting: AllWaiting }) {
  return (
    <section className={styles['waiting']} aria-labelledby="waiting">
      <h2 id="waiting" className={styles['name']}>
        {m.waiting_title()}
      </h2>
      {items.length > 0 && (
        <ul className={waits['list']}>
          {items.map(({ text, to }) => (
            <li key={text}>
              <a href={to}>
                {text}
                <Arrow />
              </a>
            </li>
          ))}
        </ul>
      )}
      {items.length === 0 && !incomplete && <p className={styles['text']}>{m.waiting_none()}</p>}
      {incomplete && <p className={styles['text']}>{m.waiting_incomplete()}</p>}
    </section>
  );
}

function AreaCard({ area, lists }: { area: Area; lists: AreaList[] }) {
  return (
    <section className={styles['area']} data-short={lists.length === 0 || undefined}>
      <div className={styles['about']}>
        <h2 className={styles['name']}>{area.title}</h2>
        <p className={styles['text']}>{area.text}</p>
        <a className={styles['action']} href={area.path}>
          {area.action}
          <Arrow />
        </a>
      </div>
      {lists.length > 0 && (
        <ul className={styles['lists']} aria-label={m.home_records({ area: area.title })}>
          {lists.map((list) => (
            <AreaListRow key={list.name} list={list} />
          ))}
        </ul>
      )}
    </section>
  );
}

function AreaListRow({ list }: { list: AreaList }) {
  const total = useTotal(list);
  return (
    <li>
      <a className={styles['list']} href={list.screen}>
        <span className={styles['label']}>{list.label}</span>
        <span className={styles['total']}>{total === undefined ? '' : formatNumber(total)}</span>
        <span className={styles['description']}>{list.description}</span>
      </a>
    </li>
  );
}

/** The number of records; omitted when it cannot be loaded. */
function useTotal(list: AreaList): number | undefined {
  const [total, setTotal] = useState<number>();
  useEffect(() => {
    let shown = true;
    totalOf(list).then(
      (counted) => shown && setTotal(counted),
      () => {},
    );
    return () => {
      shown = false;
    };
  }, [list]);
  return total;
}
