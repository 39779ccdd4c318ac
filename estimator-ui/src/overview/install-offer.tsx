// Offers to install the app, where the browser supports it: at the end of the index, until it is declined.
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { install, refuseInstall, useInstallOffer } from '../offline/install';
import screen from '../parts/screen.module.css';
import styles from './install-offer.module.css';

export function InstallOffer() {
  if (!useInstallOffer()) return null;
  return (
    <section className={styles['offer']} aria-labelledby="install">
      <div className={styles['text']}>
        <h2 id="install" className={styles['title']}>
          {m.offline_install_title()}
        </h2>
        <p className={screen['note']}>{m.offline_install_text()}</p>
      </div>
      <div className={styles['actions']}>
        <Button look="secondary" onClick={() => void install()}>
          {m.offline_install()}
        </Button>
        <Button look="quiet" onClick={refuseInstall}>
          {m.offline_install_refuse()}
        </Button>
      </div>
    </section>
  );
}
