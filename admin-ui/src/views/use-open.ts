// The address of a record's page, or of its form.
import { useMemo } from 'react';
import { useMay } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import type { Open } from '../list/follow-row.ts';
import { paths } from '../paths.ts';

/** Returns where a record is opened; undefined when the user may do neither. */
export function useOpen(resource: Resource): Open {
  const may = useMay();
  return useMemo(() => {
    const path = may(resource, 'view') ? paths.view : may(resource, 'update') ? paths.edit : undefined;
    return ({ id }) => path?.(resource.area, resource.name, id);
  }, [resource, may]);
}
