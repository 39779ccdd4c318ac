// The link from a list to its import, for users who may.
import { buttonClass } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { Link } from 'react-router';
import { useMay } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { Icon } from '../frame/icon.tsx';
import { paths } from '../paths.ts';

export function ImportLink({ resource }: { resource: Resource }) {
  const may = useMay();
  if (!may(resource, 'import') || !resource.input) return null;
  return (
    <Link className={buttonClass({ look: 'secondary' })} to={paths.import(resource.area, resource.name)}>
      <Icon name="upload" size={18} />
      {m.import_link()}
    </Link>
  );
}
