// A group of the filter builder: its operator, its parts, and the buttons that add parts.
import { Button, IconButton } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import type { Joiner } from '../data/filter-group.ts';
import { Icon } from '../frame/icon.tsx';
import { BuilderCondition } from './builder-condition.tsx';
import { useBuilder } from './builder-context.ts';
import styles from './builder.module.css';
import { isDraftGroup, joined, mayNest, type DraftGroup } from './draft.ts';

export function BuilderGroup({ group, depth }: { group: DraftGroup; depth: number }) {
  const { draft, full, change, addCondition, addGroup, remove } = useBuilder();
  return (
    <fieldset className={styles.group} data-nested={depth > 1 || undefined} data-part={group.id}>
      <legend className={unseen.unseen}>{m.filters_group()}</legend>
      <div className={styles.match}>
        <span aria-hidden="true">{m.filters_match_before()}</span>
        <select
          className={styles.joiner}
          aria-label={m.filters_match()}
          value={group.operator}
          onChange={(event) => change(joined(draft, group.id, event.target.value as Joiner))}
        >
          <option value="AND">{m.filters_match_all()}</option>
          <option value="OR">{m.filters_match_any()}</option>
        </select>
        <span aria-hidden="true">{m.filters_match_after()}</span>
        {depth > 1 && (
          <IconButton
            className={styles.removeGroup}
            aria-label={m.filters_remove_group()}
            onClick={() => remove(group.id)}
          >
            <Icon name="close" size={18} />
          </IconButton>
        )}
      </div>
      <ul className={styles.parts}>
        {group.parts.map((part, index) => (
          <li key={part.id}>
            {isDraftGroup(part) ? (
              <BuilderGroup group={part} depth={depth + 1} />
            ) : (
              <BuilderCondition condition={part} number={index + 1} />
            )}
          </li>
        ))}
      </ul>
      <div className={styles.adding}>
        <Button
          look="quiet"
          icon={<Icon name="add" size={18} />}
          data-add=""
          aria-disabled={full}
          onClick={() => !full && addCondition(group.id)}
        >
          {m.filters_add_condition()}
        </Button>
        {mayNest(depth) && (
          <Button
            look="quiet"
            icon={<Icon name="group" size={18} />}
            aria-disabled={full}
            onClick={() => !full && addGroup(group)}
          >
            {m.filters_add_group()}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
