// What estimators see on home: where they left off, and their progress in this week's rotation.
import type { Me } from '@mizan/ui-kit/session';
import { ThisWeek } from '../overview/this-week';
import { WhereOneLeft } from '../overview/where-one-left';

export const Above = ({ me }: { me: Me }) => <WhereOneLeft visitor={me.user.id} />;

export const Below = () => <ThisWeek brief />;
