// The dialog that adds projects to a rotation, from the projects: one of this week or later, or a new one for the next
// free week. What has no room for them says so beforehand.
import {
  FormDialog,
  perform,
  useRecordCache,
  useResourceNamed,
  useSubmit,
  type ActionProps,
  type BulkActionProps,
  type Resource,
} from '@mizan/admin-ui/module';
import { formatDate, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useId, useState } from 'react';
import { useCreate, type RaRecord } from 'ra-core';
import { MOST, projectsOf } from './projects-of.ts';
import styles from './rotations.module.css';
import { useWeeks } from './use-weeks.ts';

/** The value of the choice that makes a rotation. */
const NEW = '';

export const AddOneToRotation = ({ record, onClose }: ActionProps) => (
  <AddToRotation records={[record]} onClose={onClose} onDone={onClose} />
);

export const AddAllToRotation = ({ records, onClose, onDone }: BulkActionProps) => (
  <AddToRotation records={records} onClose={onClose} onDone={() => onDone()} />
);

interface Props {
  records: RaRecord<string>[];
  onClose: () => void;
  onDone: () => void;
}

export default function AddToRotation(props: Props) {
  const rotations = useResourceNamed('rotations');
  return rotations ? <Add {...props} rotations={rotations} /> : null;
}

interface Choice {
  id: string;
  name: string;
  about: string;
  /** Whether there is room, and something to add. */
  possible: boolean;
}

function Add({ records, rotations, onClose, onDone }: Props & { rotations: Resource }) {
  const { ahead, mondays, nextFree, loaded, failed } = useWeeks();
  const group = useId();
  const cache = useRecordCache(rotations);
  const [create] = useCreate(rotations.name, {}, { returnPromise: true });
  const [chosen, setChosen] = useState<string>();
  const ids = records.map(({ id }) => id);
  const existing = ahead.map((rotation) => choiceOf(rotation, ids));
  const choices: Choice[] = [
    ...existing,
    ...(nextFree
      ? [
          {
            id: NEW,
            name: m.rotations_new(),
            about: m.rotations_week_name({ date: formatDate(nextFree) }),
            possible: ids.length <= MOST,
          },
        ]
      : []),
  ];
  // Next week is planned, not the one that runs.
  const usual =
    choices.find(
      ({ id, possible }) => possible && !ahead.some((one) => one.id === id && one['weekStart'] === mondays[0]),
    ) ?? choices.find(({ possible }) => possible);
  const current = choices.find(({ id }) => id === chosen) ?? usual;
  const saving = useSubmit<Choice, RaRecord<string> | undefined>({
    async send({ id }, key) {
      if (id !== NEW) {
        return (await perform(rotations, id, 'add', { body: { projectIds: ids }, key })).record;
      }
      const date = formatDate(nextFree ?? '');
      const data = { name: m.rotations_week_name({ date }), weekStart: nextFree, projectIds: ids };
      await create(undefined, { data, meta: { idempotencyKey: key } });
      return undefined;
    },
    onDone(added) {
      toast.success(m.rotations_added());
      onDone();
      if (added) cache.saved(added);
    },
    failed: m.rotations_add_failed(),
  });
  const tooMany = ids.length > MOST;
  return (
    <FormDialog
      title={m.rotations_add_to()}
      description={
        tooMany
          ? m.rotations_too_many_chosen({ count: formatNumber(ids.length) })
          : m.rotations_add_to_text({ count: ids.length })
      }
      size="medium"
      submit={{ label: m.rotations_add_to(), busy: m.rotations_adding(), early: tooMany || !current?.possible }}
      busy={saving.busy}
      failure={failed ? m.rotations_load_failed() : (saving.failure ?? saving.problems[0]?.message)}
      onSubmit={() => current?.possible && !tooMany && void saving.submit(current)}
      onClose={onClose}
    >
      {!tooMany && loaded && (
        <fieldset className={styles.choices}>
          <legend>{m.rotations_one()}</legend>
          {choices.map(({ id, name, about, possible }) => (
            <label key={id} className={styles.choice}>
              <input
                type="radio"
                name={group}
                checked={current?.id === id}
                disabled={!possible}
                onChange={() => setChosen(id)}
              />
              <span className={styles.name} dir="auto">
                {name}
              </span>
              <span className={styles.about}>{about}</span>
            </label>
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}

function choiceOf(rotation: RaRecord<string>, ids: string[]): Choice {
  const has = new Set(projectsOf(rotation).map(({ _id }) => _id));
  const added = ids.filter((id) => !has.has(id)).length;
  const room = MOST - has.size;
  const week =
    typeof rotation['weekStart'] === 'string'
      ? m.rotations_week_name({ date: formatDate(rotation['weekStart']) })
      : m.rotations_week_none();
  const about =
    added === 0
      ? m.rotations_has_all({ week })
      : added > room
        ? m.rotations_no_room({ week, count: has.size })
        : m.rotations_room({ week, count: has.size });
  return { id: rotation.id, name: String(rotation['name']), about, possible: added > 0 && added <= room };
}
