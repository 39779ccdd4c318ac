// A record of any resource, to be read: its facts in groups, and what may be done with it.
import Button from '@mui/material/Button';
import type { Schema } from '@mizan/openapi/document';
import { formatDateTime } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Loaded } from '../data/data-provider.ts';
import { isStatus, sentenceOf } from '../data/problems.ts';
import { useRecord } from '../data/record.ts';
import { useMay, useResource } from '../document/context.tsx';
import { titleOf, type Resource } from '../document/resources.ts';
import { Value } from '../fields/value.tsx';
import { Crumbs } from '../frame/crumbs.tsx';
import { Icon } from '../frame/icon.tsx';
import { NotHere } from '../frame/not-here.tsx';
import { ScreenSkeleton } from '../frame/screen-skeleton.tsx';
import screen from '../frame/screen.module.css';
import { backToList } from '../list/last-list.ts';
import { paths } from '../paths.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { factGroups } from './fact-groups.ts';
import { RecordMissing } from './record-missing.tsx';
import styles from './record.module.css';

export default function ViewScreen() {
  const resource = useResource();
  const may = useMay();
  const { id = '', '*': rest } = useParams();
  if (rest || !may(resource, 'view')) return <NotHere />;
  return <LoadedView key={`${resource.name} ${id}`} resource={resource} id={id} />;
}

function LoadedView({ resource, id }: { resource: Resource; id: string }) {
  const { data, error } = useRecord(resource, id);
  const navigate = useNavigate();
  const failed = error !== null && data === undefined && !isStatus(error, 404);
  const told = useRef(false);

  useEffect(() => {
    if (!failed || told.current) return;
    told.current = true;
    toast.error(sentenceOf(error, m.admin_fetch_failed({ noun: resource.noun })));
    void navigate(backToList(resource), { replace: true });
  }, [failed, error, navigate, resource]);

  if (isStatus(error, 404)) return <RecordMissing resource={resource} />;
  if (!data) return <ScreenSkeleton narrow label={m.admin_loading_record({ noun: resource.noun })} />;
  return <Facts resource={resource} loaded={data} />;
}

function Facts({ resource, loaded: { record } }: { resource: Resource; loaded: Loaded }) {
  const may = useMay();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const title = titleOf(resource, record);
  const { cards, times } = factGroups(resource);
  return (
    <div className={`${screen.screen} ${screen.narrow}`}>
      <Crumbs of={[{ label: resource.label, to: backToList(resource) }, { label: title }]} />
      <header className={screen.head}>
        <div className={screen.heading}>
          <h1 className={screen.title}>
            <bdi>{title}</bdi>
          </h1>
          <p className={screen.subtitle}>{resource.singular}</p>
        </div>
        <div className={screen.actions}>
          {may(resource, 'delete') && (
            <Button variant="outlined" startIcon={<Icon name="remove" size={18} />} onClick={() => setDeleting(true)}>
              {m.admin_delete()}
            </Button>
          )}
          {may(resource, 'update') && (
            <Button
              variant="contained"
              component={Link}
              to={paths.edit(resource.area, resource.name, record.id)}
              startIcon={<Icon name="edit" size={18} />}
            >
              {m.admin_edit()}
            </Button>
          )}
        </div>
      </header>
      <div className={styles.cards}>
        {cards.map(({ title: heading, facts, within }) => (
          <section key={heading} className={styles.card}>
            <h2 className={styles.cardTitle}>{heading}</h2>
            <dl className={styles.facts}>
              {facts.map(({ field, label, schema }) => (
                <Fact key={field} label={label} schema={schema} value={valueIn(record, within, field)} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      {times.length > 0 && (
        <p className={styles.quiet}>
          {times
            .filter(({ field }) => record[field])
            .map(({ field, label }) => m.admin_time_of({ label, time: formatDateTime(String(record[field])) }))
            .join(' · ')}
        </p>
      )}
      {deleting && (
        <DeleteDialog
          resource={resource}
          id={record.id}
          record={record}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate(backToList(resource), { replace: true })}
        />
      )}
    </div>
  );
}

function valueIn(record: Record<string, unknown>, within: string | undefined, field: string): unknown {
  if (within === undefined) return record[field];
  return (record[within] as Record<string, unknown> | null | undefined)?.[field];
}

function Fact({ label, schema, value }: { label: string; schema: Schema; value: unknown }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>
        <Value value={value} schema={schema} unit />
      </dd>
    </div>
  );
}
