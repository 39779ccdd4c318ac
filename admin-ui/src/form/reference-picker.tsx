// Picks records of another resource, in forms and filters. The server searches the titles for each typed word; a second
// line distinguishes records with similar titles. In forms, missing records can be created in place, and selected ones
// have links.
import { Combobox } from '@mizan/ui-kit/combobox';
import { m } from '@mizan/ui-kit/messages';
import { formatNumber } from '@mizan/ui-kit/formats';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, use, useMemo, useState, type ComponentType } from 'react';
import type { RaRecord } from 'ra-core';
import { optionOf, useOptions, useTitles, type Option } from '../data/references.ts';
import { useMay, useResourceNamed } from '../document/context.tsx';
import { titleOf, type Resource } from '../document/resources.ts';
import { Icon } from '../frame/icon.tsx';
import { paths } from '../paths.ts';
import { InlineCreateContext } from './inline-create-context.ts';
import { Highlighted, partsOf } from './highlighted.tsx';
import styles from './reference-picker.module.css';

/** Attributes of the input, for screen readers. */
type InputAttributes = Record<string, unknown>;

interface Props {
  id?: string | undefined;
  /** The name of the resource. */
  target: string | undefined;
  /** The selected identifiers, in the order of selection. */
  ids: string[];
  several?: boolean;
  /** The maximum number of records. */
  most?: number | undefined;
  /** Known titles, which need not be fetched. */
  names?: Record<string, string>;
  /** The options for users who may not search the resource; nothing is fetched then. */
  options?: Option[] | undefined;
  disabled?: boolean;
  wrong?: boolean;
  input?: InputAttributes;
  /** A further line about an option, which loads what it shows. */
  OptionNote?: ComponentType<{ id: string }> | undefined;
  /** Allows creating records, and links the selected ones; not used in filters. */
  inForm?: boolean;
  onChange: (ids: string[]) => void;
}

const NONE: Record<string, string> = {};
/** The key of the option that creates a record. */
const NEW = ' new';

export function ReferencePicker(props: Props) {
  const { id, ids, several = false, most, names = NONE, wrong = false, input, inForm = false, onChange } = props;
  const target = useResourceNamed(props.target);
  const may = useMay();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const search = typed ?? '';
  const renderCreate = use(InlineCreateContext);
  const [creating, setCreating] = useState<string | null>(null);
  const readable = props.options !== undefined || may(target, 'list');
  // A form asks for the first options when it opens, so that they are there when the list is opened.
  const asks = (open || (inForm && !props.disabled)) && readable && props.options === undefined;
  const found = useOptions(target, search, asks);
  const chosen = useChosen(target, ids, names, props.options);

  const full = several && most !== undefined && ids.length >= most;
  const disabled = Boolean(props.disabled) || !readable;
  const listed = props.options ? props.options.filter(({ title }) => matches(title, search)) : found.options;
  const total = props.options ? (listed?.length ?? 0) : (found.total ?? 0);
  // Once the response to the current search has arrived, it is known whether the record exists.
  const creates = inForm && renderCreate !== null && !full && found.answered && may(target, 'create');
  const offered = several ? listed?.filter((one) => !ids.includes(one.id)) : listed;
  const options = full ? [] : [...(offered ?? []), ...(creates ? [{ id: NEW, title: search.trim() }] : [])];
  const nouns = target?.nouns ?? '';
  const invitation = found.isLoading
    ? m.admin_reference_loading({ label: nouns })
    : m.admin_reference_choose({ singular: target?.noun ?? '' });

  const choose = (picked: Option[]) => {
    if (picked.some((one) => one.id === NEW)) {
      setCreating(search.trim());
      return;
    }
    if (most !== undefined && picked.length > Math.max(most, ids.length)) return;
    onChange(picked.map((one) => one.id));
  };

  const [only = null] = chosen;
  const linked = inForm && target !== undefined && may(target, 'view');
  return (
    <div className={styles.picker} data-linked={(linked && !several && only !== null) || undefined}>
      <Combobox<Option>
        id={id}
        label={target?.label ?? ''}
        several={several}
        // Several are chosen one after another: the options stay, and take up room instead of covering what is below.
        inFlow={several && inForm}
        disabled={disabled}
        wrong={wrong}
        placeholder={several && ids.length > 0 ? undefined : invitation}
        input={input}
        open={open}
        typed={typed}
        options={options}
        chosen={chosen}
        empty={
          full
            ? m.admin_references_full({ most: most ?? 0 })
            : found.isFetching
              ? m.admin_reference_loading({ label: nouns })
              : found.isError
                ? m.admin_reference_failed({ label: nouns })
                : m.admin_reference_none({ label: nouns })
        }
        note={noteOf(listed, total, options.length > 0, nouns)}
        renderOption={(option) =>
          option.id === NEW ? (
            <span className={styles.create}>
              <Icon name="add" size={18} />
              <span>
                {option.title
                  ? m.admin_reference_create_named({ noun: target?.noun ?? '', name: option.title })
                  : m.admin_reference_create({ noun: target?.noun ?? '' })}
              </span>
            </span>
          ) : (
            <OptionText option={option} searchText={search} Note={props.OptionNote} />
          )
        }
        onOpen={setOpen}
        onType={setTyped}
        onChoose={choose}
      />
      {linked && !several && only && <OpenLink target={target} option={only} />}
      {renderCreate && creating !== null && target && (
        <Suspense fallback={null}>
          {renderCreate({
            resource: target,
            typed: creating,
            onClose: () => setCreating(null),
            onCreated: (record) => {
              setCreating(null);
              choose([...(several ? chosen : []), optionOf(target, record)]);
            },
          })}
        </Suspense>
      )}
    </div>
  );
}

