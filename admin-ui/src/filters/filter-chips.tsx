// The filter of a list as chips above its table: each opens its condition in the builder, or removes it.
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { m } from '@mizan/ui-kit/messages';
import { Fragment, useRef } from 'react';
import { wrongIn, type FilterDefinition } from '../data/filter-definition.ts';
import { conditionsOf, without, type FilterGroup, type FilterNode } from '../data/filter-group.ts';
import type { Resource } from '../document/resources.ts';
import { Icon } from '../frame/icon.tsx';
import { describe, type FilterLabels } from './describe.ts';
import styles from './filter-chips.module.css';
import { useDefinitions } from './use-definitions.ts';
import { useNames } from './use-names.ts';

/** Whether a part of a filter cannot be applied. */
const hasWrong = (node: FilterNode, definitions: FilterDefinition[] | undefined): boolean =>
  definitions !== undefined && conditionsOf(node).some((one) => wrongIn(one, definitions) !== null);

interface Props {
  resource: Resource;
  filters: FilterGroup;
  /** Opens the builder at the part at this path. */
  onEdit: (path: number[]) => void;
  onChange: (filters: FilterGroup | null) => void;
}

export function FilterChips({ resource, filters, onEdit, onChange }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const { data: definitions, isPending } = useDefinitions(resource, true);
  const { names, pending } = useNames(filters, definitions);
  const labels: FilterLabels = { definitions: definitions ?? [], names };
  const remove = (index: number) => {
    // Keyboard focus moves to the next chip, which takes the place of the removed one, or else to the one before.
    const chips = root.current?.querySelectorAll<HTMLElement>('[data-chip]');
    chips?.[Math.min(index, chips.length - 2)]?.focus();
    onChange(without(filters, [index]));
  };
  return (
    <div ref={root} className={styles.line}>
      <ul className={styles.chips} aria-label={m.filters_applied()}>
        {filters.conditions.map((node, index) => {
          const description = isPending || pending ? undefined : describe(node, labels);
          return (
            // Conditions have no identity but their position; equal ones are interchangeable.
            // oxlint-disable-next-line react/no-array-index-key
            <Fragment key={index}>
              {index > 0 && filters.operator === 'OR' && <li className={styles.or}>{m.filters_or_word()}</li>}
              <li className={styles.chip} data-wrong={hasWrong(node, definitions) || undefined}>
                <button
                  type="button"
                  data-chip=""
                  className={styles.text}
                  dir="auto"
                  title={description}
                  aria-haspopup="dialog"
                  aria-label={description ? m.filters_edit({ filter: description }) : m.admin_loading()}
                  onClick={() => onEdit([index])}
                >
                  {description ?? <Skeleton width={140} />}
                </button>
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={description ? m.filters_remove({ filter: description }) : m.filters_remove_condition()}
                  onClick={() => remove(index)}
                >
                  <Icon name="close" size={14} />
                </button>
              </li>
            </Fragment>
          );
        })}
      </ul>
      <button type="button" className={styles.clear} onClick={() => onChange(null)}>
        {m.filters_clear_all()}
      </button>
    </div>
  );
}
