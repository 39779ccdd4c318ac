// The overview of an area: what waits for the user, the widgets of modules, what changed, the cards of resources, and the
// way to each, as far as the user may read them.
import { lazyOptional } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import { Suspense, type ReactElement } from 'react';
import { useLocation } from 'react-router';
import { useMay, useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { AccessDenied } from '../frame/not-here.tsx';
import { Notice } from '../frame/notice.tsx';
import { Screen } from '../frame/screen.tsx';
import { useWidgets } from '../frame/widgets.tsx';
import { useAreaLabel } from '../module/registry.ts';
import { BreakdownCard } from './breakdown-card.tsx';
import { LatestCard } from './latest-card.tsx';
import styles from './overview.module.css';
import { ResourceCard } from './resource-card.tsx';
import { WaitingCard } from './waiting-card.tsx';

export default function OverviewScreen() {
  const area = useLocation().pathname.split('/')[1] ?? '';
  const may = useMay();
  const shown = useResources().filter((resource) => resource.area === area && may(resource, 'list'));
  const own = useWidgets(area === 'backoffice' ? 'overview' : `${area}.overview`);
  const label = useAreaLabel(area);
  const declared = shown.flatMap((resource) => declaredCards(resource, may(resource, 'history')));
  const hasHistory = shown.some((resource) => may(resource, 'history'));
  return (
    <Screen
      title={label}
      text={m.admin_overview_text()}
      crumbs={[{ label: m.admin_overview() }]}
      above={<AccessDenied />}
    >
      {shown.length + own.length === 0 ? (
        <Notice title={m.admin_overview_empty()} text={m.admin_overview_empty_text()} />
      ) : (
        <>
          <div className={styles.day}>
            <div className={styles.first}>
              <WaitingCard />
              {area === 'backoffice' && <ProposalCards />}
            </div>
            <ul className={styles.side}>
              {own.map(({ key, Widget }) => (
                <li key={key} className={styles.cell}>
                  <Suspense fallback={<div className={`${styles.card} ${styles.shade}`} />}>
                    <Widget />
                  </Suspense>
                </li>
              ))}
            </ul>
            <div>{hasHistory && <LatestCard />}</div>
          </div>
          {declared.length > 0 && (
            <ul className={styles.cards}>
              {declared.map((card) => (
                <li key={card.key} className={styles.cell}>
                  {card}
                </li>
              ))}
            </ul>
          )}
          {shown.length > 0 && (
            <section className={styles.everything} aria-labelledby="everything">
              <h2 id="everything" className={styles.title}>
                {m.overview_everything()}
              </h2>
              <ul className={styles.resources}>
                {shown.map((resource) => (
                  <ResourceCard key={resource.name} resource={resource} />
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </Screen>
  );
}

/** Loaded once the overview was painted, since most of the time there is none. */
const ProposalCards = lazyOptional(async () => {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return import('./proposal-cards.tsx');
});

/** Without the count cards: the navigation has the total of every resource. */
function declaredCards(resource: Resource, hasHistory: boolean): ReactElement[] {
  return (resource.cards ?? []).flatMap((card) => {
    switch (card.kind) {
      case 'breakdown':
        return (
          <BreakdownCard
            key={`${resource.name} ${card.field}`}
            resource={resource}
            field={card.field}
            title={card.title}
          />
        );
      case 'latest':
        return hasHistory ? <LatestCard key={`${resource.name} latest`} resource={resource} /> : [];
      default:
        return [];
    }
  });
}
