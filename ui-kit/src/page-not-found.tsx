// The Page Not Found card inside the protected area, with links to the areas that the user may enter.
import { m } from '@mizan/ui-kit/messages';
import { ButtonLink } from './button';
import { Mark } from './mark';
import { paths } from './paths';
import { can, type Permissions } from './session';
import styles from './notice.module.css';

export function PageNotFound({ permissions }: { permissions: Permissions }) {
  const areas = [
    { name: 'estimations', path: paths.estimations, label: m.page_not_found_estimations() },
    { name: 'analytics', path: paths.analytics, label: m.page_not_found_analytics() },
    { name: 'backoffice', path: paths.backoffice, label: m.page_not_found_backoffice() },
  ].filter((area) => can({ permissions }, area.name, 'enter'));
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
          {areas.map((area, index) => (
            <ButtonLink key={area.name} href={area.path} look={index === 0 ? 'primary' : 'secondary'}>
              {area.label}
            </ButtonLink>
          ))}
          {areas.length === 0 && <ButtonLink href={paths.start}>{m.page_not_found_home()}</ButtonLink>}
        </div>
      </div>
    </div>
  );
}
