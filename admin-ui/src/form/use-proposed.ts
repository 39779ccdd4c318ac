// What was proposed in place of being stored: distinguished from a record, and reported with a button that shows it.
import { m } from '@mizan/ui-kit/messages';
import { toastWithAction } from '@mizan/ui-kit/toaster';
import { useNavigate } from 'react-router';
import { Proposed } from '../data/proposed.ts';
import { paths } from '../paths.ts';

/** How long it is offered to look at a proposal, in milliseconds. */
const OFFERED = 10_000;

export function useReportProposed(): (proposed: Proposed) => void {
  const navigate = useNavigate();
  return ({ message, set }) => {
    toastWithAction(message, {
      label: m.proposal_show(),
      run: () => void navigate(paths.changeSet(set)),
      duration: OFFERED,
    });
  };
}

/** Returns what was proposed by a request, else what it stored. */
export async function orProposed<Stored>(request: Promise<Stored>): Promise<Stored | Proposed> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof Proposed) return error;
    throw error;
  }
}
