// The screens, each loaded when it is first opened.
import { lazyInPlace, lazyOptional, lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const AccessScreen = lazyScreen(() => import('./access/access-screen.tsx'));
export const ChangeSetScreen = lazyScreen(() => import('./change-sets/set-screen.tsx'));
export const ChangeSetsScreen = lazyScreen(() => import('./change-sets/sets-screen.tsx'));
export const ChangesScreen = lazyScreen(() => import('./changes/changes-screen.tsx'));
export const CreateScreen = lazyScreen(() => import('./record/create-screen.tsx'));
export const DuplicatesScreen = lazyScreen(() => import('./duplicates/duplicates-screen.tsx'));
export const EditScreen = lazyScreen(() => import('./record/edit-screen.tsx'));
export const ExplorerScreen = lazyScreen(() => import('./analytics/explorer-screen.tsx'));
export const ImportScreen = lazyScreen(() => import('./transfer/import-screen.tsx'));
export const IndexScreen = lazyScreen(() => import('./analytics/index-screen.tsx'));
export const ListScreen = lazyScreen(() => import('./list/list-screen.tsx'));
export const OverviewScreen = lazyScreen(() => import('./overview/overview-screen.tsx'));
export const RecordsScreen = lazyScreen(() => import('./analytics/records-screen.tsx'));
export const TrashScreen = lazyScreen(() => import('./trash/trash-screen.tsx'));
export const ViewScreen = lazyScreen(() => import('./record/view-screen.tsx'));

/** Parts of all screens. */
export const JobsHost = lazyOptional(() => import('./jobs/jobs-host.tsx'));
export const Live = lazyOptional(() => import('./live/live.tsx'));
export const Viewing = lazyInPlace(() => import('./access/viewing.tsx'));
export const WhyDialog = lazyInPlace(() => import('./access/why-dialog.tsx'));
