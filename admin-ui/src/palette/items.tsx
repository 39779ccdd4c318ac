// What the palette offers besides records: screens, by permission, and actions.
import { m } from '@mizan/ui-kit/messages';
import { signOut } from '@mizan/ui-kit/sign-out';
import { useTheme } from '@mizan/ui-kit/theme';
import { Keyboard, LogOut, Zap } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useMay, useMayOrPropose } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { Icon } from '../frame/icon.tsx';
import { listPathOf, OVER_LIST } from '../frame/list-path.ts';
import { useAreas } from '../frame/navigation.tsx';
import { ResourceIcon } from '../frame/resource-icon.tsx';
import { useModuleRegistry, type ModuleRegistry } from '../module/registry.ts';
import { paths } from '../paths.ts';
import type { Commands } from '../shortcuts/registered.ts';

export interface Item {
  key: string;
  text: string;
  /** Distinguishes it from others with a similar text. */
  hint?: string | undefined;
  icon: ReactNode;
  danger?: boolean;
  /** Where it leads, or what it does. */
  to?: string;
  /** The navigation state of a dialog over a list. */
  state?: typeof OVER_LIST | undefined;
  run?: () => void;
  /** It is offered only to a search. */
  sought?: boolean;
}

export interface Group {
  key: string;
  title: string;
  items: Item[];
}

const SIZE = 18;

/** The screens of all areas. */
export function useScreens(): Item[] {
  const areas = useAreas();
  const may = useMay();
  const mayOrPropose = useMayOrPropose();
  const registry = useModuleRegistry();
  return areas.flatMap(
    ({ area: { path: area, label: hint }, start, explores, decides, plans, deletes, list, pages }) => {
      const screen = (to: string, text: string, icon: ReactNode): Item => ({ key: to, to, text, hint, icon });
      const overview = screen(
        paths.area(area),
        start?.label ?? m.admin_overview(),
        <Icon name="overview" size={SIZE} />,
      );
      const explorer = screen(paths.explorer(), m.analytics_explorer(), <Icon name="explore" size={SIZE} />);
      const changes = screen(paths.changes(), m.changes_title(), <Icon name="file" size={SIZE} />);
      const hasChanges = area === 'backoffice' && list.some((one) => may(one, 'history'));
      return [
        overview,
        ...(explores ? [explorer] : []),
        ...list.flatMap((resource) => [
          screen(listPathOf(resource), resource.label, <ResourceIcon resource={resource} size={SIZE} />),
          ...(mayOrPropose(resource, 'create') ? [createScreen(resource, registry)] : []),
          ...(may(resource, 'import') && resource.input ? [importScreen(resource)] : []),
          ...(may(resource, 'duplicates') ? [duplicatesScreen(resource)] : []),
          ...(may(resource, 'deleted') ? [deletedScreen(resource)] : []),
        ]),
        ...pages.map(({ path, label, icon: Sign }) =>
          screen(paths.page(area, path), label, <Sign size={SIZE} aria-hidden="true" />),
        ),
        ...(hasChanges ? [changes] : []),
        ...(plans ? [screen(paths.changeSets(), m.sets_title(), <Icon name="sets" size={SIZE} />)] : []),
        ...(deletes ? [screen(paths.trash(), m.trash_title(), <Icon name="remove" size={SIZE} />)] : []),
        ...(decides ? [screen(paths.access(), m.access_title(), <Icon name="access" size={SIZE} />)] : []),
      ];
    },
  );
}

function createScreen(resource: Resource, { resources }: ModuleRegistry): Item {
  const to = paths.create(resource.area, resource.name);
  return {
    key: to,
    to,
    state: resources[resource.name]?.dialogs?.create && OVER_LIST,
    text: m.admin_create({ singular: resource.singular }),
    icon: <Icon name="add" size={SIZE} />,
    sought: true,
  };
}

function importScreen(resource: Resource): Item {
  const to = paths.import(resource.area, resource.name);
  const text = m.import_title({ label: resource.label });
  return { key: to, to, text, icon: <Icon name="upload" size={SIZE} />, sought: true };
}

function duplicatesScreen({ area, name, nouns }: Resource): Item {
  const to = paths.duplicates(area, name);
  return { key: to, to, text: m.merge_title_of({ nouns }), icon: <Icon name="sets" size={SIZE} />, sought: true };
}

function deletedScreen({ name, nouns }: Resource): Item {
  const to = paths.trash(`?resource=${encodeURIComponent(name)}`);
  return { key: to, to, text: m.trash_link({ nouns }), icon: <Icon name="remove" size={SIZE} />, sought: true };
}

/** The actions that hold everywhere. */
export function useActions(onHelp: () => void): Item[] {
  const { shown, choose } = useTheme();
  return useMemo(() => {
    const isDark = shown === 'dark';
    return [
      {
        key: 'theme',
        text: isDark ? m.admin_theme_to_light() : m.admin_theme_to_dark(),
        icon: <Icon name={isDark ? 'sun' : 'moon'} size={SIZE} />,
        run: () => choose(isDark ? 'light' : 'dark'),
      },
      { key: 'help', text: m.shortcuts_title(), icon: <Keyboard size={SIZE} strokeWidth={1.75} />, run: onHelp },
      {
        key: 'sign-out',
        text: m.account_sign_out(),
        icon: <LogOut size={SIZE} strokeWidth={1.75} />,
        run: () => void signOut(false),
      },
    ];
  }, [shown, choose, onHelp]);
}

/** The actions about a record or a selection. */
export const groupOf = ({ about, actions }: Commands, at: number): Group => ({
  key: `about ${String(at)}`,
  title: about,
  items: actions.map(({ key, label, icon, danger, to, start }) => ({
    key: `action ${String(at)} ${key}`,
    text: label,
    icon: icon ?? <Zap size={SIZE} strokeWidth={1.75} />,
    danger: danger ?? false,
    ...(to === undefined ? { run: start } : { to }),
  })),
});
