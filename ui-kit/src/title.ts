// The title of the browser tab: the screen's, then the product's.
import { useEffect } from 'react';
import { product } from './product';
import { m } from '@mizan/ui-kit/messages';

export function useTitle(screen: string | undefined): void {
  useEffect(() => {
    const { name } = product();
    document.title = screen ? m.title_screen({ screen, product: name }) : name;
  }, [screen]);
}
