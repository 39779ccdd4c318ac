// The project on our own map, and a link to an external one with streets.
import { m } from '@mizan/ui-kit/messages';
import { coordinatesOf, PlaceMap } from '@mizan/ui-kit/map';
import { GroundContext } from '@mizan/ui-kit/map-ground-context';
import { map } from '@mizan/product/map';
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
        <GroundContext value={map}>
          <PlaceMap
            key={`${coordinates.latitude} ${coordinates.longitude}`}
            points={[{ ...coordinates, label: name }]}
          />
        </GroundContext>
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
