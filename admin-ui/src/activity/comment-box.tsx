// The box in which a comment is written. After an @ it offers the users who can be mentioned: arrows move through them,
// Enter chooses, Escape closes. The focus stays in the text.
import { Popup } from '@mizan/ui-kit/popup';
import controls from '@mizan/ui-kit/control.module.css';
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { attachedTo } from '../document/attached.ts';
import type { Resource } from '../document/resources.ts';
import { usePeople, type Person } from './activity-data.ts';
import styles from './activity.module.css';
import { begunAt, withMention } from './mentions.ts';

interface Props {
  resource: Resource;
  id: string;
  label: string;
  text: string;
  box: RefObject<HTMLTextAreaElement | null>;
  /** The id of the message why it was rejected. */
  wrongBy: string | undefined;
  onChange: (text: string) => void;
  onMention: (person: Person) => void;
  /** Control and Enter. */
  onSend: () => void;
}

export function CommentBox({ resource, id, label, text, box, wrongBy, onChange, onMention, onSend }: Props) {
  const list = useId();
  const mentions = attachedTo(resource).people !== undefined;
  const [begun, setBegun] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const caret = useRef<number>(undefined);
  const { data: people = [], isPlaceholderData } = usePeople(resource, id, begun);
  // Who was found by what was typed before is no answer.
  const shown = begun === null || isPlaceholderData ? [] : people;
  const at = Math.min(active, shown.length - 1);

  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    box.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  useEffect(() => {
    document.getElementById(`${list}-${at}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [list, at]);

  const look = () => {
    const { value = '', selectionStart = 0 } = box.current ?? {};
    setBegun(mentions ? begunAt(value, selectionStart) : null);
    setActive(0);
  };
  const choose = (person: Person | undefined) => {
    if (!person || !box.current) return;
    const next = withMention(text, box.current.selectionStart, person);
    caret.current = next.caret;
    setBegun(null);
    onMention(person);
    onChange(next.text);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend();
    else if (shown.length === 0) return;
    else if (event.key === 'ArrowDown') setActive((at + 1) % shown.length);
    else if (event.key === 'ArrowUp') setActive((at + shown.length - 1) % shown.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(shown[at]);
    else if (event.key === 'Escape') setBegun(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <textarea
        ref={box}
        className={controls.control}
        rows={2}
        dir="auto"
        aria-label={label}
        placeholder={mentions ? m.activity_write_hint() : undefined}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={shown.length > 0 ? list : undefined}
        aria-activedescendant={shown.length > 0 ? `${list}-${at}` : undefined}
        aria-invalid={wrongBy !== undefined || undefined}
        aria-describedby={wrongBy}
        value={text}
        onChange={(event) => {
          onChange(event.target.value);
          look();
        }}
        onKeyDown={press}
        onClick={look}
        onBlur={() => setBegun(null)}
      />
      <span className={unseen.unseen} role="status">
        {shown.length > 0 && m.activity_people_found({ count: shown.length })}
      </span>
      {shown.length > 0 && (
        <Popup anchor={box} onClose={() => setBegun(null)}>
          <div id={list} role="listbox" aria-label={m.activity_people()} className={styles.people}>
            {shown.map((person, index) => (
              // The keys and the focus are those of the text.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={person.id}
                id={`${list}-${index}`}
                role="option"
                aria-selected={index === at}
                className={styles.person}
                dir="auto"
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setActive(index)}
                onClick={() => choose(person)}
              >
                {person.name}
              </div>
            ))}
          </div>
        </Popup>
      )}
    </>
  );
}
