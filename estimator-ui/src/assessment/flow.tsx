// The flow from unit to unit: the current one, where a save leads, and the confirmation before leaving. A save is done
// once the estimate is stored on the device; the outbox sends it.
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { buttonClass } from '@mizan/ui-kit/button';
import { lazyPart } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useSession } from '@mizan/ui-kit/session';
import { errorMessage } from '../api';
import type { Assessment, AssessmentInput, ProjectWithUnits } from '../shapes';
import { problemsOf } from '../assess/bounds';
import { inputOf, type Entry } from '../assess/entry';
import { afterSave, completedBedrooms, firstOpen, percentOf } from '../assess/flow';
import { feel } from '../assess/haptics';
import { SECOND_TAP, type PercentStep } from '../assess/limits';
import { baseOf, previousAssessed } from '../assess/percentages';
import { referencesOf } from '../assess/slip';
import { useCelebration } from '../celebration/celebrate';
import { Notice } from '../parts/notice';
import { paths } from '../paths';
import { useEcho } from '../own-assessments';
import { save as store, type SavedTo } from '../outbox/delivery';
import { useWaiting } from '../outbox/waiting';
import type { CompletedProps } from './completed';
import { LeaveDialog, useNavigationBlocker } from './navigation-blocker';
import { UnitScreen } from './unit-screen';
import { useEntry } from './use-entry';
import { useKeyboard } from './use-keyboard';
import { useSlip } from './use-slip';

const loadCompleted = () => import('./completed');
const Completed = lazyPart<CompletedProps>(
  () => loadCompleted().then((loaded) => ({ default: loaded.Completed })),
  Ended,
);

/** Shown when the completion screen cannot be loaded: what was saved is saved. */
function Ended({ open }: CompletedProps) {
  return (
    <Notice level={1} title={open > 0 ? m.estimator_end_title() : m.estimator_completed_title()}>
      <Link to={paths.assessments} className={buttonClass({ look: 'secondary' })}>
        {m.estimator_completed_return()}
      </Link>
    </Notice>
  );
}

interface Props {
  project: ProjectWithUnits;
  index: number;
  assessments: Assessment[];
}

/** The last estimate that was saved on this visit. */
export interface LastSaved {
  unitId: string;
  number: string;
  rent: number;
}

/** A figure that was not saved, with the reasons that are known, and the toast that says so. */
interface Refused {
  unit: string;
  rent: number;
  problems: string[];
  toast: string;
}

/** The save that ended the flow: of which unit, and the number of open units at that time. */
interface Finished {
  unit: string;
  open: number;
}

const now = (): number => Date.now();

const enteredNow = (entry: Entry, unit: { projectId: string; unitId: string }): AssessmentInput =>
  inputOf(entry, unit, now());

