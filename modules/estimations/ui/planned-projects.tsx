// The projects of a rotation, each option with its coverage and when it was last looked at.
import { References, type InputProps } from '@mizan/admin-ui/module';
import { formatDate, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { usePlanning } from './planning.ts';

export const PlannedProjects = (props: InputProps<string[]>) => <References {...props} OptionNote={Planning} />;

/** Empty for what is not a project, such as the option that creates one. */
function Planning({ id }: { id: string }) {
  const { data } = usePlanning(id);
  // A line of its own from the beginning, so that options do not move.
  if (!data) return <>&nbsp;</>;
  const { units, covered, lastRotation } = data;
  const coverage = m.coverage_planning({ covered: formatNumber(covered), units: formatNumber(units) });
  const last = lastRotation ? m.coverage_last({ date: formatDate(lastRotation.weekStart) }) : m.coverage_never();
  return (
    <>
      {coverage} {last}
    </>
  );
}
