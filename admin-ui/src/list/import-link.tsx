// The link from a list to its import, for users who may.
import Button from '@mui/material/Button';
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
    <Button
      variant="outlined"
      component={Link}
      to={paths.import(resource.area, resource.name)}
      startIcon={<Icon name="upload" size={18} />}
    >
      {m.import_link()}
    </Button>
  );
}
