// What waits for a user to do it, for the overview of the back-office and for home. A module has its own in
// `ui/waiting.ts`, whose default export is a list of entries, and the product lists these files in `src/waiting.ts`.
import { permits, type Me } from './session';

export interface WaitingEntry {
  /** All of them are needed to read it and to do it: `resource:action`. */
  permissions: string[];
  /** Smaller numbers come first. */
  order: number;
  read: () => Promise<Waiting[]>;
}

export interface Waiting {
  /** Says what waits, as a whole message. */
  text: string;
  /** The path of the screen where it is done. */
  to: string;
}

export interface AllWaiting {
  items: Waiting[];
  /** Whether some entry could not be read. */
  incomplete: boolean;
}

/** The file of a module, which is loaded when its entries are read. */
export type WaitingSource = () => Promise<{ default: WaitingEntry[] }>;

/** Reads what the user may see and do. Undefined when that is nothing, whatever happens. */
export async function readWaiting(
  me: Pick<Me, 'permissions'>,
  sources: WaitingSource[],
): Promise<AllWaiting | undefined> {
  const entries = (await Promise.all(sources.map(async (load) => (await load()).default))).flat();
  const allowed = entries.filter(({ permissions }) => permissions.every((permission) => permits(me, permission)));
  if (allowed.length === 0) return undefined;
  allowed.sort((one, other) => one.order - other.order);
  const answers = await Promise.allSettled(allowed.map(({ read }) => read()));
  return {
    items: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    incomplete: answers.some(({ status }) => status === 'rejected'),
  };
}
