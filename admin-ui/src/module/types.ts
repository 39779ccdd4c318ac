// What a module may contribute to the back-office in addition to the document. Names of resources, fields and verbs are
// those of the document: a misspelt one fails the type check.
import type { Resources } from '@mizan/openapi/resources';
import type { ComponentType } from 'react';
import type { RaRecord } from 'ra-core';
import type { Schema } from '@mizan/openapi/document';
import type { Resource } from '../document/resources.ts';
import type { Verb } from '../document/verbs.ts';
import type {
  AreaUi,
  HeaderItem,
  IconProps,
  ModulePage,
  NavigationGroup,
  StartPage,
  Widget,
  Wrapper,
} from './frame-types.ts';

type Key<T> = keyof T & string;
type View<D> = D extends { view: infer V } ? V : never;
type FieldOf<D> = Key<View<D>>;
type VerbOf<D> = D extends { verbs: infer V extends string } ? V : never;
type Input<D> = D extends { input: infer I } ? I : never;
type InputOf<D> = Key<Input<D>>;

/** A record of a resource: the server's fields, and `id`. */
export type RecordOf<D> = RaRecord<string> & View<D>;

export interface CellProps<Of = Record<string, unknown>> {
  record: RaRecord<string> & Of;
  value: unknown;
  schema: Schema;
}

/** The props of an input of one form field, which is drawn between the field's label and its hint. */
export interface InputProps<Value = unknown> {
  /** The id of the control, which its label refers to. */
  id: string;
  value: Value | undefined;
  schema: Schema;
  required: boolean;
  disabled: boolean;
  /** The value was rejected: the control sets `aria-invalid`, so that the form can focus it. */
  wrong: boolean;
  /** The ids of the elements that name and describe it. */
  labelledBy: string;
  describedBy: string | undefined;
  /** undefined clears the field. */
  onChange: (value: Value | undefined) => void;
}

export interface ActionProps {
  resource: Resource;
  record: RaRecord<string>;
  onClose: () => void;
}

export interface VerbDialogProps extends ActionProps {
  verb: Verb;
}

/** The props of a dialog about the selected records of a list. */
export interface BulkActionProps {
  resource: Resource;
  records: RaRecord<string>[];
  onClose: () => void;
  /** Call it when it is done. Clears the selection except these records. */
  onDone: (left?: string[]) => void;
}

/** An action on the selected records of a list. */
export interface BulkAction extends Pick<RecordAction, 'key' | 'label' | 'icon' | 'danger' | 'permission'> {
  /** The action is offered when a selected record meets this; the dialog receives those that do. */
  when?: (record: RaRecord<string>) => boolean;
  Dialog: ComponentType<BulkActionProps>;
}

/** An action on a record, in addition to view, edit and delete. */
export interface RecordAction {
  key: string;
  label: string;
  icon: ComponentType<IconProps>;
  danger?: boolean;
  /** The main action of a record. */
  primary?: boolean;
  /** Shown only with this permission: `resource:action`, as in the document. */
  permission: string;
  when?: (record: RaRecord<string>) => boolean;
  /** A dialog with a question or a form; it closes itself. */
  Dialog?: ComponentType<ActionProps>;
  /** Runs immediately. Shows success and failure itself, and returns the changed record. */
  run?: (resource: Resource, record: RaRecord<string>) => Promise<RaRecord<string> | undefined>;
  /** Or a link. */
  to?: (record: RaRecord<string>) => string;
}

/** The props of a tab or a panel of a record. */
export interface PartProps<D = { view: Record<string, unknown> }> {
  resource: Resource;
  record: RecordOf<D>;
}

/** A tab of a record, with a URL of its own: `/backoffice/boats/{id}/tabs/{key}`. */
export interface RecordTabUi<D = never> {
  /** The last segment of its URL. */
  key: string;
  label: string;
  /** Shown only with this permission: `resource:action`. */
  permission?: string;
  Tab: ComponentType<PartProps<D>>;
}

