// Names the record that an action is about, within the document's text or by itself.
import { Unbroken } from '@mizan/ui-kit/unbroken';
import type { RaRecord } from 'ra-core';
import { titleOf, type Resource } from '../document/resources.ts';
import { partsOf } from './verb-texts.ts';
import styles from './verbs.module.css';

interface Props {
  resource: Resource;
  record: RaRecord<string>;
  /** `{title}` is the record's title, `{email}` its field of that name. */
  text: string | undefined;
}

export function AboutRecord({ resource, record, text = '{title}' }: Props) {
  return partsOf(text, titleOf(resource, record), record).map((part, at) =>
    part.own ? (
      part.text
    ) : (
      // The parts of a text keep their order.
      // oxlint-disable-next-line react/no-array-index-key
      <bdi key={at} className={styles.named}>
        <Unbroken>{part.text}</Unbroken>
      </bdi>
    ),
  );
}
