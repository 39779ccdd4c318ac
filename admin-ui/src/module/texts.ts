// The texts about a resource: defaults made from its name, and those that its module overrides.
import { m } from '@mizan/ui-kit/messages';
import type { Resource } from '../document/resources.ts';
import { useResourceUi } from './registry.ts';
import type { Texts } from './types.ts';

/** The texts about this resource. */
export function useTexts(resource: Pick<Resource, 'name' | 'singular' | 'noun'>): Texts {
  const { singular, noun } = resource;
  const { texts } = useResourceUi(resource);
  return {
    loading: m.admin_loading_record({ noun }),
    fetchFailed: m.admin_fetch_failed({ noun }),
    created: m.admin_created({ singular }),
    createFailed: m.admin_create_failed({ noun }),
    updated: m.admin_updated({ singular }),
    updateFailed: m.admin_update_failed({ noun }),
    ...texts,
  };
}
