// The proposals that wait for the user's approval, and the user's own that wait for another's: the newest, each with a link.
import { formatDateTime, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { permits, useSession } from '@mizan/ui-kit/session';
import waits from '@mizan/ui-kit/waiting.module.css';
import { Link } from 'react-router';
import { useSetsWhere, type SetCondition } from '../change-sets/set-data.ts';
import { countsOf, titleOfSet } from '../change-sets/set-texts.ts';
import { useResources } from '../document/context.tsx';
import { idOf, type Resource } from '../document/resources.ts';
import { Icon } from '../frame/icon.tsx';
import { ResourceIcon } from '../frame/resource-icon.tsx';
import { paths } from '../paths.ts';
import { Card } from './card.tsx';
import styles from './overview.module.css';

const SHOWN = 5;

export default function ProposalCards() {
  const { me } = useSession();
  const resources = useResources();
  if (!me) return null;
  const having = (action: string) => resources.filter(({ name, plans }) => plans && permits(me, `${name}:${action}`));
  const by = (operator: SetCondition['operator']): SetCondition => ({ field: 'by', operator, value: me.user.id });
  const own = by('equals');
  // Users cannot approve what they have proposed themselves.
  const others = by('not_equals');
  return (
    <>
      <Proposals title={m.proposals_to_approve()} resources={having('approve')} by={others} />
      <Proposals title={m.proposals_own()} resources={having('propose')} by={own} own />
    </>
  );
}

interface Props {
  title: string;
  /** Those that they change. */
  resources: Resource[];
  by: SetCondition;
  /** The proposer is the user. */
  own?: boolean;
}

/** Nothing while there is none: it stands beside what is always there. */
function Proposals({ title, resources, by, own = false }: Props) {
  const of: SetCondition = { field: 'resource', operator: 'in', value: resources.map(({ name }) => name) };
  const proposed: SetCondition = { field: 'state', operator: 'equals', value: 'proposed' };
  const { data } = useSetsWhere([proposed, of, by], { page: 1, perPage: SHOWN }, resources.length > 0);
  if (!data || data.total === 0) return null;
  const all = paths.changeSets('?state=proposed');
  return (
    <Card title={title} wide>
      <ul className={waits.list}>
        {data.items.map((set) => {
          const resource = resources.find(({ name }) => name === set.resource);
          return (
            resource && (
              <li key={idOf(set)}>
                <Link to={paths.changeSet(idOf(set))}>
                  <span className={styles.proposal}>
                    <ResourceIcon resource={resource} size={18} />
                    <span>
                      {titleOfSet(set, resource)}
                      <span className={styles.text}>
                        {!own && (
                          <>
                            <bdi>{set.by?.name || m.history_somebody()}</bdi>
                            {' · '}
                          </>
                        )}
                        {countsOf(set)}
                        {' · '}
                        <time dateTime={set.at} title={formatDateTime(set.at)}>
                          {formatRelative(set.at)}
                        </time>
                      </span>
                    </span>
                  </span>
                  <Icon name="next" size={16} />
                </Link>
              </li>
            )
          );
        })}
      </ul>
      {data.total > SHOWN && (
        <Link className={styles.all} to={all}>
          {m.proposals_all({ count: data.total, shown: formatNumber(data.total) })}
        </Link>
      )}
    </Card>
  );
}
