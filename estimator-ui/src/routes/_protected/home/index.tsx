// `/home`.
import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '../../../home/home-page';

export const Route = createFileRoute('/_protected/home/')({ component: HomePage });
