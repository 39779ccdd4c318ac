// What the back-office shows of estimates beside what the document says of them: how far this week's rotation is.
import { defineModule } from '@mizan/admin-ui/module';
import { ThisWeek } from './this-week.tsx';

export default defineModule({
  cards: [{ key: 'this-week', permission: 'rotations:read', Card: ThisWeek }],
});
