// What is loaded when it is first drawn.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

const load = () => import('./parts.ts');

export const AddAllToRotation = lazyScreen(async () => ({ default: (await load()).AddAllToRotation }));
export const AddOneToRotation = lazyScreen(async () => ({ default: (await load()).AddOneToRotation }));
export const AddProjects = lazyScreen(async () => ({ default: (await load()).AddProjects }));
export const NextWeek = lazyScreen(async () => ({ default: (await load()).NextWeek }));
export const PlanNextWeek = lazyScreen(async () => ({ default: (await load()).PlanNextWeek }));
export const RemoveProject = lazyScreen(async () => ({ default: (await load()).RemoveProject }));
export const WeekInput = lazyScreen(async () => ({ default: (await load()).WeekInput }));
