// What the module adds around the screens of others: the bar, the navigation, an area with its start page, a provider
// around all screens, and widgets.
import {
  Card,
  paths,
  Screen,
  Widgets,
  type AreaUi,
  type HeaderItem,
  type NavigationGroup,
  type StartPage,
  type ToolbarItem,
  type Widget,
  type Wrapper,
} from '@mizan/admin-ui/module';
import { ConciergeBell, DoorOpen } from 'lucide-react';
import { createContext, use, useState, type ReactNode } from 'react';
import { useGetList, useListContext, useRecordContext } from 'react-admin';
import { Link } from 'react-router';

const PERMISSION = 'viewings:read';

/** The day that all screens share, by the module's own provider. */
const Day = createContext<{ visited: number; visit: () => void }>({ visited: 0, visit: () => {} });

function DayProvider({ children }: { children: ReactNode }) {
  const [visited, setVisited] = useState(0);
  return <Day value={{ visited, visit: () => setVisited((before) => before + 1) }}>{children}</Day>;
}

function Visited() {
  const { visited, visit } = use(Day);
  return (
    <button type="button" aria-label={`Visitors today: ${visited}`} onClick={visit}>
      <ConciergeBell size={20} aria-hidden="true" />
    </button>
  );
}

/** A part of the list's toolbar: it reads and sets what the list shows. */
function OnlyConfirmed() {
  const { filterValues, setFilters } = useListContext();
  const chosen = filterValues['confirmed'] === true;
  const others = Object.fromEntries(Object.entries(filterValues).filter(([field]) => field !== 'confirmed'));
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => setFilters(chosen ? others : { ...others, confirmed: true })}
    >
      Only confirmed
    </button>
  );
}

/** Around the screens of viewings only. */
function Notice({ children }: { children: ReactNode }) {
  return (
    <>
      <p role="note">Viewings end at six.</p>
      {children}
    </>
  );
}

function Reception() {
  return (
    <Screen title="Reception" text="Who comes today.">
      <Widgets at="reception" />
    </Screen>
  );
}

function Expected() {
  const { total = 0 } = useGetList('viewings', { pagination: { page: 1, perPage: 1 } });
  return (
    <Card title="Expected" to={paths.page('front-office', 'visitors')}>
      <p>{total} viewings on record</p>
    </Card>
  );
}

function Visitors() {
  return (
    <Screen title="Visitors">
      <Link to={paths.area('front-office')}>To the reception</Link>
    </Screen>
  );
}

/** On the page of every record. */
function RecordNumber() {
  const record = useRecordContext();
  return <p>Number of this record: {String(record?.id)}</p>;
}

export const toolbar: ToolbarItem[] = [{ key: 'confirmed', permission: PERMISSION, Tool: OnlyConfirmed }];
export const around: Wrapper[] = [{ key: 'notice', Wrapper: Notice }];

export const areas: AreaUi[] = [
  { path: 'front-office', label: 'Front office', icon: ConciergeBell, permission: PERMISSION },
];

export const starts: StartPage[] = [
  { area: 'front-office', label: 'Reception', icon: ConciergeBell, permission: PERMISSION, Page: Reception },
];

export const visitors = {
  area: 'front-office',
  path: 'visitors',
  label: 'Visitors',
  icon: DoorOpen,
  permission: PERMISSION,
  Page: Visitors,
};

export const groups: NavigationGroup[] = [{ key: 'letting', area: 'backoffice', label: 'Letting' }];
export const header: HeaderItem[] = [{ key: 'visited', permission: 'viewings:update', Item: Visited }];
export const wrappers: Wrapper[] = [{ key: 'day', Wrapper: DayProvider }];
export const places = ['reception'];

export const widgets: Widget[] = [
  { key: 'expected', at: 'reception', permission: PERMISSION, Widget: Expected },
  { key: 'number', at: 'record.below', permission: 'viewings:update', Widget: RecordNumber },
];
