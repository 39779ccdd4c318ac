// The pictures of a project: a large one, thumbnails below, and each one in full screen.
import { useId, useRef, useState } from 'react';
import { m } from '@mizan/ui-kit/messages';
import type { ProjectWithUnits } from '../shapes';
import { imagePath } from './paths';
import { Picture } from './picture';
import { StepButton } from './step-button';
import { useSteps } from './use-steps';
import { Viewer, type Shown } from './viewer';
import styles from './gallery.module.css';

export function Gallery({ project: { _id, gallery } }: { project: ProjectWithUnits }) {
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState(0);
  const [open, setOpen] = useState(false);
  const strip = useRef<HTMLUListElement>(null);
  const title = useId();
  const shown = (gallery ?? [])
    .filter(({ file }) => !missing.has(file))
    .map(({ file, caption }, index): Shown & { file: string } => ({
      file,
      path: imagePath(_id, file),
      caption: caption?.trim() ?? '',
      name: caption?.trim() || m.panel_picture({ number: index + 1 }),
    }));
  const at = Math.min(chosen, shown.length - 1);
  const choose = (next: number): void => {
    setChosen(next);
    const thumb = strip.current?.children[next]?.querySelector('button');
    thumb?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (strip.current?.contains(document.activeElement)) thumb?.focus();
  };
  const steps = useSteps((by) => choose((at + by + shown.length) % shown.length));
  const current = shown[at];
  if (!current) return null;
  const isMissing = (file: string) => () => setMissing((known) => new Set(known).add(file));
  const several = shown.length > 1;
  return (
    // The buttons within receive the keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section aria-labelledby={title} className={styles['gallery']} onKeyDown={several ? steps.onKeyDown : undefined}>
      <h3 id={title} className={styles['unseen']}>
        {m.panel_gallery()}
      </h3>
      <div className={styles['large']} {...(several ? steps.stroke : undefined)}>
        <button
          type="button"
          className={styles['open']}
          aria-label={m.panel_picture_open({ name: current.name })}
          onClick={() => {
            if (!steps.wasSwipe()) setOpen(true);
          }}
        >
          <Picture
            key={current.file}
            path={current.path}
            size="large"
            meanwhile="small"
            alt=""
            onMissing={isMissing(current.file)}
          />
        </button>
        {several && (
          <>
            <StepButton
              by={-1}
              label={m.panel_picture_previous()}
              step={() => choose((at - 1 + shown.length) % shown.length)}
            />
            <StepButton by={1} label={m.panel_picture_next()} step={() => choose((at + 1) % shown.length)} />
            <p className={styles['count']} aria-live="polite">
              {m.panel_picture_count({ number: at + 1, of: shown.length })}
            </p>
          </>
        )}
      </div>
      {shown.some(({ caption }) => caption) && (
        <p className={styles['caption']} dir="auto" title={current.caption}>
          {current.caption}
        </p>
      )}
      {several && (
        <ul ref={strip} className={styles['strip']}>
          {shown.map(({ file, path, name }, index) => (
            // The same picture may occur twice.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${file} ${index}`}>
              <button
                type="button"
                className={styles['thumb']}
                aria-label={name}
                aria-current={index === at || undefined}
                tabIndex={index === at ? undefined : -1}
                onClick={() => choose(index)}
              >
                <Picture path={path} size="small" alt="" onMissing={isMissing(file)} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {open && <Viewer shown={shown} at={at} choose={choose} close={() => setOpen(false)} />}
    </section>
  );
}
