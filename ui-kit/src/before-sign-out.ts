// What an app wants to know before its visitor signs out, such as whether something would be left behind.

type Question = (everywhere: boolean) => Promise<boolean>;

let question: Question = () => Promise.resolve(true);

/** `ask` answers whether the visitor still wants to go. Answers how to take it back. */
export function askBeforeSignOut(ask: Question): () => void {
  question = ask;
  return () => {
    question = () => Promise.resolve(true);
  };
}

export const maySignOut: Question = (everywhere) => question(everywhere);
