// Which record something is done with: within the text of the document, or by itself.
import type { RaRecord } from 'react-admin';
import { titleOf, type Resource } from '../document/resources.ts';
import { partsOf } from './verb-texts.ts';
import styles from './verbs.module.css';

interface Props {
  resource: Resource;
  record: RaRecord<string>;
  /** `{title}` is what the record is named, `{email}` its field of that name. */
  text: string | undefined;
}

export function AboutRecord({ resource, record, text = '{title}' }: Props) {
  return partsOf(text, titleOf(resource, record), record).map((part, at) =>
    part.own ? (
      part.text
    ) : (
      // The parts of one text do not move.
      // oxlint-disable-next-line react/no-array-index-key
      <bdi key={at} className={styles.named}>
        {part.text}
      </bdi>
    ),
  );
}
