// `/estimations/assessments/{projectId}/{unitId}`: loads the project and the user's estimates in it, and finds the
// requested unit.
import { Suspense, useEffect, type ComponentProps, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { lazyPart } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { useTitle } from '@mizan/ui-kit/title';
import { indexOfUnit } from '../assess/flow';
import { storeLastUnit } from '../last-unit';
import { Notice } from '../parts/notice';
import { ProjectFailure } from '../parts/project-failure';
import screen from '../parts/screen.module.css';
import { useWide } from '../panel/use-wide';
import { paths } from '../paths';
import { useAssessments } from '../own-assessments';
import { project } from '../queries';
import { Crumbs } from '@mizan/shell/crumbs';
import { Flow } from './flow';
import styles from './assessment-page.module.css';

/** A failed chunk must not prevent assessing: the panel is then empty. */
const Panel = lazyPart<ComponentProps<typeof import('../panel/panel').default>>(
  () => import('../panel/panel'),
  () => null,
);

export function AssessmentPage() {
  const { projectId, unitId: requestedId } = useParams({
    from: '/protected/estimations/assessments/$projectId/$unitId',
  });
  const { me } = useSession();
  const one = useQuery(project(projectId));
  const own = useAssessments(projectId);
  const units = one.data?.units;
  const index = units ? indexOfUnit(units, requestedId) : 0;
  const unit = units?.[index];
  const visitor = me?.user.id;
  const unitId = unit?._id;
  useTitle(unit ? m.estimator_unit({ number: unit.unitNumber }) : (one.data?.name ?? m.estimator_assessments()));
  useEffect(() => {
    if (visitor && unitId === requestedId) storeLastUnit(visitor, { projectId, unitId });
  }, [visitor, projectId, unitId, requestedId]);

  const name = one.data?.name;
  const crumbs = (
    <Crumbs
      trail={[
        { name: m.estimator_assessments(), link: { to: paths.assessments } },
        ...(name ? [{ name, link: { to: paths.project, params: { projectId } } }] : []),
        ...(unit ? [{ name: m.estimator_unit({ number: unit.unitNumber }) }] : []),
      ]}
    />
  );
  if (one.data && own.data && unit) {
    if (unit._id !== requestedId) return <Navigate to={paths.unit} params={{ projectId, unitId: unit._id }} replace />;
    return (
      <>
        {crumbs}
        <Columns side={<Panel key={projectId} project={one.data} />}>
          <Flow key={projectId} project={one.data} index={index} assessments={own.data} />
        </Columns>
      </>
    );
  }
  const failed = (one.isError && !one.data) || (own.isError && !own.data);
  return (
    <>
      {crumbs}
      {units?.length === 0 ? (
        <Notice level={1} title={m.estimator_no_units_title()} text={m.estimator_no_units_text()} />
      ) : failed ? (
        <ProjectFailure
          error={one.error ?? own.error}
          retry={() => {
            if (one.isError) void one.refetch();
            if (own.isError) void own.refetch();
          }}
        />
      ) : (
        <Columns side={<PanelShade />}>
          <Shades />
        </Columns>
      )}
    </>
  );
}

/** The unit, and the project panel beside it where there is room. */
function Columns({ children, side }: { children: ReactNode; side: ReactNode }) {
  const wide = useWide();
  return (
    <div className={styles['columns']}>
      <div className={styles['main']}>{children}</div>
      {wide && (
        <div className={styles['side']}>
          <Suspense fallback={<PanelShade />}>{side}</Suspense>
        </div>
      )}
    </div>
  );
}

function PanelShade() {
  return (
    <div className={styles['panelShade']} aria-hidden="true">
      <div className={`${screen['shade']} ${styles['shadePicture']}`} />
      <div className={`${screen['shade']} ${styles['shadeHead']}`} />
    </div>
  );
}

/** The skeleton of the screen. */
function Shades() {
  return (
    <div className={styles['screen']} role="status" aria-label={m.loading()}>
      <div className={styles['judged']}>
        <div className={`${screen['shade']} ${styles['shadeHead']}`} />
        <div className={`${screen['shade']} ${styles['shadeFacts']}`} />
      </div>
      <div className={`${screen['shade']} ${styles['shadeAmount']}`} />
      <div className={`${screen['shade']} ${styles['shadeKeys']}`} />
    </div>
  );
}
