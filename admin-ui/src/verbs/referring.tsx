// Links to the lists of what refers to records, which is why they cannot be deleted.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Link } from 'react-router';
import { writeFilters } from '../data/filter-group.ts';
import { relatedFilter, relatedPath, useRelated, useRelatedTotal, type Related } from '../data/related.ts';
import { nounOf, type Resource } from '../document/resources.ts';
import { listPathOf } from '../frame/list-path.ts';
import styles from './verbs.module.css';

interface Props {
  resource: Resource;
  ids: string[];
  onLeave: () => void;
}

export function Referring({ resource, ids, onLeave }: Props) {
  const related = useRelated(resource);
  return (
    <ul className={styles.referring}>
      {related.map((one) => (
        <ListLink key={relatedPath(one)} related={one} ids={ids} onLeave={onLeave} />
      ))}
    </ul>
  );
}

function ListLink({ related, ids, onLeave }: Omit<Props, 'resource'> & { related: Related }) {
  const total = useRelatedTotal(related, ...ids) ?? 0;
  const search = new URLSearchParams({ filters: writeFilters(relatedFilter(related, ...ids)) });
  return total === 0 ? null : (
    <li>
      <Link to={`${listPathOf(related.resource)}?${search}`} onClick={onLeave}>
        {m.admin_delete_referring({ count: formatNumber(total), label: nounOf(related.resource, total) })}
      </Link>
    </li>
  );
}
