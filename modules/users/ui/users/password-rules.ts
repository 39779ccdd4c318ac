// When a new password will do.
import { m } from '@mizan/ui-kit/messages';

const SHORTEST = 8;

export interface PasswordProblems {
  password?: string;
  confirm?: string;
}

/** Characters are counted as people see them, not as they are stored. */
export function passwordProblems(password: string, confirm: string): PasswordProblems {
  return {
    ...([...password].length < SHORTEST && { password: m.users_password_short() }),
    ...(password !== confirm && { confirm: m.users_password_mismatch() }),
  };
}
