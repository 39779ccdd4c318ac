// The command palette: one field that finds screens, records and actions; a combobox with a list, by the keyboard patterns
// of WAI-ARIA. What was used last comes first. On a phone it fills the screen.
import { Dialog } from '@mizan/ui-kit/dialog';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useStore } from 'ra-core';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { useResources } from '../document/context.tsx';
import { Highlighted } from '../form/highlighted.tsx';
import { focusScreen } from '../frame/focus.ts';
import { Icon } from '../frame/icon.tsx';
import { listPathOf } from '../frame/list-path.ts';
import { openedBy } from '../list/opened.ts';
import type { Commands } from '../shortcuts/registered.ts';
import { groupOf, useActions, useScreens, type Group, type Item } from './items.tsx';
import { matching } from './match.ts';
import styles from './palette.module.css';
import type { Typed } from './typed-ahead.ts';
import { recordItem, useFound } from './use-found.tsx';

interface Props {
  /** The actions about what is on the screen. */
  offered: Commands[];
  typed: Typed;
  onHelp: () => void;
  onClose: () => void;
}

const MOST_RECENT = 5;
const NONE: string[] = [];

export default function Palette({ offered, typed: { text: typed, type: setTyped, end }, onHelp, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState<string>();
  const navigate = useNavigate();
  const { groups, searching, failed, noteUsed } = useGroups(typed, offered, onHelp);
  const items = groups.flatMap((group) => group.items);
  const at = Math.max(
    0,
    items.findIndex(({ key }) => key === active),
  );
  const id = useId();

  useEffect(() => {
    input.current?.focus();
    end();
  }, [end]);
  useEffect(() => {
    document.getElementById(`${id}${String(at)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);

  const run = (item: Item | undefined, apart: boolean) => {
    if (!item) return;
    noteUsed(item);
    if (apart && item.to !== undefined) {
      window.open(item.to, '_blank', 'noopener');
      return;
    }
    // Returns the focus to where it was: a dialog that is opened next will return it there, too.
    flushSync(onClose);
    item.run?.();
    if (item.to === undefined) return;
    if (!document.activeElement?.closest('main')) focusScreen();
    void navigate(item.to, { state: item.state });
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) run(items[at], event.ctrlKey || event.metaKey);
    else setActive(items[(at + step + items.length) % items.length]?.key);
  };

  return (
    <Dialog shape={styles.palette} aria-label={m.palette_title()} onClose={onClose}>
      <div className={styles.head}>
        <Icon name="search" size={18} />
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-label={m.palette_placeholder()}
          aria-expanded={items.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={items.length > 0 ? `${id}${String(at)}` : undefined}
          placeholder={m.palette_placeholder()}
          dir="auto"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(undefined);
          }}
          onKeyDown={press}
        />
        <button type="button" className={styles.close} aria-label={m.palette_close()} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <span className={styles.progress} data-shown={searching || undefined} aria-hidden="true" />
      <div id={id} className={styles.list} role="listbox" aria-label={m.palette_results()} hidden={items.length === 0}>
        <Options id={id} groups={groups} at={at} typed={typed} onPoint={setActive} onRun={run} />
      </div>
      <p className={items.length === 0 ? styles.none : unseen.unseen} role="status">
        {statusOf(items.length, searching, typed.trim())}
      </p>
      {failed && <p className={styles.failed}>{m.palette_failed()}</p>}
    </Dialog>
  );
}

function statusOf(count: number, searching: boolean, text: string): string {
  if (text === '') return '';
  if (count > 0) return searching ? '' : m.palette_found({ count, shown: formatNumber(count) });
  return searching ? m.palette_searching() : m.palette_none({ text });
}

interface OptionsProps {
  id: string;
  groups: Group[];
  /** The active option, counted over all groups. */
  at: number;
  typed: string;
  onPoint: (key: string) => void;
  onRun: (item: Item, apart: boolean) => void;
}

function Options({ id, groups, at, typed, onPoint, onRun }: OptionsProps) {
  let count = 0;
  return groups.map(({ key, title, items }, group) => {
    const first = count;
    count += items.length;
    const heading = `${id}title${String(group)}`;
    return (
      <div key={key} role="group" aria-labelledby={heading}>
        <div id={heading} className={styles.title} role="presentation" dir="auto">
          {title}
        </div>
        {items.map((item, index) => (
          // The field has the focus, and its keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={item.key}
            id={`${id}${String(first + index)}`}
            className={styles.option}
            role="option"
            aria-selected={first + index === at}
            tabIndex={-1}
            data-danger={item.danger || undefined}
            onPointerMove={() => first + index !== at && onPoint(item.key)}
            onPointerDown={(event: MouseEvent) => event.preventDefault()}
            onClick={(event) => onRun(item, event.ctrlKey || event.metaKey)}
          >
            {item.icon}
            <span className={styles.text} dir="auto">
              <Highlighted text={item.text} search={typed} />
            </span>
            {item.hint && (
              <span className={styles.hint} dir="auto">
                <Highlighted text={item.hint} search={typed} />
              </span>
            )}
          </div>
        ))}
      </div>
    );
  });
}

/** What is offered for the typed text; `noteUsed` notes that an item was used. */
function useGroups(typed: string, offered: Commands[], onHelp: () => void) {
  const [stored, store] = useStore<string[]>('palette.recent', NONE);
  const screens = useScreens();
  const actions = useActions(onHelp);
  const opened = useOpenedItems();
  const { groups: found, searching, failed } = useFound(typed);
  const known = [...screens, ...actions];
  const noteUsed = ({ key }: Item) => {
    if (known.some((item) => item.key === key)) {
      store([key, ...stored.filter((other) => other !== key)].slice(0, MOST_RECENT));
    }
  };
  const isTyped = typed.trim() !== '';
  const used = stored.flatMap((key) => known.find((item) => item.key === key) ?? []);
  const recent = [...opened, ...used].slice(0, MOST_RECENT);
  const fixed: Group[] = [
    ...(isTyped ? [] : [{ key: 'recent', title: m.palette_recent(), items: recent }]),
    ...offered.map(groupOf),
    { key: 'screens', title: m.palette_screens(), items: screens.filter(({ sought }) => isTyped || !sought) },
    { key: 'actions', title: m.palette_actions(), items: actions },
  ];
  const shown = fixed.map((group) => ({
    ...group,
    items: isTyped
      ? matching(group.items, typed)
      : group.items.filter((item) => group.key === 'recent' || !recent.includes(item)),
  }));
  const groups = [...shown, ...found].filter(({ items }) => items.length > 0);
  return { groups, searching, failed, noteUsed };
}

/** The records that the user has opened last. */
function useOpenedItems(): Item[] {
  const { me } = useSession();
  const resources = useResources();
  return (me ? openedBy(me.user.id) : []).slice(0, 3).flatMap((one) => {
    const resource = resources.find(({ name }) => name === one.resource);
    return resource ? [{ ...recordItem(me, resource, one, listPathOf(resource)), hint: resource.singular }] : [];
  });
}
