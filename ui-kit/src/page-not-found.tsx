// The Page Not Found card inside the protected area, with links to the areas that the user may enter.
import { m } from '@mizan/ui-kit/messages';
import type { AreaCard } from './areas';
import { ButtonLink } from './button';
import { Mark } from './mark';
import { paths } from './paths';
import { permits, type Permissions } from './session';
import styles from './notice.module.css';

interface Props {
  permissions: Permissions;
  /** Those of the product. */
  areas: readonly AreaCard[];
}

export function PageNotFound({ permissions, areas }: Props) {
  const links = [
    ...areas.map(({ title, ...area }) => ({ ...area, label: m.page_not_found_area({ area: title() }) })),
    { path: paths.analytics, permission: 'analytics:enter', label: m.page_not_found_analytics() },
    { path: paths.backoffice, permission: 'backoffice:enter', label: m.page_not_found_backoffice() },
  ].filter(({ permission }) => permits({ permissions }, permission));
  return (
    <div className={styles['page']}>
      <span className={styles['mark']}>
        <Mark size={40} />
      </span>
      <div className={styles['card']}>
        <h1 className={styles['title']}>{m.page_not_found_title()}</h1>
        <p className={styles['text']}>{m.page_not_found_text()}</p>
        <p className={styles['small']}>{m.page_not_found_support()}</p>
        <div className={styles['actions']}>
          {links.map(({ path, label }, index) => (
            <ButtonLink key={path} href={path} look={index === 0 ? 'primary' : 'secondary'}>
              {label}
            </ButtonLink>
          ))}
          {links.length === 0 && <ButtonLink href={paths.start}>{m.page_not_found_home()}</ButtonLink>}
        </div>
      </div>
    </div>
  );
}
