// What a module may bring to the back-office beside what the document says of its resources. Names of resources, fields
// and verbs are those of the document: a misspelt one does not pass the type check.
import type { Resources } from '@mizan/openapi/resources';
import type { ComponentType } from 'react';
import type { RaRecord } from 'react-admin';
import type { Schema } from '@mizan/openapi/document';
import type { Resource } from '../document/resources.ts';
import type { Verb } from '../document/verbs.ts';
import type { Area } from '../paths.ts';

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

/** What a control for one field of a form is given. It is drawn between the field's label and its hint. */
export interface InputProps<Value = unknown> {
  /** The id of the control itself, which the label belongs to. */
  id: string;
  value: Value | undefined;
  schema: Schema;
  required: boolean;
  disabled: boolean;
  /** The value was rejected: the control sets `aria-invalid`, so that the form can focus it. */
  wrong: boolean;
  /** The elements that name and describe it. */
  labelledBy: string;
  describedBy: string | undefined;
  /** Without a value the field is empty. */
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

/** A dialog about the records that are chosen in a list. */
export interface BulkActionProps {
  resource: Resource;
  records: RaRecord<string>[];
  onClose: () => void;
  /** It has been done: of what was chosen only these stay so. */
  onDone: (left?: string[]) => void;
}

/** One thing that can be done with the records that are chosen in a list. */
export interface BulkAction extends Pick<RecordAction, 'key' | 'label' | 'icon' | 'danger' | 'permission'> {
  /** Offered while one of the chosen records is like this; the dialog is given those that are. */
  when?: (record: RaRecord<string>) => boolean;
  Dialog: ComponentType<BulkActionProps>;
}

/** An action on a record, in addition to view, edit and delete. */
export interface RecordAction {
  key: string;
  label: string;
  icon: ComponentType<IconProps>;
  danger?: boolean;
  /** What one has come to the record for. */
  primary?: boolean;
  /** Shown only with this permission: `resource:action`, as in the document. */
  permission: string;
  when?: (record: RaRecord<string>) => boolean;
  /** A question or a form in which it is done; it closes itself. */
  Dialog?: ComponentType<ActionProps>;
  /** Runs immediately. Shows success and failure itself, and returns the changed record. */
  run?: (resource: Resource, record: RaRecord<string>) => Promise<RaRecord<string> | undefined>;
  /** Or it is the way to somewhere else. */
  to?: (record: RaRecord<string>) => string;
}

/** What a tab or a panel of a record is given. */
export interface PartProps<D = { view: Record<string, unknown> }> {
  resource: Resource;
  record: RecordOf<D>;
}

/** A view of a record of its own, with an address of its own: `/backoffice/boats/{id}/tabs/{key}`. */
export interface RecordTabUi<D = never> {
  /** Its part of the address. */
  key: string;
  label: string;
  /** Shown only with this permission: `resource:action`. */
  permission?: string;
  Tab: ComponentType<PartProps<D>>;
}

/** A panel on a record's page, next to its facts or below them. */
export interface RecordPanelUi<D = never> {
  key: string;
  position: 'aside' | 'below';
  /** Shown only with this permission: `resource:action`. */
  permission?: string;
  Panel: ComponentType<PartProps<D>>;
}

export interface IconProps {
  size?: number | string;
  'aria-hidden'?: boolean | 'true';
}

/** A form in a dialog over the list. Omitted texts have defaults. */
export interface DialogTexts {
  title: string;
  /** A sentence under the title. */
  text?: string;
  /** The button that sends the form, and the same while it is sent. */
  submit?: string;
  busy?: string;
}

/** The header of the edit page. */
export interface FormHeading<D = never> {
  /** In place of 'Edit Unit'. */
  title?: (record: RecordOf<D>) => string;
  /** What the record is, under the title. In place of what it is named. */
  about?: (record: RecordOf<D>) => string;
  /** What is done on this page. */
  text?: string;
  /** A button leads back to the list. */
  back?: boolean;
}

/** Texts about a resource that replace the defaults. */
export interface Texts {
  /** While a record is loaded: 'Loading unit...'. */
  loading: string;
  fetchFailed: string;
  created: string;
  createFailed: string;
  updated: string;
  updateFailed: string;
}

/** A list under the address of a resource, as one of several tabs. */
export interface ListTab<Name extends string = string> {
  /** What follows the resource's address: `all` of `/backoffice/sites/all`. */
  path: string;
  label: string;
  /** Whose list it is: the resource's own, or another's that belongs to it. */
  resource: Name;
}

/**
 * What a module says of one of its resources; everything else stays as the document has it.
 *
 *     const sites: ResourceUi<Resources['sites']> = {
 *       form: { title: ({ name }) => `Details of ${name}` },
 *       texts: { updateFailed: 'Failed to update site. Please try again.' },
 *     };
 */
export interface ResourceUi<D = never, Names extends string = Key<Resources>> {
  /** Drawn in place of the icon that the document names. */
  icon?: ComponentType<IconProps>;
  /** The heading of the list, in place of the resource's label. */
  heading?: { title: string; text: string };
  /** The label of the button that opens the form. */
  editLabel?: string;
  /** Labels that replace those of the schema, wherever a record is shown. */
  labels?: Partial<Record<FieldOf<D>, string>>;
  /** Fields that are drawn in a way of their own wherever a record is shown. */
  cells?: { [Field in FieldOf<D>]?: ComponentType<CellProps<View<D>>> };
  /**
   * Fields that are entered in a way of their own, by the names that a form has for them:
   *
   *     inputs: { floor: ({ id, value, onChange }) => <FloorPlan id={id} floor={value} onChoose={onChange} /> }
   */
  inputs?: { [Field in InputOf<D>]?: ComponentType<InputProps<Exclude<Input<D>[Field], undefined>>> };
  /** The columns that the list shows at first, in this order, and those of them that cannot be hidden. */
  columns?: { shown: FieldOf<D>[]; fixed?: FieldOf<D>[]; unsortable?: FieldOf<D>[] };
  /** The default sort order of the list. */
  sort?: { field: FieldOf<D>; direction: 'asc' | 'desc' };
  /**
   * What can be done with a record beside the verbs of the document, and in the place of the verb of the same name:
   * `actions: [{ key: 'plan', label: 'Plan', icon: Map, permission: 'sites:read', to: ({ id }) => `/plans/${id}` }]`.
   */
  actions?: RecordAction[];
  /** What can be done with the chosen records of a list: `bulkActions: [{ key: 'print', …, Dialog: PrintLabels }]`. */
  bulkActions?: BulkAction[];
  /**
   * Verbs of the document with a dialog of the module's own, which then is not offered for many records, or not drawn:
   * `verbs: { close: { Dialog: CloseSite }, recount: false }`.
   */
  verbs?: [VerbOf<D>] extends [never]
    ? Record<string, never>
    : { [Name in VerbOf<D>]?: { Dialog: ComponentType<VerbDialogProps> } | false };
  /**
   * Further views of a record, behind its details and the lists of what refers to it:
   *
   *     recordTabs: [{ key: 'prices', label: 'Prices', permission: 'boats:read', Tab: ({ record }) => <Prices of={record} /> }]
   */
  recordTabs?: RecordTabUi<D>[];
  /**
   * Parts of the page of a record:
   *
   *     panels: [{ key: 'map', position: 'aside', Panel: ({ record }) => <Map at={record.coordinates} /> }]
   */
  panels?: RecordPanelUi<D>[];
  /**
   * Forms in a dialog over the list in place of pages, at the same addresses, `…/create` and `…/{id}`:
   *
   *     dialogs: { create: { title: 'Create Site', text: 'Where the next building goes up.' } }
   */
  dialogs?: { create?: DialogTexts; edit?: DialogTexts };
  /** The header of the edit page. */
  form?: FormHeading<D>;
  /** Texts that replace the defaults. */
  texts?: Partial<Texts>;
  /** What a missing record shows: a not-found page, or the list with a message. */
  missing?: 'page' | 'list';
  /** Number fields, or sets of them, in which what cannot be read as a number becomes this one. */
  unparsed?: { [Field in FieldOf<D>]?: number };
  /**
   * Lists beside each other as tabs, each with an address of its own below this resource's, which leads to the first:
   *
   *     tabs: [{ path: 'all', label: 'Sites', resource: 'sites' }, { path: 'visits', label: 'Visits', resource: 'visits' }]
   */
  tabs?: ListTab<Names>[];
  /** Whole screens in place of the drawn ones. */
  screens?: { list?: ComponentType; create?: ComponentType; edit?: ComponentType; view?: ComponentType };
  /** Further screens below the resource's address: what follows it, and what is shown there. */
  routes?: { path: string; Screen: ComponentType }[];
  /** Where a visitor is sent who may not see the list, from wherever below it. */
  denied?: string;
}

/**
 * A card on the overview of the back-office.
 *
 *     cards: [{ key: 'unconfirmed', permission: 'viewings:read', Card: Unconfirmed }]
 */
export interface OverviewCard {
  key: string;
  /** Smaller numbers come first; 0 when it is left out. */
  order?: number;
  /** Shown only to visitors who may do this: `resource:action`. */
  permission?: string;
  Card: ComponentType;
}

/**
 * A page of its own in an area, with an entry in the navigation.
 *
 *     pages: [{ area: 'backoffice', path: 'diary', label: 'Diary', icon: CalendarDays, permission: 'viewings:read', Page: Diary }]
 */
export interface ModulePage {
  area: Area;
  /** What follows the area's address, not the name of a resource: `diary` is `/backoffice/diary`. */
  path: string;
  label: string;
  icon: ComponentType<IconProps>;
  /** There only for visitors who may do this: `resource:action`. */
  permission: string;
  Page: ComponentType;
}

/** Translations by their keys, as react-admin's `useTranslate` looks them up; keys may be nested. */
export interface Translations {
  [key: string]: string | Translations | undefined;
}

/** What the `ui/index.tsx` of a module exports. */
export interface ModuleUi<Known = Resources> {
  resources?: { [Name in keyof Known]?: ResourceUi<Known[Name], Key<Known>> };
  cards?: OverviewCard[];
  pages?: ModulePage[];
  /**
   * Translations for `useTranslate`, for components of react-admin's ecosystem. A module's own texts are functions of the
   * catalogue: `ui/messages/en.json`.
   *
   *     translations: { viewings: { confirm: 'Confirm %{smart_count} viewing |||| Confirm %{smart_count} viewings' } }
   */
  translations?: Translations;
}
