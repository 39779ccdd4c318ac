// The Filters button of a list: shows the number of conditions and opens the builder.
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { conditionsOf, type FilterGroup } from '../data/filter-group.ts';
import { Icon } from '../frame/icon.tsx';
import styles from './filters-button.module.css';
import { loadBuilder } from './dialogs-lazy.ts';

export function FiltersButton({ filters, onOpen }: { filters: FilterGroup | null; onOpen: () => void }) {
  const count = filters ? conditionsOf(filters).length : 0;
  // Preloads the builder on hover or focus.
  const prepare = () => void loadBuilder().catch(() => {});
  return (
    <Button
      look="secondary"
      icon={<Icon name="filter" size={18} />}
      aria-haspopup="dialog"
      data-filters=""
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={onOpen}
    >
      {m.filters_open()}
      {count > 0 && (
        <>
          <span className={styles.count} aria-hidden="true">
            {count}
          </span>
          <span className={unseen.unseen}>, {m.filters_count({ count })}</span>
        </>
      )}
    </Button>
  );
}
