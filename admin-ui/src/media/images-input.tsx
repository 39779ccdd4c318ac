// The input of an images field: files are chosen or dropped, uploaded one after the other, and sorted by dragging or
// with buttons. The record has them once the form is saved.
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { ImagePlus } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { useMay, useResource } from '../document/context.tsx';
import { ACCEPTED, imagesOf, uploadImage, type RecordImage } from './image-data.ts';
import { ImageTile } from './image-tile.tsx';
import styles from './media.module.css';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './use-uploads.ts';

interface Props {
  id: string;
  value: unknown;
  /** The maximum number of images. */
  most?: number | undefined;
  disabled: boolean;
  /** The ids of the elements that name and describe it. */
  labelledBy: string;
  note: string | undefined;
  wrong: boolean;
  onChange: (images: RecordImage[]) => void;
}

export function ImagesInput({ id, value, most, disabled, labelledBy, note, wrong, onChange }: Props) {
  const resource = useResource();
  const may = useMay();
  const images = imagesOf(value);
  const latest = useRef(images);
  useEffect(() => {
    latest.current = images;
  });
  const root = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const focus = useRef<string>(undefined);

  const change = (next: RecordImage[]) => {
    latest.current = next;
    onChange(next);
  };
  const { uploads, busy, add, dismiss } = useUploads(
    (file, signal) => uploadImage(resource, file, signal),
    // In a field for one image, the new one replaces it.
    (image) => change(most === 1 ? [image] : [...latest.current, image]),
  );
  const open = !disabled && may(resource, 'imageUpload');
  const waiting = uploads.filter(({ reason }) => reason === undefined).length;
  const remaining = most === undefined || most === 1 ? Infinity : most - images.length - waiting;

  useEffect(() => {
    if (focus.current) root.current?.querySelector<HTMLElement>(`[data-at="${focus.current}"]`)?.focus();
    focus.current = undefined;
  });

  // The form cannot be submitted while files are uploaded: it would be saved without them.
  useEffect(() => {
    const form = root.current?.closest('form');
    if (!busy || !form) return undefined;
    const wait = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      toast(m.admin_images_wait());
    };
    form.addEventListener('submit', wait, { capture: true });
    return () => form.removeEventListener('submit', wait, { capture: true });
  }, [busy]);

  const take = (files: FileList | null) => {
    const all = [...(files ?? [])].slice(0, most === 1 ? 1 : undefined);
    if (all.length > remaining) toast.error(m.admin_images_most({ most: most ?? 0 }));
    add(all.slice(0, Math.max(0, remaining)));
  };
  const move = (from: number, to: number, button?: string) => {
    const image = images[from];
    if (!image || to < 0 || to >= images.length || from === to) return;
    focus.current = button && `${button} ${to}`;
    change(images.toSpliced(from, 1).toSpliced(to, 0, image));
    setAnnouncement(m.admin_images_moved({ number: from + 1, position: to + 1 }));
  };
  const remove = (at: number) => {
    focus.current = images.length > 1 ? `remove ${Math.min(at, images.length - 2)}` : 'add';
    change(images.toSpliced(at, 1));
    setAnnouncement(m.admin_images_removed({ number: at + 1 }));
  };
  const hasFiles = (event: DragEvent) => open && event.dataTransfer.types.includes('Files');

  return (
    // Dropping is an alternative to the button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={root}
      id={id}
      role="group"
      aria-labelledby={labelledBy}
      aria-describedby={note}
      className={styles.input}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        take(event.dataTransfer.files);
      }}
    >
      {images.length > 0 && (
        <ol className={styles.tiles}>
          {images.map((image, index) => (
            <ImageTile
              // The same image may occur twice.
              // oxlint-disable-next-line react/no-array-index-key
              key={`${image.file} ${images.slice(0, index).filter(({ file }) => file === image.file).length}`}
              resource={resource}
              image={image}
              index={index}
              count={images.length}
              disabled={disabled}
              isDragged={dragged === index}
              onCaption={(caption) => change(images.with(index, { ...image, caption }))}
              onMove={(to, button) => move(index, to, button)}
              onRemove={() => remove(index)}
              onDrag={setDragged}
              onDropped={() => dragged !== undefined && move(dragged, index)}
            />
          ))}
        </ol>
      )}
      <UploadList uploads={uploads} onDismiss={dismiss} />
      {open && (
        <div className={styles.add}>
          <input
            ref={chooser}
            type="file"
            hidden
            accept={ACCEPTED}
            multiple={most !== 1}
            aria-label={m.admin_images_add()}
            onChange={(event) => {
              take(event.target.files);
              // Allows choosing the same file again.
              event.target.value = '';
            }}
          />
          <Button
            look="secondary"
            icon={<ImagePlus size={18} aria-hidden="true" />}
            data-at="add"
            aria-invalid={wrong || undefined}
            disabled={remaining <= 0}
            onClick={() => chooser.current?.click()}
          >
            {most === 1 ? (images.length > 0 ? m.admin_image_replace() : m.admin_image_add()) : m.admin_images_add()}
          </Button>
          <p className={styles.dropHint}>{m.admin_images_drop()}</p>
        </div>
      )}
      <p role="status" className={unseen.unseen}>
        {announcement}
      </p>
    </div>
  );
}
