// The bar above all screens while another user's eyes are used: whose they are, what that user may not do here, and the end.
import { Button } from '@mizan/ui-kit/button';
import { Dialog } from '@mizan/ui-kit/dialog';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import { endView } from '../data/view-as.ts';
import { askWhy, mayAsk } from '../data/why.ts';
import { permits, useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { Icon } from '../frame/icon.tsx';
import styles from './access.module.css';
import { actionLabel } from './describe-line.ts';

export default function Viewing({ name }: { name: string }) {
  const { me } = useSession();
  const here = useHere();
  const [missing, setMissing] = useState(false);
  return (
    <section className={styles.viewing} aria-label={m.view_as_region()}>
      <p className={styles.viewed}>
        <Icon name="view" size={18} />
        <span>{m.view_as_banner({ name })}</span>
      </p>
      <div className={styles.viewingButtons}>
        {here && mayAsk(me) && (
          <Button look="quiet" onClick={() => setMissing(true)}>
            {m.view_as_missing()}
          </Button>
        )}
        <Button look="secondary" onClick={endView}>
          {m.view_as_end()}
        </Button>
      </div>
      {missing && here && <Missing name={name} {...here} onClose={() => setMissing(false)} />}
    </section>
  );
}

interface Here {
  resource: Resource;
  /** The identifier of the record, on a page about one. */
  record: string | undefined;
}

/** The resource, and the record, of the address. */
function useHere(): Here | undefined {
  const { pathname } = useLocation();
  const [, area, name, record] = pathname.split('/');
  const resource = useResources().find((one) => one.area === area && one.name === name);
  return resource && { resource, record: /^[0-9a-f]{24}$/.test(record ?? '') ? record : undefined };
}

/** What the user may not do with these records, each with the reason. */
function Missing({ name, resource, record, onClose }: Here & { name: string; onClose: () => void }) {
  const { me } = useSession();
  const id = useId();
  const all = [...Object.values(resource.operations), ...resource.verbs.map(({ operation }) => operation)];
  const lacking = all.filter(
    ({ permission }, at) =>
      !permits(me, permission) && all.findIndex((other) => other.permission === permission) === at,
  );
  return (
    <Dialog size="medium" aria-labelledby={id} onClose={onClose}>
      <h2 id={id} className={styles.whyTitle}>
        {m.view_as_missing_title({ name })}
      </h2>
      <div className={styles.answer}>
        {lacking.length === 0 ? (
          <p>{m.view_as_missing_none({ name, label: resource.nouns })}</p>
        ) : (
          <ul className={styles.lines}>
            {lacking.map(({ id: operation, permission }) => (
              <li key={operation} className={styles.lacking}>
                {m.view_as_missing_action({
                  action: actionLabel(permission.split(':')[1] ?? ''),
                  label: resource.nouns,
                })}
                <Button
                  look="quiet"
                  aria-label={m.why_action({
                    action: actionLabel(permission.split(':')[1] ?? ''),
                    label: resource.nouns,
                  })}
                  onClick={() => askWhy({ permission, operation, ...(record !== undefined && { record }) })}
                >
                  {m.why()}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.foot}>
        <Button look="secondary" onClick={onClose}>
          {m.why_close()}
        </Button>
      </div>
    </Dialog>
  );
}
