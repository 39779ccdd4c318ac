// Everything known about the project, beside the assessment of its units. Missing parts are left out.
import { Component, type ReactNode } from 'react';
import { dayOf, formatDate, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import type { ProjectWithUnits } from '../shapes';
import { bedroomName } from '../unit-formats';
import { countByBedrooms, distinct, isOffPlan, videoOf } from './facts';
import { Gallery } from './gallery';
import { Location } from './location';
import { PaymentPlan } from './payment-plan';
import { Chips, LongText, Section } from './section';
import { Video } from './video';
import styles from './panel.module.css';

export default function Panel({ project }: { project: ProjectWithUnits }) {
  return (
    <Harmless>
      <About project={project} />
    </Harmless>
  );
}

/** An error boundary: failures of the panel must not prevent assessing. */
class Harmless extends Component<{ children: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

function About({ project }: { project: ProjectWithUnits }) {
  const { gallery, description, coordinates, paymentPlan, financing } = project;
  const [features, amenities] = [distinct(project.features), distinct(project.amenities)];
  const video = videoOf(project.videoLink);
  // A scrolling region must be reachable by keyboard: it needs tabIndex only if nothing in it can be focused.
  const reached = (gallery?.length ?? 0) > 0 || coordinates || video;
  return (
    // The buttons within receive the keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles['panel']}
      aria-label={m.panel_title()}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={reached ? undefined : 0}
      onMouseDown={preventFocusLoss}
      onKeyDown={stopKeyPress}
    >
      <Gallery project={project} />
      <header className={styles['head']}>
        <h2 className={styles['name']} dir="auto">
          {project.name}
        </h2>
        <p className={styles['location']} dir="auto">
          {project.location}
        </p>
      </header>
      <Facts project={project} />
      <Units project={project} />
      {description?.trim() && (
        <Section title={m.panel_description()}>
          <LongText text={description.trim()} />
        </Section>
      )}
      {features.length > 0 && (
        <Section title={m.panel_features()}>
          <Chips texts={features} />
        </Section>
      )}
      {amenities.length > 0 && (
        <Section title={m.panel_amenities()}>
          <Chips texts={amenities} />
        </Section>
      )}
      {coordinates && (
        <Section title={m.panel_location()}>
          <Location coordinates={coordinates} name={project.name} />
        </Section>
      )}
      {video && (
        <Section title={m.panel_video()}>
          <Video {...video} />
        </Section>
      )}
      {paymentPlan && paymentPlan.length > 0 && (
        <Section title={m.panel_plan()}>
          <PaymentPlan plan={paymentPlan} />
        </Section>
      )}
      {financing?.trim() && (
        <Section title={m.panel_financing()}>
          <LongText text={financing.trim()} />
        </Section>
      )}
    </section>
  );
}

/** Clicking a button in the panel must not take the focus from the amount. */
function preventFocusLoss(event: { target: EventTarget; preventDefault: () => void }): void {
  if (event.target instanceof Element && event.target.closest('button, a')) event.preventDefault();
}

/** Enter on a button in the panel must not save the estimate. */
function stopKeyPress(event: { key: string; target: EventTarget; stopPropagation: () => void }): void {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  if (event.target instanceof Element && event.target.closest('button, a')) event.stopPropagation();
}

const today = (): string => dayOf(new Date());

function Facts({ project }: { project: ProjectWithUnits }) {
  const { developer, projectType, floors, totalUnits, completionDate } = project;
  const offPlan = completionDate ? isOffPlan(completionDate, today()) : false;
  return (
    <dl className={styles['facts']}>
      <Fact name={m.panel_developer()}>{developer.name}</Fact>
      {projectType?.trim() && <Fact name={m.panel_type()}>{projectType}</Fact>}
      {totalUnits != null && <Fact name={m.panel_total_units()}>{formatNumber(totalUnits)}</Fact>}
      {floors != null && <Fact name={m.panel_floors()}>{formatNumber(floors)}</Fact>}
      {completionDate && (
        <Fact name={offPlan ? m.panel_completion_expected() : m.panel_completed()}>
          <time dateTime={completionDate}>{formatDate(completionDate)}</time>{' '}
          <span className={styles['state']} data-ready={!offPlan || undefined}>
            {offPlan ? m.panel_off_plan() : m.panel_ready()}
          </span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles['fact']}>
      <dt className={styles['label']}>{name}</dt>
      <dd className={styles['value']} dir="auto">
        {children}
      </dd>
    </div>
  );
}

function Units({ project: { units } }: { project: ProjectWithUnits }) {
  const kinds = countByBedrooms(units);
  const most = Math.max(...kinds.map(({ count }) => count));
  return (
    <Section title={m.panel_units()} note={m.panel_units_to_assess({ number: formatNumber(units.length) })}>
      <ul className={styles['kinds']}>
        {kinds.map(({ bedrooms, count }) => (
          <li key={bedrooms} className={styles['kind']}>
            <span>{bedroomName(bedrooms)}</span>
            <span className={styles['bar']}>
              <span style={{ inlineSize: `${(count / most) * 100}%` }} />
            </span>
            <span className={styles['count']}>{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
