// The title of the browser tab: the screen's, then the product's.
import { useEffect } from 'react';
import { m } from '@mizan/ui-kit/messages';

export function useTitle(screen: string | undefined): void {
  useEffect(() => {
    document.title = screen ? m.title_screen({ screen, product: m.product_name() }) : m.product_name();
  }, [screen]);
}
