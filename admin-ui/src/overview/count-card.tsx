// The number of records of a resource; the whole card is a link to them.
import Skeleton from '@mui/material/Skeleton';
import { formatNumber } from '@mizan/ui-kit/formats';
import { Link } from 'react-router';
import { useTotal } from '../data/record.ts';
import type { Resource } from '../document/resources.ts';
import { ResourceIcon } from '../frame/resource-icon.tsx';
import { paths } from '../paths.ts';
import styles from './overview.module.css';

export function CountCard({ resource }: { resource: Resource }) {
  const { data: total, isError } = useTotal(resource);
  return (
    <li className={styles.count}>
      <ResourceIcon resource={resource} size={18} />
      <h3 className={styles.countLabel}>
        <Link to={paths.list(resource.area, resource.name)} className={styles.whole}>
          {resource.label}
        </Link>
      </h3>
      <p className={styles.countTotal}>
        {total === undefined ? isError ? '—' : <Skeleton width={48} /> : formatNumber(total)}
      </p>
      {resource.description && <p className={styles.text}>{resource.description}</p>}
    </li>
  );
}
