// The front end of the module `viewings`: every kind of contribution, written with react-admin's own components.
import {
  Card,
  defineModule,
  FormDialog,
  paths,
  useMay,
  useResourceNamed,
  Screen,
  type ActionProps,
  type BulkActionProps,
  type CellProps,
  type InputProps,
} from '@mizan/admin-ui/module';
import type { Resources } from '@mizan/openapi/resources';
import { CalendarCheck, CalendarDays, KeyRound, Puzzle } from 'lucide-react';
import {
  BooleanField,
  Datagrid,
  DateField,
  EditBase,
  EmailField,
  FunctionField,
  ListBase,
  NumberField,
  NumberInput,
  Pagination,
  ReferenceField,
  ReferenceManyField,
  SimpleForm,
  TextField,
  TextInput,
  useGetList,
  useNotify,
  useRecordContext,
  useTranslate,
  useUpdate,
  useUpdateMany,
  type RaRecord,
} from 'react-admin';
import { Pieces, PiecesElsewhere } from './pieces.tsx';
import { around, areas, groups, header, places, starts, toolbar, visitors, widgets, wrappers } from './slots.tsx';

/** The document's types of the module's resource, and of the one that it adds to. */
interface Described extends Pick<Resources, 'units'> {
  viewings: {
    view: {
      _id: string;
      visitor: string;
      company: { _id: string; name: string };
      viewedOn: string | null;
      rating: number;
      confirmed: boolean;
    };
    input: { visitor: string; companyId: string; rating: number };
    verbs: never;
  };
}

const PERMISSION = 'viewings:read';

function Stars() {
  const viewing = useRecordContext<RaRecord>();
  const rating = Number(viewing?.['rating'] ?? 0);
  return (
    <span role="img" aria-label={`${rating} of 5`}>
      {'★'.repeat(rating)}
      {'☆'.repeat(5 - rating)}
    </span>
  );
}

/** A link for users who may read companies; others see the name in the viewing. */
function Company() {
  const may = useMay();
  const companies = useResourceNamed('companies');
  if (!may(companies, 'list')) return <TextField source="company.name" />;
  return <ReferenceField source="company._id" reference="companies" link="show" />;
}

