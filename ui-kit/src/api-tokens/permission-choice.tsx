// Chooses a token's permissions among the user's own: a line for each resource, which expands to its actions.
import { useEffect, useId, useRef, useState } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { CHEVRON_DOWN, Icon } from '../icon';
import type { Permissions } from '../session';
import styles from './permission-choice.module.css';
import { choose, isChosen, titleOf, spacedName, type Chosen } from './own-tokens';

interface Props {
  offered: Permissions;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}

const NOTHING: Chosen = new Set();

export function PermissionChoice({ offered, chosen, onChange }: Props) {
  const total = offered.reduce((sum, { actions }) => sum + actions.length, 0);
  const everything = (accepts: (action: string) => boolean): Chosen =>
    offered.reduce((all, { resource, actions }) => choose(all, true, resource, actions.filter(accepts)), NOTHING);
  return (
    <fieldset className={styles['choice']}>
      <legend className={styles['unseen']}>{m.tokens_choice()}</legend>
      <div className={styles['tools']}>
        <button
          type="button"
          className={styles['tool']}
          onClick={() => onChange(everything((action) => action === 'read'))}
        >
          {m.tokens_choice_read()}
        </button>
        <button type="button" className={styles['tool']} onClick={() => onChange(everything(() => true))}>
          {m.tokens_choice_all()}
        </button>
        <button type="button" className={styles['tool']} onClick={() => onChange(NOTHING)}>
          {m.tokens_choice_none()}
        </button>
        <p className={styles['count']} aria-live="polite">
          {m.tokens_choice_count({ count: chosen.size, total })}
        </p>
      </div>
      <ul className={styles['resources']}>
        {offered.map((entry) => (
          <Resource key={entry.resource} {...entry} chosen={chosen} onChange={onChange} />
        ))}
      </ul>
    </fieldset>
  );
}

function Resource({ resource, actions, chosen, onChange }: Permissions[number] & Omit<Props, 'offered'>) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const title = titleOf(resource);
  const chosenActions = actions.filter((action) => isChosen(chosen, resource, action));
  const summary = chosenActions.length === 0 ? m.tokens_choice_none() : chosenActions.map(spacedName).join(', ');
  return (
    <li className={styles['resource']}>
      <div className={styles['line']}>
        <label className={styles['whole']}>
          <Check
            on={chosenActions.length === actions.length}
            partly={chosenActions.length > 0 && chosenActions.length < actions.length}
            onChange={(on) => onChange(choose(chosen, on, resource, actions))}
          />
          {title}
        </label>
        <button
          type="button"
          className={styles['more']}
          aria-label={m.tokens_may_some({ resource: title, actions: summary })}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <span className={styles['summary']}>{chosenActions.length === 0 ? '' : summary}</span>
          <Icon path={CHEVRON_DOWN} size={16} />
        </button>
      </div>
      <div id={id} className={styles['actions']} role="group" aria-label={title} hidden={!open}>
        {actions.map((action) => (
          <label key={action} className={styles['action']}>
            <Check
              on={isChosen(chosen, resource, action)}
              onChange={(on) => onChange(choose(chosen, on, resource, [action]))}
            />
            {spacedName(action)}
          </label>
        ))}
      </div>
    </li>
  );
}

/** A checkbox with an indeterminate state, which only a DOM property can set. */
function Check({ on, partly = false, onChange }: { on: boolean; partly?: boolean; onChange: (on: boolean) => void }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly;
  }, [partly]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={styles['check']}
      checked={on}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
