// The product's own texts on the pages of the shell.
import { m } from '@mizan/ui-kit/messages';
import type { Texts } from '@mizan/shell/texts';

export const texts: Texts = {
  start: () => ({
    headline: m.product_start_headline(),
    lead: m.product_start_lead(),
    records: m.product_start_records(),
    footer: m.product_start_footer(),
  }),
  areas: { analytics: m.product_analytics },
};
