// An input that finds and chooses one or several of many options, by the combobox pattern of WAI-ARIA: the focus stays in
// the input, arrows move through the options, Enter chooses. What is found is up to the caller.
import { useEffect, useId, useRef, useState } from 'react';
import type { FocusEvent, InputHTMLAttributes, KeyboardEvent, ReactNode } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { CHEVRON_DOWN, CROSS, Icon } from './icon';
import { Popup } from './popup';
import styles from './combobox.module.css';

export interface ComboOption {
  id: string;
  title: string;
  /** It is shown, and cannot be chosen. */
  off?: boolean;
}

interface Props<One extends ComboOption> {
  id?: string | undefined;
  /** The name of the list of options. */
  label: string;
  /** Without those that are chosen, where several can be. */
  options: One[];
  chosen: One[];
  several?: boolean;
  /** Nothing but another choice takes the last one away. */
  required?: boolean;
  disabled?: boolean;
  wrong?: boolean;
  placeholder?: string | undefined;
  /** Attributes of the input. */
  input?: InputHTMLAttributes<HTMLInputElement> | undefined;
  open: boolean;
  /** What was typed since the last choice; null shows the choice. */
  typed: string | null;
  /** Enter chooses the first option. */
  first?: boolean;
  /** The options take up room below, and stay while several are chosen. */
  inFlow?: boolean;
  /** In place of options, when there are none. */
  empty: string;
  /** Below the options. */
  note?: string | undefined;
  renderOption: (option: One) => ReactNode;
  onOpen: (open: boolean) => void;
  onType: (text: string | null) => void;
  onChoose: (chosen: One[]) => void;
}

const PAGE = 5;

export function Combobox<One extends ComboOption>(props: Props<One>) {
  const { label, options, chosen, several = false, required = false, disabled = false, open, typed } = props;
  const { first = false, inFlow = false, renderOption, onOpen, onType, onChoose } = props;
  const usual = useId();
  const id = props.id ?? usual;
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const usualAt = first ? 0 : several ? -1 : options.findIndex((one) => one.id === chosen[0]?.id && typed === null);
  const found = options.findIndex((one) => one.id === active);
  const at = found < 0 ? usualAt : found;
  const shown = open && options.length > 0;
  const [only] = several ? [] : chosen;
  const clears = !required && !disabled && chosen.length > 0;

  useEffect(() => {
    if (shown && at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [shown, at, id]);

  const set = (next: boolean) => {
    if (next !== open) onOpen(next);
    setActive(null);
    if (!next) onType(null);
  };
  const type = (text: string) => {
    onType(text);
    setActive(null);
    if (!open) onOpen(true);
    if (text === '' && !several && clears) onChoose([]);
  };
  const choose = (option: One | undefined) => {
    if (!option || option.off) return;
    setActive(null);
    onType(null);
    if (!several) onOpen(false);
    onChoose(several ? [...chosen, option] : [option]);
  };
  const remove = (option: One | undefined) => {
    if (option && (!required || chosen.length > 1)) onChoose(chosen.filter((one) => one !== option));
  };
  const step = (to: number) => {
    if (!open) set(true);
    else setActive(options.at(to < 0 ? to : to % Math.max(options.length, 1))?.id ?? null);
  };
  const press = (event: KeyboardEvent) => {
    const last = options.length - 1;
    const to: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      ...(shown && { Home: 0, End: last, PageDown: Math.min(at + PAGE, last), PageUp: Math.max(at - PAGE, 0) }),
    };
    const next = to[event.key];
    if (next !== undefined) step(next);
    // Without an option it must not submit the form.
    else if (event.key === 'Enter' && open) choose(shown ? options[at] : undefined);
    else if (event.key === 'Escape' && open) set(false);
    else if (event.key === 'Backspace' && several && !typed) {
      remove(chosen.at(-1));
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const leave = (event: FocusEvent) => {
    if (box.current?.contains(event.relatedTarget)) return;
    // A press on what is below must not move it away from the pointer.
    if (inFlow) onType(null);
    else set(false);
  };
  // The input keeps the focus.
  const keep = { tabIndex: -1, onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault() };

  const list = open && (
    <>
      {shown ? (
        <div id={`${id}-list`} role="listbox" aria-label={label} className={styles['list']}>
          {options.map((option, index) => (
            // The keys and the focus are those of the input.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={option.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={!several && option.id === only?.id}
              aria-disabled={option.off || undefined}
              className={styles['option']}
              data-active={index === at || undefined}
              dir="auto"
              {...keep}
              onMouseMove={() => setActive(option.id)}
              onClick={() => choose(option)}
            >
              {renderOption(option)}
            </div>
          ))}
        </div>
      ) : (
        <p className={styles['empty']}>{props.empty}</p>
      )}
      <p className={styles['note']} role="status">
        {props.note}
      </p>
    </>
  );
  return (
    <div ref={box} onBlur={leave}>
      {/* A press beside the input is one on it; the input has the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        className={styles['box']}
        data-wrong={props.wrong || undefined}
        data-disabled={disabled || undefined}
        onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
      >
        {several &&
          chosen.map((option) => (
            <span key={option.id} className={styles['chip']}>
              <bdi>{option.title}</bdi>
              {!disabled && (
                <button
                  type="button"
                  {...keep}
                  aria-label={m.combobox_remove({ title: option.title })}
                  onClick={() => remove(option)}
                >
                  <Icon path={CROSS} size={14} />
                </button>
              )}
            </span>
          ))}
        <input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
          {...props.input}
          ref={input}
          id={id}
          type="text"
          role="combobox"
          className={styles['input']}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? `${id}-list` : undefined}
          aria-activedescendant={shown && at >= 0 ? `${id}-${at}` : undefined}
          disabled={disabled}
          placeholder={props.placeholder}
          value={typed ?? only?.title ?? ''}
          onChange={(event) => type(event.target.value)}
          onClick={() => {
            if (!open) {
              set(true);
              input.current?.select();
            } else if (!typed && several) set(false);
          }}
          onKeyDown={press}
        />
        <span className={styles['ends']}>
          {clears && (
            <button
              type="button"
              {...keep}
              className={styles['end']}
              data-clears=""
              aria-label={m.admin_reference_clear()}
              title={m.admin_reference_clear()}
              onClick={() => {
                onType(null);
                onChoose([]);
                input.current?.focus();
              }}
            >
              <Icon path={CROSS} size={16} />
            </button>
          )}
          <button
            type="button"
            {...keep}
            className={styles['end']}
            disabled={disabled}
            aria-label={open ? m.admin_reference_close() : m.admin_reference_open()}
            title={open ? m.admin_reference_close() : m.admin_reference_open()}
            onClick={() => {
              input.current?.focus();
              set(!open);
            }}
          >
            <Icon path={CHEVRON_DOWN} />
          </button>
        </span>
      </div>
      {inFlow
        ? list && <div className={styles['inFlow']}>{list}</div>
        : list && (
            <Popup anchor={box} wide className={styles['popup']} onClose={() => set(false)}>
              {list}
            </Popup>
          )}
    </div>
  );
}
