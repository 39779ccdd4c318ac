// The menu beside a list's title with the screens about all of its records: duplicates, and the deleted ones.
import { IconButton } from '@mizan/ui-kit/button';
import { itemLink, Menu } from '@mizan/ui-kit/menu';
import { m } from '@mizan/ui-kit/messages';
import { Link } from 'react-router';
import { useMay } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { Icon } from '../frame/icon.tsx';
import { paths } from '../paths.ts';

export function MoreLinks({ resource }: { resource: Resource }) {
  const may = useMay();
  const { area, name, nouns } = resource;
  const merges = may(resource, 'duplicates');
  const deletes = may(resource, 'deleted');
  if (!merges && !deletes) return null;
  return (
    <Menu
      button={
        <IconButton aria-label={m.sets_more({ nouns })}>
          <Icon name="more" />
        </IconButton>
      }
    >
      {merges && (
        <Link {...itemLink} to={paths.duplicates(area, name)}>
          <Icon name="sets" size={18} />
          {m.merge_link()}
        </Link>
      )}
      {deletes && (
        <Link {...itemLink} to={paths.trash(`?${new URLSearchParams({ resource: name })}`)}>
          <Icon name="remove" size={18} />
          {m.trash_link({ nouns })}
        </Link>
      )}
    </Menu>
  );
}
