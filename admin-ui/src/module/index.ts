// All that a module's `ui/` may import from the back-office.
export { defineModule } from './define.ts';
export type {
  ActionProps,
  CellProps,
  DialogTexts,
  FormHeading,
  ListTab,
  ModuleUi,
  RecordAction,
  RecordOf,
  ResourceUi,
  Texts,
  Translations,
  BulkAction,
  BulkActionProps,
  VerbDialogProps,
  InputProps,
  PartProps,
  RecordTabUi,
  RecordWidget,
  ToolbarItem,
} from './types.ts';
export type {
  AreaUi,
  HeaderItem,
  IconProps,
  ModulePage,
  NavigationGroup,
  StartPage,
  Widget,
  Wrapper,
} from './frame-types.ts';
export type { ModuleEntry, ProductUi } from './product.ts';
export type { Resource } from '../document/resources.ts';

// Requests.
export { perform, type Performed } from '../data/verbs.ts';
export { isAtFields, isStatus, errorMessage } from '../data/problems.ts';
export type { Values } from '../data/changes.ts';
export { useRecordCache } from '../data/record.ts';
export { feedOfRequest } from '../changes/feed.ts';
export { useMay, useResourceNamed } from '../document/context.tsx';
export { labelOf } from '../document/schema.ts';
export { paths } from '../paths.ts';
export { beginView } from '../access/begin-view.ts';

// Drawing.
export { StateBadge } from '../fields/state-badge.tsx';
export { isMissing, labelOfChoice, Value } from '../fields/value.tsx';
export { ChoiceChecks } from '../form/choice-checks.tsx';
export { FieldShell, noteId } from '../form/field-shell.tsx';
export { FormDialog } from '../form/form-dialog.tsx';
export { FieldForm, References, SchemaDialog } from '../form/dialogs-lazy.ts';
export { useSubmit } from '../form/use-submit.ts';
export { VerbDialog } from '../verbs/dialogs-lazy.ts';
export { usePerform } from '../verbs/use-perform.ts';
export { PasswordBox } from '../form/password-input.tsx';
export { Card, CardNotice } from '../overview/card.tsx';
export { Screen } from '../frame/screen.tsx';
export { Widgets } from '../frame/widgets.tsx';
export { useNavigateHere } from '../frame/use-navigate-here.ts';
export { ListContexts } from '../list/list-contexts.tsx';
export { ListScreen } from '../screens.ts';
export { isBare, OPENED } from '../list/list-search.ts';
