// The filter builder: nested groups of conditions, edited as a draft and applied as a whole.
import { Button, IconButton } from '@mizan/ui-kit/button';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { Dialog } from '@mizan/ui-kit/dialog';
import { m } from '@mizan/ui-kit/messages';
import { useUnsavedWork } from '@mizan/ui-kit/session';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { FilterDefinition } from '../data/filter-definition.ts';
import { MOST_CONDITIONS, type FilterGroup } from '../data/filter-group.ts';
import type { Resource } from '../document/resources.ts';
import { Icon } from '../frame/icon.tsx';
import { Notice } from '../frame/notice.tsx';
import { BuilderContext } from './builder-context.ts';
import { BuilderGroup } from './builder-group.tsx';
import styles from './builder.module.css';
import {
  added,
  draftOf,
  emptyCondition,
  emptyGroup,
  groupOf,
  idAt,
  isFull,
  removed,
  wrongsOf,
  type DraftGroup,
} from './draft.ts';
import { useDefinitions } from './use-definitions.ts';

interface Props {
  resource: Resource;
  filters: FilterGroup | null;
  /** The part to focus when it opens. */
  path: number[] | undefined;
  /** Called once it is closed. */
  onApply: (filters: FilterGroup | null) => void;
  onClose: () => void;
}

export default function FilterBuilder({ resource, filters, path, onApply, onClose }: Props) {
  const title = useId();
  const form = useId();
  useUnsavedWork(true);
  const { data: definitions, isError, refetch } = useDefinitions(resource, true);
  const apply = (next: FilterGroup | null) => {
    onClose();
    onApply(next);
  };
  return (
    <Dialog size="large" className={styles.paper} aria-labelledby={title} onClose={onClose}>
      <header className={styles.head}>
        <h2 id={title} className={styles.title}>
          {m.filters_title({ label: resource.nouns })}
        </h2>
        <IconButton className={styles.close} aria-label={m.admin_reference_close()} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      {definitions ? (
        <Builder form={form} definitions={definitions} filters={filters} path={path} onApply={apply} />
      ) : (
        <div className={styles.content}>
          {isError ? (
            <Notice failure title={m.filters_failed()} text={m.admin_try_again_later()}>
              <Button look="secondary" onClick={() => void refetch()}>
                {m.admin_retry()}
              </Button>
            </Notice>
          ) : (
            <div role="status" aria-label={m.admin_loading()} className={styles.bones}>
              <Skeleton height={40} />
              <Skeleton height={40} />
            </div>
          )}
        </div>
      )}
      <div className={styles.foot}>
        {filters && (
          <Button look="quiet" className={styles.clear} onClick={() => apply(null)}>
            {m.filters_clear()}
          </Button>
        )}
        <Button look="quiet" onClick={onClose}>
          {m.admin_cancel()}
        </Button>
        <Button type="submit" form={form} disabled={!definitions}>
          {m.filters_apply()}
        </Button>
      </div>
    </Dialog>
  );
}

interface BuilderProps extends Pick<Props, 'filters' | 'path' | 'onApply'> {
  form: string;
  definitions: FilterDefinition[];
}

function Builder({ form, definitions, filters, path, onApply }: BuilderProps) {
  const [draft, setDraft] = useState<DraftGroup>(() => draftOf(filters));
  // A filter that cannot be applied is opened to be corrected.
  const [attempted, setAttempted] = useState(() => Object.keys(wrongsOf(draft, definitions)).length > 0);
  const [focus, setFocus] = useState(() => ({ id: path ? idAt(draft, path) : (draft.parts[0]?.id ?? draft.id) }));
  const root = useRef<HTMLFormElement>(null);
  const known = useMemo(() => wrongsOf(draft, definitions), [draft, definitions]);
  const wrongs = attempted ? known : undefined;
  const full = isFull(draft);

  // Focuses what was added or opened, or the first error.
  useEffect(() => {
    const part = root.current?.querySelector(`[data-part="${focus.id}"]`);
    const controls = part?.querySelectorAll<HTMLElement>(':is(input, select, textarea):not([disabled])');
    const at = part?.getAttribute('data-begun') === '' ? 2 : 0;
    const control = controls?.[at] ?? controls?.[0];
    control?.focus();
    part?.scrollIntoView({ block: 'nearest' });
  }, [focus]);

  const context = useMemo(
    () => ({
      definitions,
      draft,
      wrongs: wrongs ?? {},
      full,
      change: setDraft,
      addCondition(group: string) {
        const part = emptyCondition();
        setDraft((now) => added(now, group, part));
        setFocus({ id: part.id });
      },
      addGroup(group: DraftGroup) {
        const part = emptyGroup(group.operator === 'AND' ? 'OR' : 'AND');
        setDraft((now) => added(now, group.id, part));
        setFocus({ id: part.parts[0]?.id ?? part.id });
      },
      remove(id: string) {
        setDraft((now) => {
          const next = removed(now, id);
          return next.parts.length > 0 ? next : { ...next, parts: [emptyCondition()] };
        });
        root.current?.querySelector<HTMLElement>('[data-add]')?.focus();
      },
    }),
    [definitions, draft, wrongs, full],
  );

  const submit = () => {
    const [first] = Object.keys(known);
    if (first !== undefined) {
      setAttempted(true);
      setFocus({ id: first });
      return;
    }
    onApply(groupOf(draft, definitions));
  };

  return (
    <div className={styles.content}>
      <form
        ref={root}
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <BuilderContext value={context}>
          <BuilderGroup group={draft} depth={1} />
        </BuilderContext>
        {full && (
          <p className={styles.hint} role="status">
            {m.filters_most({ count: MOST_CONDITIONS })}
          </p>
        )}
      </form>
    </div>
  );
}
