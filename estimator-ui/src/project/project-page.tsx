// `/estimations/assessments/{projectId}`: the units of a project with the user's estimates, and the link into the flow.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { buttonClass } from '@mizan/ui-kit/button';
import { formatMoney, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { useTitle } from '@mizan/ui-kit/title';
import type { ProjectWithUnits, Unit } from '../shapes';
import { firstOpen, percentOf } from '../assess/flow';
import { Notice } from '../parts/notice';
import { ProgressLine } from '../parts/progress-line';
import { ProjectFailure } from '../parts/project-failure';
import { RowShades, Tick } from '../parts/project-row';
import screen from '../parts/screen.module.css';
import { paths } from '../paths';
import { useAssessments } from '../own-assessments';
import { project } from '../queries';
import { Crumbs } from '@mizan/shell/crumbs';
import { bedroomLabel } from '../unit-formats';
import styles from './project-page.module.css';

export function ProjectPage() {
  const { projectId } = useParams({ from: '/protected/estimations/assessments/$projectId' });
  const one = useQuery(project(projectId));
  const own = useAssessments(projectId);
  useTitle(one.data?.name ?? m.estimator_assessments());
  const failed = (one.isError && !one.data) || (own.isError && !own.data);
  return (
    <div className={screen['screen']}>
      <Crumbs
        trail={[
          { name: m.estimator_assessments(), link: { to: paths.assessments } },
          ...(one.data ? [{ name: one.data.name }] : []),
        ]}
      />
      {one.data && own.data ? (
        <Units
          project={one.data}
          rents={new Map(own.data.map((assessment) => [assessment.unitId, assessment.estimatedYearlyRentInAED]))}
        />
      ) : failed ? (
        <ProjectFailure
          error={one.error ?? own.error}
          retry={() => {
            if (one.isError) void one.refetch();
            if (own.isError) void own.refetch();
          }}
        />
      ) : (
        <Shades />
      )}
    </div>
  );
}

function Units({
  project: { _id, name, location, developer, units },
  rents,
}: {
  project: ProjectWithUnits;
  rents: ReadonlyMap<string, number>;
}) {
  const done = units.filter((unit) => rents.has(unit._id)).length;
  const next = firstOpen(units, new Set(rents.keys()));
  const start = next ?? units[0];
  return (
    <>
      <header className={screen['head']}>
        <h1 className={screen['title']}>{name}</h1>
        <p className={screen['muted']}>{m.estimator_place({ location, developer: developer.name })}</p>
      </header>
      {!start ? (
        <Notice title={m.estimator_no_units_title()} text={m.estimator_no_units_text()} />
      ) : (
        <>
          <div className={styles['status']}>
            <div className={styles['progress']}>
              <p className={styles['done']}>{m.estimator_units_done({ done, of: units.length })}</p>
              <ProgressLine label={m.estimator_progress()} percent={percentOf(done, units.length)} />
            </div>
            <Link
              to={paths.unit}
              params={{ projectId: _id, unitId: start._id }}
              className={`${buttonClass({})} ${styles['go']}`}
              preload="render"
            >
              {!next ? m.estimator_review() : done > 0 ? m.estimator_continue() : m.estimator_start()}
            </Link>
          </div>
          <ul className={styles['units']} aria-label={m.estimator_unit_list()}>
            {units.map((unit) => (
              <li key={unit._id} className={styles['item']}>
                <UnitRow projectId={_id} unit={unit} rent={rents.get(unit._id)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function UnitRow({ projectId, unit, rent }: { projectId: string; unit: Unit; rent: number | undefined }) {
  return (
    <Link to={paths.unit} params={{ projectId, unitId: unit._id }} className={styles['unit']}>
      <span className={styles['number']}>
        <Unbroken>{m.estimator_unit({ number: unit.unitNumber })}</Unbroken>
      </span>
      <span className={styles['facts']}>
        {m.estimator_unit_facts({
          bedrooms: bedroomLabel(unit.bedrooms),
          area: m.estimator_area({ area: formatNumber(unit.totalAreaInSqFt, 0) }),
        })}
      </span>
      {rent === undefined ? (
        <span className={styles['open']}>{m.estimator_unit_open()}</span>
      ) : (
        <span className={styles['estimate']}>
          <Tick />
          <span className={styles['announced']}>{m.estimator_unit_done()}</span> {formatMoney(rent)}
        </span>
      )}
    </Link>
  );
}

/** A skeleton of the same height. */
function Shades() {
  return (
    <>
      <div className={screen['head']}>
        <span className={`${screen['shade']} ${styles['shadeTitle']}`} />
        <span className={`${screen['shade']} ${styles['shadeLocation']}`} />
      </div>
      <div className={styles['status']}>
        <span className={`${screen['shade']} ${styles['shadeStatus']}`} />
      </div>
      <RowShades count={6} />
    </>
  );
}