/** A widget on a record's page, next to its facts or below them. */
export interface RecordWidget<D = never> {
  key: string;
  at: 'aside' | 'below';
  /** Smaller numbers come first; 0 when it is left out. */
  order?: number;
  /** Shown only with this permission: `resource:action`. */
  permission?: string;
  Widget: ComponentType<PartProps<D>>;
}

/** A part of the toolbar of a list. It gets the list by `useListContext`. */
export interface ToolbarItem {
  key: string;
  order?: number;
  /** Shown only with this permission: `resource:action`. */
  permission?: string;
  Tool: ComponentType<{ resource: Resource }>;
}

/** A form in a dialog over the list. Omitted texts have defaults. */
export interface DialogTexts {
  title: string;
  /** A text under the title. */
  text?: string;
  /** The submit button, and its label while the form is submitted. */
  submit?: string;
  busy?: string;
}

/** The header of the edit page. */
export interface FormHeading<D = never> {
  /** Replaces 'Edit Unit'. */
  title?: (record: RecordOf<D>) => string;
  /** The line under the title; replaces the record's title. What the reader may not see is null or missing. */
  about?: (record: RecordOf<D>) => string | undefined;
  /** A description of the page. */
  text?: string;
  /** Shows a button that leads back to the list. */
  back?: boolean;
}

/** Texts about a resource that replace the defaults. */
export interface Texts {
  /** Shown while a record loads: 'Loading unit...'. */
  loading: string;
  fetchFailed: string;
  created: string;
  createFailed: string;
  updated: string;
  updateFailed: string;
}

/** A list below the path of a resource, as one of several tabs. */
export interface ListTab<Name extends string = string> {
  /** The last segment of its path: `all` of `/backoffice/sites/all`. */
  path: string;
  label: string;
  /** The resource of the list: this one, or another one that belongs to it. */
  resource: Name;
}

/**
 * A module's contributions to one of its resources; the rest comes from the document.
 *
 *     const sites: ResourceUi<Resources['sites']> = {
 *       form: { title: ({ name }) => `Details of ${name}` },
 *       texts: { updateFailed: 'Failed to update site. Please try again.' },
 *     };
 */
