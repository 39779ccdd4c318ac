// The shortcuts that hold on the screen, and the switch that turns single keys off.
import { m } from '@mizan/ui-kit/messages';
import { Sheet } from '@mizan/ui-kit/sheet';
import { Fragment, useId, useRef, useState } from 'react';
import styles from './help.module.css';
import { Keys } from './key-caps.tsx';
import { PALETTE_KEY } from './keys.ts';
import { currentShortcuts, type Shortcut } from './registered.ts';
import { singleKeys, useSingleKeys } from './setting.ts';

export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const enabled = useSingleKeys();
  const [current] = useState(currentShortcuts);
  const everywhere = m.shortcuts_everywhere();
  // These are no single characters.
  const always = [
    { keys: [PALETTE_KEY], text: m.palette_open(), group: everywhere },
    { keys: ['F8'], text: m.shortcuts_notice(), group: everywhere },
  ];
  const shown = [...(enabled ? current : []), ...always];
  const titles = [...new Set(shown.map(titleOf))];
  return (
    <Sheet title={m.shortcuts_title()} heading={heading} onClose={onClose}>
      <div className={styles.body}>
        <Setting enabled={enabled} />
        {titles.map((title) => (
          <Group key={title} title={title} list={shown.filter((one) => titleOf(one) === title)} />
        ))}
      </div>
    </Sheet>
  );
}

const titleOf = ({ group = m.shortcuts_screen() }: Pick<Shortcut, 'group'>): string => group;

function Setting({ enabled }: { enabled: boolean }) {
  const id = useId();
  return (
    <div className={styles.setting}>
      <p className={styles.about}>
        <span id={id} className={styles.name}>
          {m.shortcuts_single()}
        </span>
        <span id={`${id}text`} className={styles.text}>
          {m.shortcuts_single_text()}
        </span>
      </p>
      <button
        type="button"
        role="switch"
        className={styles.switch}
        aria-checked={enabled}
        aria-labelledby={id}
        aria-describedby={`${id}text`}
        onClick={() => singleKeys.enable(!enabled)}
      />
    </div>
  );
}

function Group({ title, list }: { title: string; list: Pick<Shortcut, 'keys' | 'text'>[] }) {
  const id = useId();
  if (list.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <dl className={styles.list}>
        {list.map(({ keys, text }) => (
          <Fragment key={keys.join()}>
            <dt>{text}</dt>
            <dd>
              <Keys of={keys} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
