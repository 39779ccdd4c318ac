// The overview of an area: what there is, how much of it, and the way there. Only what the visitor may read.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Link, useLocation } from 'react-router';
import Skeleton from '@mui/material/Skeleton';
import { useTotal } from '../data/record.ts';
import { useMay, useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { paths } from '../paths.ts';
import { Crumbs } from './crumbs.tsx';
import styles from './dashboard.module.css';
import { Icon } from './icon.tsx';
import { areaLabel } from './navigation.tsx';
import { AccessDenied } from './not-here.tsx';
import { Notice } from './notice.tsx';
import screen from './screen.module.css';

export function Dashboard() {
  const area = useLocation().pathname.split('/')[1] ?? '';
  const may = useMay();
  const shown = useResources().filter((resource) => resource.area === area && may(resource, 'list'));
  return (
    <div className={screen.screen}>
      <Crumbs of={[{ label: m.admin_overview() }]} />
      <AccessDenied />
      <header className={screen.heading}>
        <h1 className={screen.title}>{areaLabel(area)}</h1>
        <p className={screen.subtitle}>{m.admin_overview_text()}</p>
      </header>
      {shown.length === 0 ? (
        <Notice title={m.admin_overview_empty()} text={m.admin_overview_empty_text()} />
      ) : (
        <ul className={styles.cards}>
          {shown.map((resource) => (
            <Card key={resource.name} resource={resource} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Card({ resource }: { resource: Resource }) {
  const { data: total, isError } = useTotal(resource);
  return (
    <li className={styles.card}>
      <h2 className={styles.label}>
        <Link to={paths.list(resource.area, resource.name)} className={styles.link}>
          {resource.label}
        </Link>
        <Icon name="next" size={18} />
      </h2>
      <p className={styles.total}>{total === undefined && !isError ? <Skeleton width={72} /> : text(total)}</p>
      {resource.description && <p className={styles.text}>{resource.description}</p>}
    </li>
  );
}

const text = (total: number | undefined): string => (total === undefined ? '—' : formatNumber(total));
