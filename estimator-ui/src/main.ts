// Starts the estimators' app: the shell, and `/estimations`. It works offline.
import { start } from '@mizan/shell/start';
import { session } from '@mizan/ui-kit/session';
import { theme } from '@mizan/product/theme';
import './offline/install';
import { createAppRouter } from './router';

session.enableOffline();
await start(theme, () => createAppRouter());
