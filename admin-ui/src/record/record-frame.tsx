// The frame of all screens of one record: its title, actions and tabs.
import { buttonClass } from '@mizan/ui-kit/button';
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { useMedia } from '@mizan/ui-kit/use-media';
import { m } from '@mizan/ui-kit/messages';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { Suspense, useState, type ReactNode } from 'react';
import type { RaRecord } from 'ra-core';
import { Link } from 'react-router';
import { useMay, useMayOrPropose } from '../document/context.tsx';
import { titleOf, type Resource } from '../document/resources.ts';
import { ActionButtons, type ShownAction } from '../frame/action-buttons.tsx';
import { Icon } from '../frame/icon.tsx';
import { Screen } from '../frame/screen.tsx';
import { useNavigateHere } from '../frame/use-navigate-here.ts';
import { useFormLinks } from '../list/form-links.ts';
import { backToList } from '../list/last-list.ts';
import { useOpened } from '../list/opened.ts';
import { useResourceUi } from '../module/registry.ts';
import { useCommands, useShortcuts } from '../shortcuts/registered.ts';
import DeleteDialog from '../verbs/delete-dialog.tsx';
import { useRecordActions } from '../verbs/record-actions.tsx';
import { DETAILS, recordCrumbs, RecordTabs, useRecordTabs } from './record-tabs.tsx';

const Viewers = lazyScreen(() => import('../activity/viewers.tsx'));

interface Props {
  resource: Resource;
  record: RaRecord<string>;
  /** The key of the current tab. */
  tab: string;
  children: ReactNode;
}

export function RecordFrame({ resource, record, tab, children }: Props) {
  const may = useMay();
  const mayOrPropose = useMayOrPropose();
  const navigate = useNavigateHere();
  const phone = useMedia('(max-width: 47.99rem)');
  const [deleting, setDeleting] = useState(false);
  const { actions, dialog } = useRecordActions(resource, record);
  const { editLabel } = useResourceUi(resource);
  const { edit } = useFormLinks(resource);
  const title = titleOf(resource, record);
  // On a phone Delete moves into the menu of the other actions.
  const remove: ShownAction[] = mayOrPropose(resource, 'delete')
    ? [
        {
          key: 'delete',
          label: m.admin_delete(),
          icon: <Icon name="remove" size={18} />,
          danger: true,
          start: () => setDeleting(true),
        },
      ]
    : [];
  const tabs = useRecordTabs(resource, record.id);
  const shown = tab === DETAILS ? undefined : tabs.find((one) => one.key === tab);
  const { to, state } = edit(record.id);
  const toEdit = { key: 'edit', label: editLabel ?? m.admin_edit(), start: () => void navigate(to, { state }) };
  const edits = mayOrPropose(resource, 'update');
  useOpened(resource, record);
  useCommands({ about: title, actions: [...(edits ? [toEdit] : []), ...actions, ...remove] });
  useShortcuts([
    { keys: ['e'], text: m.shortcuts_edit(), when: () => edits, run: toEdit.start },
    {
      keys: ['u'],
      text: m.shortcuts_back(),
      when: () => may(resource, 'list'),
      run: () => void navigate(backToList(resource)),
    },
  ]);
  return (
    <Screen
      narrow
      title={
        <bdi>
          <Unbroken>{title}</Unbroken>
        </bdi>
      }
      text={resource.singular}
      crumbs={recordCrumbs(resource, record.id, title, shown)}
      actions={
        <>
          <ActionButtons actions={phone ? [...actions, ...remove] : actions} most={phone ? 1 : 3} />
          {!phone && <ActionButtons actions={remove} most={1} />}
          {edits && (
            <Link
              className={buttonClass({ look: actions.some(({ primary }) => primary) ? 'secondary' : 'primary' })}
              {...{ to, state }}
            >
              <Icon name="edit" size={18} />
              {editLabel ?? m.admin_edit()}
            </Link>
          )}
        </>
      }
    >
      <RecordTabs id={record.id} title={title} tabs={tabs} tab={tab} />
      {children}
      {dialog}
      <Suspense>
        <Viewers resource={resource.name} id={record.id} />
      </Suspense>
      {deleting && (
        <DeleteDialog
          resource={resource}
          id={record.id}
          record={record}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate(backToList(resource), { replace: true })}
        />
      )}
    </Screen>
  );
}
