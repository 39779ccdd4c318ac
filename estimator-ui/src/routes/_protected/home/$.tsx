// Page Not Found below `/home`.
import { createFileRoute } from '@tanstack/react-router';
import { WrongAddress } from '../../../shell/wrong-address';

export const Route = createFileRoute('/_protected/home/$')({ component: WrongAddress });
