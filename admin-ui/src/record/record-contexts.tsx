// Provides the record as react-admin's contexts, for the components of modules.
import { useMemo, type ReactNode } from 'react';
import { ResourceContextProvider, ShowContextProvider, type RaRecord, type ShowControllerResult } from 'ra-core';
import { titleOf, type Resource } from '../document/resources.ts';

interface Props {
  resource: Resource;
  record: RaRecord<string>;
  refetch: () => Promise<unknown>;
  children: ReactNode;
}

export function RecordContexts({ resource, record, refetch, children }: Props) {
  const controller = useMemo(
    () => ({
      resource: resource.name,
      defaultTitle: titleOf(resource, record),
      record,
      error: null,
      isPending: false,
      isLoading: false,
      isFetching: false,
      refetch,
    }),
    [resource, record, refetch],
  );
  return (
    <ResourceContextProvider value={resource.name}>
      <ShowContextProvider value={controller as ShowControllerResult}>{children}</ShowContextProvider>
    </ResourceContextProvider>
  );
}
