// Begins to view as another user.
import { m } from '@mizan/ui-kit/messages';
import { errorMessage } from '../data/problems.ts';
import { viewAs } from '../data/view-as.ts';
import { toastFailure } from '../data/why.ts';

/** Opens the back-office with a user's eyes, or shows why that is refused. */
export async function beginView(user: { id: string; name: string }): Promise<void> {
  try {
    await viewAs(user);
  } catch (error) {
    toastFailure(error, errorMessage(error, m.view_as_failed({ name: user.name })));
  }
}
