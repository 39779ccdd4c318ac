// The input of a webhook's events: a row for each resource, with a checkbox for all that happens to its records, and one for
// each kind of change. A checkbox that includes others shows them as checked.
import controls from '@mizan/ui-kit/control.module.css';
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import type { WidgetProps } from '@rjsf/utils';
import { useResources } from '../document/context.tsx';
import styles from './events-input.module.css';
import { labelId } from './field-shell.tsx';
import { described } from './inputs.tsx';

const EVERYTHING = '*';

/** The kinds of changes by their names in events; one that is not here is called by its name. */
const KINDS: Record<string, () => string> = {
  '*': m.events_all,
  created: m.events_created,
  updated: m.events_updated,
  deleted: m.events_deleted,
};

/** `['units', 'created']` of `units.created`. */
function partsOf(event: string): [resource: string, kind: string] {
  const at = event.lastIndexOf('.');
  return [event.slice(0, at), event.slice(at + 1)];
}

export default function EventsInput(props: WidgetProps) {
  const { id, value, disabled, readonly, options, onChange } = props;
  const { 'aria-invalid': wrong, 'aria-describedby': note } = described(props);
  const labels = new Map(useResources().map(({ name, label }) => [name, label]));
  const chosen: string[] = Array.isArray(value) ? value : [];
  const events = (options.enumOptions ?? []).map((one) => String(one.value));
  const parts = events.filter((event) => event !== EVERYTHING).map(partsOf);
  const rows = [...new Set(parts.map(([resource]) => resource))];
  const kinds = [...new Set([EVERYTHING, ...parts.map(([, kind]) => kind)])];

  const isIncluded = (event: string): boolean =>
    event !== EVERYTHING &&
    (chosen.includes(EVERYTHING) || (!event.endsWith('.*') && chosen.includes(`${partsOf(event)[0]}.${EVERYTHING}`)));
  const toggle = (event: string) => {
    const isChosen = chosen.includes(event);
    const includes = (other: string) =>
      event === EVERYTHING || (event.endsWith('.*') && partsOf(other)[0] === partsOf(event)[0]);
    const others = chosen.filter((other) => other !== event && (isChosen || !includes(other)));
    onChange(events.filter((each) => others.includes(each) || (each === event && !isChosen)));
  };
  const box = (event: string, labelledBy?: string) => (
    <input
      type="checkbox"
      className={controls.checkbox}
      checked={chosen.includes(event) || isIncluded(event)}
      disabled={Boolean(disabled || readonly) || isIncluded(event)}
      aria-invalid={wrong}
      aria-labelledby={labelledBy}
      onChange={() => toggle(event)}
    />
  );

  return (
    <div id={id} role="group" aria-labelledby={labelId(id)} aria-describedby={note} className={styles.events}>
      <label className={styles.everything}>
        {box(EVERYTHING)}
        {m.events_everything()}
      </label>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className={unseen.unseen}>{m.events_records()}</span>
            </th>
            {kinds.map((kind) => (
              <th key={kind} scope="col" id={`${id}-${kind}`}>
                {KINDS[kind]?.() ?? kind}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((resource) => (
            <tr key={resource}>
              <th scope="row" id={`${id}-${resource}`}>
                {labels.get(resource) ?? resource}
              </th>
              {kinds.map((kind) => {
                const event = `${resource}.${kind}`;
                return (
                  <td key={kind}>
                    {events.includes(event) && (
                      <label className={styles.box}>{box(event, `${id}-${resource} ${id}-${kind}`)}</label>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
