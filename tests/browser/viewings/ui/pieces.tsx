// Pages of react-admin's components as they drop into a module's screen, one in each area.
import { ListContexts, Screen, useResourceNamed } from '@mizan/admin-ui/module';
import {
  Datagrid,
  DataTable,
  DateField,
  ExportButton,
  FilterForm,
  ListBase,
  NumberInput,
  Pagination,
  ReferenceField,
  SavedQueriesList,
  TextField,
  TextInput,
} from 'react-admin';

const FILTERS = [
  <TextInput key="q" source="q" label="Search" alwaysOn resettable />,
  <NumberInput key="rating" source="rating" alwaysOn />,
];

const Company = () => <ReferenceField source="company._id" reference="companies" link="show" />;

/** A list of the URL. */
export function Pieces() {
  const viewings = useResourceNamed('viewings');
  if (!viewings) return null;
  return (
    <Screen title="Pieces" text="What drops into a screen.">
      <ListContexts resource={viewings}>
        <FilterForm filters={FILTERS} />
        <ExportButton />
        <SavedQueriesList />
        <DataTable bulkActionButtons={false} rowClick="show">
          <DataTable.Col source="visitor" />
          <DataTable.Col source="company" disableSort>
            <Company />
          </DataTable.Col>
          <DataTable.Col source="createdAt">
            <DateField source="createdAt" showTime />
          </DataTable.Col>
          <DataTable.NumberCol source="rating" />
        </DataTable>
        <Pagination rowsPerPageOptions={[10, 20]} />
      </ListContexts>
    </Screen>
  );
}

/** The same records in another area than their own. */
export function PiecesElsewhere() {
  return (
    <Screen title="Pieces elsewhere">
      <ListBase
        resource="viewings"
        perPage={10}
        sort={{ field: 'createdAt', order: 'DESC' }}
        disableSyncWithLocation
        storeKey={false}
      >
        <Datagrid bulkActionButtons={false} rowClick="show">
          <TextField source="visitor" />
          <ReferenceField source="company._id" reference="companies" link="show" />
        </Datagrid>
      </ListBase>
    </Screen>
  );
}
