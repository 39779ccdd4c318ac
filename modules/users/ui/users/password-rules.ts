// The rules of a new password.
import { m } from '@mizan/ui-kit/messages';

const SHORTEST = 8;

export interface PasswordProblems {
  password?: string;
  confirm?: string;
}

/** Counts characters as users see them, not code units. */
export function passwordProblems(password: string, confirm: string): PasswordProblems {
  return {
    ...([...password].length < SHORTEST && { password: m.users_password_short() }),
    ...(password !== confirm && { confirm: m.users_password_mismatch() }),
  };
}
