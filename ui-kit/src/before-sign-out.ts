// Confirmations before sign-out, for example when data would be left behind.

type Question = (everywhere: boolean) => Promise<boolean>;

const questions = new Set<Question>();

/** Registers a question that resolves to whether the user still signs out. Returns the function that removes it. */
export function confirmBeforeSignOut(question: Question): () => void {
  questions.add(question);
  return () => questions.delete(question);
}

/** Runs the questions one after the other, the latest first, and stops at the first no. */
export async function maySignOut(everywhere: boolean): Promise<boolean> {
  for (const question of [...questions].toReversed()) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await question(everywhere))) return false;
  }
  return true;
}
