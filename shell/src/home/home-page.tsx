// `/home`: a greeting by the time of day, what waits for the user, the areas that the user may enter with their lists, and
// what these add above and below.
import { useEffect, useState } from 'react';
import { useLoaderData } from '@tanstack/react-router';
import type { AreaCard } from '@mizan/ui-kit/areas';
import { Button } from '@mizan/ui-kit/button';
import type { AreaList } from '@mizan/ui-kit/area-lists';
import { totalOf } from '@mizan/ui-kit/area-lists';
import { ARROW, Icon } from '@mizan/ui-kit/icon';
import { m } from '@mizan/ui-kit/messages';
import { permits, useSession } from '@mizan/ui-kit/session';
import { useTitle } from '@mizan/ui-kit/title';
import type { AllWaiting } from '@mizan/ui-kit/waiting';
import waits from '@mizan/ui-kit/waiting.module.css';
import { formatNumber, formatWeekday, hourOf } from '@mizan/ui-kit/formats';
import { paths } from '../paths';
import styles from './home-page.module.css';

export { readHome } from './home-data';

function greeting(hour: number, name: string): string {
  if (hour >= 5 && hour < 12) return m.home_greeting_morning({ name });
  return hour >= 12 && hour < 18 ? m.home_greeting_afternoon({ name }) : m.home_greeting_evening({ name });
}

/** The back-office's own areas, by the names that their lists and texts have. */
const OWN_CARDS: (AreaCard & { name: string })[] = [
  {
    name: 'backoffice',
    path: paths.backoffice,
    permission: 'backoffice:enter',
    order: 10,
    title: m.home_backoffice_title,
    text: m.home_backoffice_text,
    action: m.home_backoffice_action,
  },
  {
    name: 'analytics',
    path: paths.analytics,
    permission: 'analytics:enter',
    order: 30,
    title: m.home_analytics_title,
    text: m.home_analytics_text,
    action: m.home_analytics_action,
  },
];

export function HomePage() {
  const { cards, lists, waiting, texts, parts } = useLoaderData({ from: '/protected/home/' });
  const { me } = useSession();
  const [now] = useState(() => new Date());
  useTitle(m.home_title());
  if (!me) return null;
  const own = OWN_CARDS.map((card) => ({ ...card, text: texts[card.name] ?? card.text, lists: lists[card.name] }));
  const open = [...own, ...cards.map((card) => ({ ...card, lists: undefined }))]
    .filter(({ permission }) => permits(me, permission))
    .toSorted((one, other) => one.order - other.order);
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <p className={styles['day']}>{formatWeekday(now)}</p>
        <h1 className={styles['title']}>{greeting(hourOf(now), me.user.firstName)}</h1>
      </header>
      {waiting && <WaitingFor waiting={waiting} />}
      {parts.map(
        ({ path, Above }) =>
          Above && (
            <div key={path} className={styles['above']}>
              <Above me={me} />
            </div>
          ),
      )}
      {open.map((card) => (
        <CardOf key={card.path} card={card} lists={card.lists ?? []} />
      ))}
      {parts.map(({ path, Below }) => Below && <Below key={path} me={me} />)}
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

/** What is to be done in the back-office, each with a link to its screen. */
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

function CardOf({ card, lists }: { card: AreaCard; lists: AreaList[] }) {
  const title = card.title();
  return (
    <section className={styles['area']} data-short={lists.length === 0 || undefined}>
      <div className={styles['about']}>
        <h2 className={styles['name']}>{title}</h2>
        <p className={styles['text']}>{card.text()}</p>
        <a className={styles['action']} href={card.path}>
          {card.action?.() ?? m.home_area_action({ area: title })}
          <Arrow />
        </a>
      </div>
      {lists.length > 0 && (
        <ul className={styles['lists']} aria-label={m.home_records({ area: title })}>
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
