// What an app wants to know before its visitor signs out, such as whether something would be left behind.

type Question = (everywhere: boolean) => Promise<boolean>;

const questions = new Set<Question>();

/** `ask` answers whether the visitor still wants to go. Answers how to take it back. */
export function confirmBeforeSignOut(question: Question): () => void {
  questions.add(question);
  return () => questions.delete(question);
}

/** Asks one after the other, the latest first; the first that is answered with no is the last. */
export async function maySignOut(everywhere: boolean): Promise<boolean> {
  for (const question of [...questions].toReversed()) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await question(everywhere))) return false;
  }
  return true;
}