/** An input of a form field. */
function StarsInput({ id, value = 0, disabled, wrong, describedBy, onChange }: InputProps<number>) {
  return (
    <span>
      <input
        id={id}
        type="range"
        min={0}
        max={5}
        value={value}
        disabled={disabled}
        aria-invalid={wrong || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <output htmlFor={id}>{'★'.repeat(value)}</output>
    </span>
  );
}

/** A tab of a record: the viewings of the same company. */
function SentByTheSame() {
  return (
    <ReferenceManyField reference="viewings" source="company._id" target="companyId">
      <Datagrid bulkActionButtons={false} rowClick="show">
        <TextField source="visitor" />
        <DateField source="viewedOn" locales="en-GB" />
      </Datagrid>
    </ReferenceManyField>
  );
}

/** A widget of a record. */
function HowToReach() {
  return (
    <section aria-label="How to reach them">
      <ReferenceField source="company._id" reference="companies" link={false}>
        <EmailField source="email" emptyText="No e-mail" />
      </ReferenceField>
    </section>
  );
}

/** An action on one record, through react-admin's hook, which sends only what changed. */
function Confirm({ record, onClose }: ActionProps) {
  const [update, { isPending }] = useUpdate();
  const notify = useNotify();
  const translate = useTranslate();
  const confirm = () => {
    const change = { id: record.id, data: { ...record, confirmed: true }, previousData: record };
    void update('viewings', change, {
      onSuccess: () => notify('viewings.confirmed', { type: 'success', messageArgs: { visitor: record['visitor'] } }),
      onError: (error) => notify((error as Error).message, { type: 'error' }),
      onSettled: onClose,
    });
  };
  return (
    <FormDialog
      question
      title={translate('viewings.confirm', { smart_count: 1 })}
      description={<TextField record={record} source="visitor" />}
      submit={{ label: translate('ra.action.confirm') }}
      busy={isPending}
      onSubmit={confirm}
      onClose={onClose}
    />
  );
}

/** The same as a bulk action. */
function ConfirmMany({ records, onClose, onDone }: BulkActionProps) {
  const [update, { isPending }] = useUpdateMany();
  const notify = useNotify();
  const translate = useTranslate();
  const confirm = () => {
    const change = { ids: records.map(({ id }) => id), data: { confirmed: true } };
    void update('viewings', change, {
      onSuccess: () => {
        notify('viewings.confirmed_many', { type: 'success', messageArgs: { smart_count: records.length } });
        onDone();
      },
      onError: (error) => {
        notify((error as Error).message, { type: 'error' });
        onClose();
      },
    });
  };
  return (
    <FormDialog
      question
      title={translate('viewings.confirm', { smart_count: records.length })}
      submit={{ label: translate('ra.action.confirm') }}
      busy={isPending}
      onSubmit={confirm}
      onClose={onClose}
    />
  );
}

/** A widget on the overview. */
function Unconfirmed() {
  const { total, isPending } = useGetList('viewings', {
    pagination: { page: 1, perPage: 1 },
    filter: { confirmed: false },
  });
  const translate = useTranslate();
  return (
    <Card title={translate('viewings.diary')} to={paths.page('backoffice', 'diary')}>
      {!isPending && <p>{translate('viewings.open', { smart_count: total ?? 0 })}</p>}
    </Card>
  );
}

/** A page with an entry in the navigation. */
function Diary() {
  const translate = useTranslate();
  return (
    <Screen title={translate('viewings.diary')} text={translate('viewings.diary_text')}>
      <ListBase
        resource="viewings"
        perPage={10}
        sort={{ field: 'viewedOn', order: 'DESC' }}
        disableSyncWithLocation
        storeKey={false}
      >
        <Datagrid bulkActionButtons={false} rowClick="show">
          <TextField source="visitor" />
          <FunctionField label="Company" render={() => <Company />} />
          <DateField source="viewedOn" locales="en-GB" />
          <NumberField source="rating" />
          <BooleanField source="confirmed" />
        </Datagrid>
        <Pagination rowsPerPageOptions={[10]} />
      </ListBase>
    </Screen>
  );
}

/** A cell of a resource of another module. */
function Floor({ value }: CellProps) {
  return <span title="Floor">{value === null || value === undefined ? '–' : `${String(value)}. floor`}</span>;
}

/** A screen that replaces the generated one. */
function EditViewing() {
  return (
    <EditBase redirect="show" mutationMode="pessimistic">
      <ViewingForm />
    </EditBase>
  );
}

function ViewingForm() {
  const viewing = useRecordContext<RaRecord>();
  if (!viewing) return null;
  return (
    <Screen title={`Viewing of ${String(viewing['visitor'])}`} narrow>
      <SimpleForm>
        <TextInput source="visitor" />
        <NumberInput source="rating" />
      </SimpleForm>
    </Screen>
  );
}

export default defineModule<Described>({
  resources: {
    viewings: {
      icon: KeyRound,
      cells: {
        company: Company,
        viewedOn: () => <DateField source="viewedOn" locales="en-GB" emptyText="No day yet" />,
        rating: Stars,
      },
      actions: [
        {
          key: 'confirm',
          label: 'Confirm…',
          icon: CalendarCheck,
          permission: 'viewings:update',
          when: (record) => record['confirmed'] !== true,
          Dialog: Confirm,
        },
      ],
      bulkActions: [
        {
          key: 'confirm',
          label: 'Confirm…',
          icon: CalendarCheck,
          permission: 'viewings:update',
          when: (record) => record['confirmed'] !== true,
          Dialog: ConfirmMany,
        },
      ],
      inputs: { rating: StarsInput },
      dialogs: { create: { title: 'Create Viewing', text: 'Somebody comes to see a flat.' } },
      recordTabs: [{ key: 'company', label: 'From the same company', permission: PERMISSION, Tab: SentByTheSame }],
      widgets: [{ key: 'reach', at: 'aside', permission: 'companies:read', Widget: HowToReach }],
      toolbar,
      wrappers: around,
      group: 'letting',
      screens: { edit: EditViewing },
    },
    units: { cells: { floor: Floor } },
  },
  widgets: [
    { key: 'viewings-to-confirm', at: 'overview', order: 10, permission: PERMISSION, Widget: Unconfirmed },
    ...widgets,
  ],
  areas,
  starts,
  groups,
  header,
  wrappers,
  places,
  pages: [
    {
      area: 'backoffice',
      path: 'diary',
      label: 'Diary',
      icon: CalendarDays,
      group: 'letting',
      permission: PERMISSION,
      Page: Diary,
    },
    visitors,
    { area: 'backoffice', path: 'pieces', label: 'Pieces', icon: Puzzle, permission: PERMISSION, Page: Pieces },
    {
      area: 'analytics',
      path: 'pieces',
      label: 'Pieces elsewhere',
      icon: Puzzle,
      permission: PERMISSION,
      Page: PiecesElsewhere,
    },
  ],
  translations: {
    viewings: {
      diary: 'Diary',
      diary_text: 'Viewings, the latest first.',
      confirm: 'Confirm the viewing |||| Confirm %{smart_count} viewings',
      confirmed: 'The viewing of %{visitor} is confirmed',
      confirmed_many: '%{smart_count} viewing is confirmed |||| %{smart_count} viewings are confirmed',
      open: '%{smart_count} viewing to confirm |||| %{smart_count} viewings to confirm',
    },
  },
});