export interface ResourceUi<D = never, Names extends string = Key<Resources>> {
  /** Replaces the icon that the document names. */
  icon?: ComponentType<IconProps>;
  /** Replaces the heading of the list, by default the resource's label. */
  heading?: { title: string; text: string };
  /** The label of the button that opens the edit form. */
  editLabel?: string;
  /** Replaces labels of the schema, wherever a record is shown. */
  labels?: Partial<Record<FieldOf<D>, string>>;
  /**
   * Names a record in place of the document's title, wherever it is shown; in lists the column of `field` shows it:
   *
   *     title: { field: 'kind', of: ({ kind, at }) => `${kind} at ${at}` }
   */
  title?: {
    field: FieldOf<D>;
    of: (record: View<D>, resourceNamed: (name: string) => Resource | undefined) => string;
  };
  /**
   * How fields are shown that lists are filtered by and that no view has: numbers that are fractions of one, in percent.
   *
   *     fractions: { vacancy: { label: 'Vacancy' } }
   */
  fractions?: Record<string, { label: string }>;
  /** Custom rendering of fields, wherever a record is shown. */
  cells?: { [Field in FieldOf<D>]?: ComponentType<CellProps<View<D>>> };
  /**
   * Custom inputs of form fields, by the names of the input schema:
   *
   *     inputs: { floor: ({ id, value, onChange }) => <FloorPlan id={id} floor={value} onChoose={onChange} /> }
   */
  inputs?: { [Field in InputOf<D>]?: ComponentType<InputProps<Exclude<Input<D>[Field], undefined>>> };
  /** The default columns of the list in this order, and those that cannot be hidden. */
  columns?: { shown?: FieldOf<D>[]; fixed?: FieldOf<D>[]; unsortable?: FieldOf<D>[] };
  /** The default sort order of the list. */
  sort?: { field: FieldOf<D>; direction: 'asc' | 'desc' };
  /**
   * Actions on a record, in addition to the document's verbs, or replacing the verb of the same name:
   * `actions: [{ key: 'plan', label: 'Plan', icon: Map, permission: 'sites:read', to: ({ id }) => `/plans/${id}` }]`.
   */
  actions?: RecordAction[];
  /** Actions on the selected records of a list: `bulkActions: [{ key: 'print', …, Dialog: PrintLabels }]`. */
  bulkActions?: BulkAction[];
  /**
   * Replaces the dialog of a verb, which is then no bulk action, or hides the verb:
   * `verbs: { close: { Dialog: CloseSite }, recount: false }`.
   */
  verbs?: [VerbOf<D>] extends [never]
    ? Record<string, never>
    : { [Name in VerbOf<D>]?: { Dialog: ComponentType<VerbDialogProps> } | false };
  /**
   * Further tabs of a record, after its details and related lists:
   *
   *     recordTabs: [{ key: 'prices', label: 'Prices', permission: 'boats:read', Tab: ({ record }) => <Prices of={record} /> }]
   */
  recordTabs?: RecordTabUi<D>[];
  /**
   * Widgets on the page of a record:
   *
   *     widgets: [{ key: 'map', at: 'aside', Widget: ({ record }) => <Map at={record.coordinates} /> }]
   */
  widgets?: RecordWidget<D>[];
  /**
   * Parts of the toolbar of its list, before filters and export:
   *
   *     toolbar: [{ key: 'map', permission: 'sites:read', Tool: MapSwitch }]
   */
  toolbar?: ToolbarItem[];
  /** The key of the group of the navigation that its list is in. */
  group?: string;
  /** Providers around each of its screens. */
  wrappers?: Wrapper[];
  /**
   * Shows forms in a dialog over the list instead of pages, at the same paths, `…/create` and `…/{id}`:
   *
   *     dialogs: { create: { title: 'Create Site', text: 'Where the next building goes up.' } }
   */
  dialogs?: { create?: DialogTexts; edit?: DialogTexts };
  /** The header of the edit page. */
  form?: FormHeading<D>;
  /** Texts that replace the defaults. */
  texts?: Partial<Texts>;
  /** For a missing record: a not-found page, or the list with a message. */
  missing?: 'page' | 'list';
  /** Number fields, or objects of them, in which text that is no number becomes this one. */
  unparsed?: { [Field in FieldOf<D>]?: number };
  /**
   * Lists as tabs, each with a path below this resource's, which redirects to the first:
   *
   *     tabs: [{ path: 'all', label: 'Sites', resource: 'sites' }, { path: 'visits', label: 'Visits', resource: 'visits' }]
   */
  tabs?: ListTab<Names>[];
  /** Replaces generated screens. */
  screens?: { list?: ComponentType; create?: ComponentType; edit?: ComponentType; view?: ComponentType };
  /** Further screens below the resource's path. */
  routes?: { path: string; Screen: ComponentType }[];
  /** Where users who may not see the list are redirected, from any path below it. */
  denied?: string;
}

/** Translations by their keys, as react-admin's `useTranslate` looks them up; keys may be nested. */
export interface Translations {
  [key: string]: string | Translations | undefined;
}

/** The default export of a module's `ui/index.tsx`. */
export interface ModuleUi<Known = Resources> {
  resources?: { [Name in keyof Known]?: ResourceUi<Known[Name], Key<Known>> };
  widgets?: Widget[];
  /** Places for widgets that a screen of this module has: `places: ['diary']` and `<Widgets at="diary" />`. */
  places?: string[];
  pages?: ModulePage[];
  areas?: AreaUi[];
  starts?: StartPage[];
  groups?: NavigationGroup[];
  header?: HeaderItem[];
  wrappers?: Wrapper[];
  /**
   * Translations for `useTranslate`, for components of react-admin's ecosystem. A module's own texts are functions of the
   * catalogue: `ui/messages/en.json`.
   *
   *     translations: { viewings: { confirm: 'Confirm %{smart_count} viewing |||| Confirm %{smart_count} viewings' } }
   */
  translations?: Translations;
}
