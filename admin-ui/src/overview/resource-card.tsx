// A resource with its description; the whole card is a link to its records. The navigation counts them.
import { Link } from 'react-router';
import type { Resource } from '../document/resources.ts';
import { ResourceIcon } from '../frame/resource-icon.tsx';
import { paths } from '../paths.ts';
import styles from './overview.module.css';

export function ResourceCard({ resource }: { resource: Resource }) {
  return (
    <li className={styles.resource}>
      <ResourceIcon resource={resource} size={18} />
      <h3 className={styles.resourceLabel}>
        <Link to={paths.list(resource.area, resource.name)} className={styles.whole}>
          {resource.label}
        </Link>
      </h3>
      {resource.description && <p className={styles.text}>{resource.description}</p>}
    </li>
  );
}
