// Where the project is, on a map that is drawn here, and the way to one that knows every street.
import { m } from '@mizan/ui-kit/messages';
import { coordinatesOf, DubaiMap } from '@mizan/ui-kit/map';
import { openStreetMap } from './paths';
import styles from './panel.module.css';

export function Location({
  coordinates,
  name,
}: {
  coordinates: { latitude: number; longitude: number };
  name: string;
}) {
  return (
    <>
      <div className={styles['map']}>
        <DubaiMap key={`${coordinates.latitude} ${coordinates.longitude}`} points={[{ ...coordinates, label: name }]} />
      </div>
      <p className={styles['under']}>
        <span>{coordinatesOf(coordinates)}</span>
        <a href={openStreetMap(coordinates)} target="_blank" rel="noopener noreferrer">
          {m.panel_open_street_map()}
          <span className={styles['unseen']}> {m.panel_new_tab()}</span>
        </a>
      </p>
    </>
  );
}
