// The frame of the public pages with a form: the link to the start page, the form, a footer, and the illustration.
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Mark } from '@mizan/ui-kit/mark';
import { product } from '@mizan/ui-kit/product';
import { paths } from '../paths';
import { Balance } from './balance';
import styles from './public-page.module.css';

export function PublicPage({ foot, children }: { foot: ReactNode; children: ReactNode }) {
  return (
    <div className={styles['page']}>
      <main className={styles['side']}>
        <Link to={paths.start} className={styles['brand']}>
          <Mark size={28} />
          {product().name}
        </Link>
        {children}
        <footer className={styles['foot']}>{foot}</footer>
      </main>
      <aside className={styles['picture']}>
        <Balance />
      </aside>
    </div>
  );
}