/** The selected options with their titles. Memoized, because new objects would reset the typed text. */
function useChosen(
  target: Resource | undefined,
  ids: string[],
  names: Record<string, string>,
  options: Option[] | undefined,
): Option[] {
  const may = useMay();
  const client = useQueryClient();
  // The options that were found are in the cache, so that a selected one need not be fetched again.
  const cached = (id: string) => client.getQueryData<RaRecord<string>>([target?.name, 'getOne', { id }]);
  const given = (id: string) => options?.find((one) => one.id === id)?.title ?? names[id];
  const unknown = ids.some((id) => given(id) === undefined && cached(id) === undefined);
  const { titles: loaded, isLoading } = useTitles(target, ids, unknown && may(target, 'view'));
  const titleIn = (record: RaRecord<string> | undefined) => record && target && titleOf(target, record);
  const titles = ids
    .map((id) => {
      const title = options?.find((one) => one.id === id)?.title ?? loaded.get(id) ?? titleIn(cached(id)) ?? names[id];
      return title ?? (isLoading ? m.admin_reference_loading({ label: target?.nouns ?? '' }) : id);
    })
    .join('\n');
  const listed = ids.join('\n');
  return useMemo(() => {
    const shown = titles.split('\n');
    return listed === '' ? [] : listed.split('\n').map((id, index) => ({ id, title: shown[index] ?? id }));
  }, [listed, titles]);
}

interface OptionProps {
  option: Option;
  searchText: string;
  Note: ComponentType<{ id: string }> | undefined;
}

function OptionText({ option, searchText, Note }: OptionProps) {
  return (
    <span className={styles.option}>
      <span className={styles.name}>
        <Highlighted text={option.title} search={searchText} />
      </span>
      {/* Makes screen readers pause. */}
      {option.hint && <span className={unseen.unseen}>. </span>}
      {option.hint && (
        <span className={styles.hint}>
          <Highlighted text={option.hint} search={searchText} />
        </span>
      )}
      {Note && (
        <span className={styles.hint}>
          <Note id={option.id} />
        </span>
      )}
    </span>
  );
}

/** Opens in a new tab, so that the form keeps its input. */
function OpenLink({ target, option }: { target: Resource; option: Option }) {
  return (
    <a
      className={styles.link}
      href={paths.view(target.area, target.name, option.id)}
      target="_blank"
      rel="noreferrer"
      aria-label={m.admin_reference_show({ title: option.title })}
      title={m.admin_reference_show({ title: option.title })}
    >
      <Icon name="open" size={18} />
    </a>
  );
}

/** The note below the options: that there are more, or that nothing was found where other options are still listed. */
function noteOf(listed: Option[] | undefined, total: number, offered: boolean, nouns: string): string | undefined {
  if (!listed || !offered) return undefined;
  if (listed.length === 0) return m.admin_reference_none({ label: nouns });
  if (total <= listed.length) return undefined;
  return m.admin_reference_more({ shown: formatNumber(listed.length), total: formatNumber(total) });
}

const matches = (title: string, search: string): boolean =>
  search
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => partsOf(title, word).some(({ found }) => found));
