// The address of a record's page, or of its form.
import { useMemo } from 'react';
import type { RaRecord } from 'ra-core';
import { useMay } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { paths } from '../paths.ts';

/** Returns the link of a record, if the user may open it. */
export type Open = (record: Pick<RaRecord<string>, 'id'>) => string | undefined;

/** Returns where a record is opened; undefined when the user may do neither. */
export function useOpen(resource: Resource): Open {
  const may = useMay();
  return useMemo(() => {
    const path = may(resource, 'view') ? paths.view : may(resource, 'update') ? paths.edit : undefined;
    return ({ id }) => path?.(resource.area, resource.name, id);
  }, [resource, may]);
}
