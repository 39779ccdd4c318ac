// The front end of the module `viewings`: each thing that a module can bring, written with react-admin's own components.
import {
  defineModule,
  paths,
  Screen,
  useResourceNamed,
  type ActionProps,
  type InputProps,
} from '@mizan/admin-ui/module';
import { CalendarCheck, CalendarDays, KeyRound } from 'lucide-react';
import {
  BooleanField,
  Datagrid,
  DateField,
  EditBase,
  ListBase,
  NumberField,
  NumberInput,
  Pagination,
  ReferenceField,
  SimpleForm,
  TextField,
  TextInput,
  useGetList,
  useNotify,
  useRecordContext,
  useTranslate,
  useUpdate,
  type RaRecord,
} from 'react-admin';
import { Link } from 'react-router';

/** What the document says of the module's resource. */
interface Described {
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

/** A control in a form: a button for each star. */
function Rate({ value, labelledBy, describedBy, disabled, onChange }: InputProps<number>) {
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {[0, 1, 2, 3, 4, 5].map((stars) => (
        <label key={stars}>
          <input
            type="radio"
            name={labelledBy}
            checked={value === stars}
            disabled={disabled}
            onChange={() => onChange(stars)}
          />
          {stars}
        </label>
      ))}
    </div>
  );
}

/** A tab and a panel of a record. */
function Visited() {
  const translate = useTranslate();
  return (
    <section aria-label={translate('viewings.visited')}>
      <ReferenceField source="company._id" reference="companies" link="show" />
    </section>
  );
}

/** Done at once, through react-admin's hook: of the record only what changed is sent. */
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
    <dialog open aria-label={translate('viewings.confirm', { smart_count: 1 })}>
      <p>
        <TextField record={record} source="visitor" />
      </p>
      <button type="button" disabled={isPending} onClick={confirm}>
        {translate('ra.action.confirm')}
      </button>
    </dialog>
  );
}

/** A card on the overview. */
function Unconfirmed() {
  const resource = useResourceNamed('viewings');
  const { total, isPending } = useGetList('viewings', {
    pagination: { page: 1, perPage: 1 },
    filter: { confirmed: false },
  });
  const translate = useTranslate();
  if (isPending || !resource) return null;
  return (
    <section aria-label={resource.label}>
      <h2>{translate('viewings.open', { smart_count: total ?? 0 })}</h2>
      <Link to={paths.page(resource.area, 'diary')}>{translate('viewings.diary')}</Link>
    </section>
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
          <ReferenceField source="company._id" reference="companies" label="Company" sortable={false} link={false} />
          <DateField source="viewedOn" locales="en-GB" />
          <NumberField source="rating" />
          <BooleanField source="confirmed" />
        </Datagrid>
        <Pagination rowsPerPageOptions={[10]} />
      </ListBase>
    </Screen>
  );
}

/** A whole screen, in place of the drawn one. */
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
        company: () => <ReferenceField source="company._id" reference="companies" link="show" />,
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
      inputs: { rating: Rate },
      recordTabs: [{ key: 'company', label: 'Sent by', permission: 'companies:read', Tab: Visited }],
      panels: [{ key: 'company', place: 'beside', permission: 'companies:read', Panel: Visited }],
      screens: { edit: EditViewing },
    },
  },
  cards: [{ key: 'viewings-to-confirm', order: 10, permission: PERMISSION, Card: Unconfirmed }],
  pages: [
    { area: 'backoffice', path: 'diary', label: 'Diary', icon: CalendarDays, permission: PERMISSION, Page: Diary },
  ],
  translations: {
    viewings: {
      diary: 'Diary',
      visited: 'Who sent the visitor',
      diary_text: 'Viewings, the latest first.',
      confirm: 'Confirm the viewing |||| Confirm %{smart_count} viewings',
      confirmed: 'The viewing of %{visitor} is confirmed',
      open: '%{smart_count} viewing to confirm |||| %{smart_count} viewings to confirm',
    },
  },
});
