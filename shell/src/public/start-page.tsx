// `/`: what the product is, and the links to sign in and to request access.
import { Link, useLoaderData } from '@tanstack/react-router';
import { buttonClass } from '@mizan/ui-kit/button';
import { Mark } from '@mizan/ui-kit/mark';
import { m } from '@mizan/ui-kit/messages';
import { product } from '@mizan/ui-kit/product';
import { useTitle } from '@mizan/ui-kit/title';
import { paths } from '../paths';
import type { StartTexts } from '../texts';
import { Balance } from './balance';
import styles from './start-page.module.css';

export function StartPage() {
  /** Texts of the product in place of the general ones. */
  const own = useLoaderData({ from: '/' });
  useTitle(undefined);
  const texts: StartTexts = {
    headline: m.start_headline(),
    lead: m.start_lead({ product: product().name }),
    records: m.start_fact_records_text(),
    footer: m.start_footer(),
    ...own,
  };
  const facts = [
    { title: m.start_fact_records_title(), text: texts.records },
    { title: m.start_fact_history_title(), text: m.start_fact_history_text() },
    {
      title: m.start_fact_api_title(),
      text: m.start_fact_api_text(),
      link: { href: paths.docs, label: m.start_fact_api_link() },
    },
  ];
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        <span className={styles['brand']}>
          <Mark size={28} />
          {product().name}
        </span>
        <Link to={paths.login} className={buttonClass({ look: 'quiet' })}>
          {m.start_sign_in()}
        </Link>
      </header>
      <main>
        <section className={styles['hero']}>
          <div className={styles['intro']}>
            <h1 className={styles['headline']}>{texts.headline}</h1>
            <p className={styles['lead']}>{texts.lead}</p>
            <div className={styles['ways']}>
              <Link to={paths.login} className={buttonClass({})}>
                {m.start_sign_in()}
              </Link>
              <Link to={paths.join} className={buttonClass({ look: 'secondary' })}>
                {m.start_join()}
              </Link>
            </div>
          </div>
          <div className={styles['picture']}>
            <Balance />
          </div>
        </section>
        <ul className={styles['facts']}>
          {facts.map((fact) => (
            <li key={fact.title} className={styles['fact']}>
              <h2 className={styles['name']}>{fact.title}</h2>
              <p className={styles['text']}>{fact.text}</p>
              {fact.link && (
                <a className={styles['more']} href={fact.link.href}>
                  {fact.link.label}
                </a>
              )}
            </li>
          ))}
        </ul>
      </main>
      <footer className={styles['foot']}>{texts.footer}</footer>
    </div>
  );
}
