// The language of the texts, out of those that the catalogue has. Another one is there once its file of messages is:
// while there is only one, it is reported and not offered.
import { getLocale, locales as written, setLocale, type Locale } from '@mizan/ui-kit/locale';
import { m } from '@mizan/ui-kit/messages';
import { Segments } from './segments';
import styles from './account.module.css';

/** A language's name as those who speak it write it. */
function nameOf(locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
}

interface Props {
  locales?: readonly string[];
  /** Texts are chosen as they are drawn: another language loads the page again. */
  choose?: (locale: string) => void;
}

export function LanguageChoice({ locales = written, choose = (locale) => void setLocale(locale as Locale) }: Props) {
  const current = getLocale();
  if (locales.length < 2) {
    return (
      <dl className={styles['message']}>
        <dt>{m.account_language()}</dt>
        <dd lang={current}>{nameOf(current)}</dd>
      </dl>
    );
  }
  return (
    <div className={styles['choosing']}>
      <Segments
        legend={m.account_language()}
        choices={locales.map((locale) => ({ value: locale, label: nameOf(locale), lang: locale }))}
        chosen={current as string}
        choose={choose}
      />
    </div>
  );
}
