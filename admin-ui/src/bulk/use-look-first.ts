// Plans the changes of a dialog as a change set, whose screen shows them before they are applied.
import { m } from '@mizan/ui-kit/messages';
import { planChanges, type ChangeSet, type SetPlan } from '../data/change-sets.ts';
import type { FieldProblem } from '../data/problems.ts';
import { idOf } from '../document/resources.ts';
import { useSubmit, type Submission } from '../form/use-submit.ts';
import { useNavigateHere } from '../frame/use-navigate-here.ts';
import { paths } from '../paths.ts';

/** `problemsOf` turns the server's errors into those at fields of the dialog. */
export function useLookFirst(problemsOf?: (error: unknown) => FieldProblem[] | undefined): Submission<SetPlan> {
  const navigate = useNavigateHere();
  return useSubmit<SetPlan, ChangeSet>({
    send: planChanges,
    onDone: (set) => void navigate(paths.changeSet(idOf(set))),
    onError(error) {
      const problems = problemsOf?.(error);
      return problems && { problems };
    },
    failed: m.set_make_failed(),
  });
}
