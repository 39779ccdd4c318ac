// In place of a record that is not there: it never was, or somebody deleted it.
import Button from '@mui/material/Button';
import { m } from '@mizan/ui-kit/messages';
import { Link } from 'react-router';
import type { Resource } from '../document/resources.ts';
import { Crumbs } from '../frame/crumbs.tsx';
import { Notice } from '../frame/notice.tsx';
import screen from '../frame/screen.module.css';
import { backToList } from '../list/last-list.ts';

export function RecordMissing({ resource }: { resource: Resource }) {
  const title = m.admin_record_missing({ singular: resource.singular });
  return (
    <div className={screen.screen}>
      <Crumbs of={[{ label: resource.label, to: backToList(resource) }, { label: resource.singular }]} />
      <Notice failure whole title={title} text={m.admin_record_missing_text({ noun: resource.noun })}>
        <Button variant="outlined" component={Link} to={backToList(resource)}>
          {m.admin_back_to({ label: resource.label })}
        </Button>
      </Notice>
    </div>
  );
}
