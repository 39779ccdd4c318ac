// The front end of estimations: the card with the coverage of this week's rotation.
import { defineModule } from '@mizan/admin-ui/module';
import { ThisWeek } from './this-week.tsx';

export default defineModule({
  cards: [{ key: 'this-week', permission: 'rotations:read', Card: ThisWeek }],
});
