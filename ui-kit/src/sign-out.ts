// Signs out, after the screens' own questions.
import { m } from '@mizan/ui-kit/messages';
import { maySignOut } from './before-sign-out';
import { asProblem } from './http';
import { session } from './session';
import { toast } from './toaster';

export async function signOut(everywhere: boolean): Promise<void> {
  try {
    if (!(await maySignOut(everywhere))) return;
    await session.signOut({ everywhere });
    if (everywhere) toast.success(m.account_signed_out_everywhere());
  } catch (error) {
    toast.error(asProblem(error).message);
  }
}
