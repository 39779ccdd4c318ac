// Chooses the language among those of the message catalogues. A single language is shown without a choice.
import { getLocale, locales as written, setLocale, type Locale } from '@mizan/ui-kit/locale';
import { m } from '@mizan/ui-kit/messages';
import { Segments } from './segments';
import styles from './account.module.css';

/** The name of a language in that language. */
function nameOf(locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
}

interface Props {
  locales?: readonly string[];
  /** Texts are looked up at render time, so another language reloads the page. */
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
