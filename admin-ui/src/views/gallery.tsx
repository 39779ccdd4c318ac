// A list as a gallery: the first image of each record of the page.
import { useMemo } from 'react';
import type { RaRecord } from 'ra-core';
import { Link } from 'react-router';
import { titleOf, type Column, type Resource } from '../document/resources.ts';
import { ResourceIcon } from '../frame/resource-icon.tsx';
import { ScrollRegion } from '../frame/scroll-region.tsx';
import { imagesOf } from '../media/image-data.ts';
import { Picture } from '../media/picture.tsx';
import { CardFacts } from './card-facts.tsx';
import { cardColumns } from './card-fields.ts';
import card from './card.module.css';
import styles from './gallery.module.css';
import { useOpen } from './use-open.ts';
import type { ViewProps } from './view-props.ts';

const BONES = 12;

export default function Gallery({ resource, fields: [field = ''], list, columns, Menu, onDelete }: ViewProps) {
  const open = useOpen(resource);
  const shown = useMemo(() => cardColumns(resource, columns, [field]), [resource, columns, field]);
  return (
    <ScrollRegion className={styles.scroll} label={resource.label}>
      <ul className={styles.tiles}>
        {list.records === undefined
          ? Array.from({ length: BONES }, (_, bone) => (
              // oxlint-disable-next-line react/no-array-index-key
              <li key={bone} className={`${card.bone} ${styles.bone}`} aria-hidden="true" />
            ))
          : list.records.map((record) => (
              <Tile
                key={record.id}
                {...{ resource, field, record, Menu, onDelete }}
                columns={shown}
                to={open(record)}
              />
            ))}
      </ul>
    </ScrollRegion>
  );
}

interface TileProps extends Pick<ViewProps, 'Menu' | 'onDelete'> {
  resource: Resource;
  field: string;
  record: RaRecord<string>;
  columns: Column[];
  to: string | undefined;
}

function Tile({ resource, field, record, columns, to, Menu, onDelete }: TileProps) {
  const [image] = imagesOf(record[field]);
  const title = titleOf(resource, record);
  return (
    <li className={`${card.card} ${styles.tile}`}>
      <div className={styles.frame}>
        {image ? (
          <Picture resource={resource} id={record.id} image={image} number={1} size="small" />
        ) : (
          <span className={styles.none}>
            <ResourceIcon resource={resource} size={28} />
          </span>
        )}
      </div>
      <div className={styles.text}>
        <div className={card.head}>
          {to === undefined ? (
            <span className={card.title} dir="auto">
              {title}
            </span>
          ) : (
            <Link to={to} className={card.title} dir="auto">
              {title}
            </Link>
          )}
          <span className={styles.menu}>
            <Menu resource={resource} record={record} onDelete={() => onDelete(record)} />
          </span>
        </div>
        <CardFacts resource={resource} columns={columns} record={record} />
      </div>
    </li>
  );
}
