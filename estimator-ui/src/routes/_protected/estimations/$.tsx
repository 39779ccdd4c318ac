// Page Not Found below `/estimations`.
import { createFileRoute } from '@tanstack/react-router';
import { WrongAddress } from '../../../shell/wrong-address';

export const Route = createFileRoute('/_protected/estimations/$')({ component: WrongAddress });
