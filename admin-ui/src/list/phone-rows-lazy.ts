// The list on a phone, loaded where there is one.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const PhoneRows = lazyScreen(() => import('./phone-rows.tsx'));