export function Flow({ project, index, assessments }: Props) {
  const { _id: projectId, units } = project;
  const unit = units[index];
  if (!unit) throw new Error(`The project has no unit at ${index}`);
  const navigate = useNavigate();
  const { me } = useSession();
  const { rows } = useWaiting();
  const saved = assessments.find(({ unitId }) => unitId === unit._id);
  const sentBack = rows.findLast(({ refused: reason, input }) => reason !== undefined && input.unitId === unit._id);
  const entering = useEntry(unit._id, saved, sentBack?.input.estimatedYearlyRentInAED);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const [last, setLast] = useState<LastSaved>();
  const echoLevel = useEcho(last);
  const echo = last && echoLevel && { number: last.number, rent: last.rent, level: echoLevel };
  const [finished, setFinished] = useState<Finished>();
  const showing = finished?.unit === unit._id ? finished : undefined;
  const blocker = useNavigationBlocker(projectId, (entering.dirty || saving) && !showing);
  const savedAt = useRef(0);
  // The reason is about one figure of one unit, and so is the toast that says it.
  const isPast = refused !== undefined && (refused.unit !== unit._id || refused.rent !== entering.shown);
  useEffect(() => {
    if (!refused) return undefined;
    if (isPast) toast.dismiss(refused.toast);
    return () => toast.dismiss(refused.toast);
  }, [refused, isPast]);
  // False once the user has navigated away while the estimate was being stored.
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const rents = new Map(assessments.map((assessment) => [assessment.unitId, assessment.estimatedYearlyRentInAED]));
  const assessed = new Set(rents.keys());
  const { press, key, step } = entering;
  const slip = useSlip(unit._id, entering.shown);
  const celebrate = useCelebration();

  async function open(next: number): Promise<void> {
    const to = units[next];
    if (!to) return;
    setFinished(undefined);
    if (to._id === unit?._id) entering.restart(saved);
    else await navigate({ to: paths.unit, params: { projectId, unitId: to._id }, ignoreBlocker: true });
  }

  function move(next: number): void {
    if (saving) return;
    if (entering.dirty) blocker.refuse();
    else void open(next);
  }

  async function save(): Promise<void> {
    if (saving || !unit) return;
    // The second tap of a double tap was meant for the previous unit.
    if (!entering.dirty && now() - savedAt.current < SECOND_TAP) return;
    const entry = entering.commit();
    const problems = problemsOf(entry);
    if (problems.length > 0) {
      const shown = toast.error(<Refusal problems={problems} />);
      setRefused({ unit: unit._id, rent: entry.rent, problems, toast: shown });
      feel('refused');
      return;
    }
    if (slip.asks(entry.rent, referencesOf(units, index, rents))) {
      feel('refused');
      return;
    }
    if (!me) return;
    setSaving(true);
    void loadCompleted().catch(() => {});
    let place: SavedTo;
    try {
      place = await store({
        person: me.user.id,
        input: enteredNow(entry, { projectId, unitId: unit._id }),
        unitNumber: unit.unitNumber,
        projectName: project.name,
      });
    } catch (error) {
      const shown = toast.error(errorMessage(error, m.estimator_save_failed()));
      setRefused({ unit: unit._id, rent: entry.rent, problems: [], toast: shown });
      return;
    } finally {
      setSaving(false);
    }
    toast.success(m.estimator_saved());
    feel('saved');
    const bedrooms = completedBedrooms(units, index, assessed);
    if (bedrooms !== undefined) celebrate(bedrooms);
    // In place of the others: it is not safe yet.
    if (place === 'on-page') toast(m.outbox_on_page());
    if (!here.current) return;
    savedAt.current = now();
    setRefused(undefined);
    setLast({ unitId: unit._id, number: unit.unitNumber, rent: entry.rent });
    // The estimate is saved: continue the navigation that the user was asked about.
    if (blocker.leave()) return;
    const next = afterSave(units, index, assessed);
    if (next.to === 'unit') await open(next.index);
    else setFinished({ unit: unit._id, open: next.open });
  }

  const change = (percent: PercentStep): void => step(percent, baseOf(units, index, rents));
  useKeyboard({
    active: !showing && !saving,
    key,
    step: change,
    move: (by) => units[index + by] && move(index + by),
    paste: entering.type,
    save: () => void save(),
  });

  /** Why the value was rejected, by the app or by the server. */
  function problemShown(): string | undefined {
    if (refused?.problems[0] && !isPast) return refused.problems[0];
    return sentBack?.input.estimatedYearlyRentInAED === entering.shown ? sentBack.refused : undefined;
  }

  if (showing) {
    const first = firstOpen(units, assessed);
    return (
      <Suspense>
        <Completed
          project={project}
          echo={echo}
          open={showing.open}
          goOn={() => void open(first ? units.indexOf(first) : 0)}
          restart={() => void open(0)}
          changeLast={() => void open(index)}
        />
      </Suspense>
    );
  }
  const previous = previousAssessed(units, index, rents);
  return (
    <>
      <UnitScreen
        unit={unit}
        position={{ index, of: units.length }}
        percent={percentOf(units.filter(({ _id }) => assessed.has(_id)).length, units.length)}
        saved={saved}
        previous={previous && { rent: previous.rent, number: previous.unit.unitNumber }}
        rent={entering.shown}
        unsaved={entering.unsaved}
        dirty={entering.dirty}
        problem={problemShown()}
        question={slip.question}
        echo={echo}
        saving={saving}
        move={move}
        press={press}
        step={change}
        type={entering.type}
        commit={() => void entering.commit()}
        save={() => void save()}
      />
      <LeaveDialog number={unit.unitNumber} {...blocker} />
    </>
  );
}

function Refusal({ problems }: { problems: string[] }) {
  return (
    <>
      <strong>{m.estimator_invalid()}</strong>
      {problems.map((problem) => (
        <span key={problem} style={{ display: 'block' }}>
          {problem}
        </span>
      ))}
    </>
  );
}
