// The dialogs, the input and the card of rotations: loaded together, when one of them is first drawn.
export { default as AddProjects } from './add-projects.tsx';
export { AddAllToRotation, AddOneToRotation } from './add-to-rotation.tsx';
export { default as NextWeek } from './next-week.tsx';
export { default as PlanNextWeek } from './plan-next-week.tsx';
export { default as RemoveProject } from './remove-project.tsx';
export { default as WeekInput } from './week-input.tsx';
