// The last unit that the user opened on this device: only identifiers are stored, separately for each user.
export interface LastUnit {
  projectId: string;
  unitId: string;
}

const keyOf = (visitor: string): string => `mizan.last-unit.${visitor}`;
const ID = /^[0-9a-f]{24}$/;

export function lastUnit(visitor: string): LastUnit | undefined {
  try {
    const [projectId = '', unitId = ''] = (localStorage.getItem(keyOf(visitor)) ?? '').split('/');
    return ID.test(projectId) && ID.test(unitId) ? { projectId, unitId } : undefined;
  } catch {
    return undefined;
  }
}

export function storeLastUnit(visitor: string, { projectId, unitId }: LastUnit): void {
  try {
    localStorage.setItem(keyOf(visitor), `${projectId}/${unitId}`);
  } catch {
    // Storage may be unavailable: then there is nothing to continue with.
  }
}
