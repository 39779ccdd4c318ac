// Sends what a form or a question stands for: once per press, under one idempotency key while it stays the same, and
// with what the server refuses sorted into errors at fields and one message.
import { useIntent } from '@mizan/ui-kit/intent';
import { toast } from '@mizan/ui-kit/toaster';
import { useCallback, useRef, useState, type RefObject } from 'react';
import { isAtFields, errorMessage, type FieldProblem } from '../data/problems.ts';

/** What is shown of a refusal: a message for the whole, errors at fields. */
export interface Refusal {
  failure?: string;
  problems?: FieldProblem[];
}

type Answered = Refusal | null | undefined;

interface Options<What, Answer> {
  /** Sends it; the key stays the same for as long as the same is sent. */
  send: (what: What, key: string) => Promise<Answer>;
  onDone: (answer: Answer) => void | Promise<void>;
  /** The message where the server gives no reason. */
  failed: string;
  /**
   * Sees an error first. What it gives back is shown in the place of the server's own words, `null` shows nothing
   * because the error has been dealt with, `undefined` leaves it as it is.
   */
  onError?: (error: unknown, what: What) => Answered | Promise<Answered>;
  /** Whether the message for the whole is a toast; else it is shown where it was sent from. */
  toasts?: boolean;
}

export interface Submission<What> {
  busy: boolean;
  /** The same before it is drawn. */
  running: RefObject<boolean>;
  /** Why it was refused as a whole. */
  failure: string | undefined;
  /** What was refused at fields. */
  problems: FieldProblem[];
  /** Sends, unless it is on its way already; gives back what is shown of a refusal. */
  submit: (what: What) => Promise<Refusal | undefined>;
  /** Forgets what was refused, or keeps what is still to be shown of it. */
  forget: (left?: FieldProblem[]) => void;
}

const NONE: FieldProblem[] = [];

/** One thing to be sent: `const { submit, busy, failure } = useSubmit({ send, onDone, failed })`. */
export function useSubmit<What = void, Answer = unknown>(options: Options<What, Answer>): Submission<What> {
  const intent = useIntent();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [problems, setProblems] = useState(NONE);

  const forget = useCallback((left: FieldProblem[] = NONE) => {
    setFailure(undefined);
    setProblems(left);
  }, []);

  const submit = async (what: What): Promise<Refusal | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    forget();
    try {
      let answer: Answer;
      try {
        answer = await intent.send(what, (key) => options.send(what, key));
      } catch (error) {
        const own = await options.onError?.(error, what);
        if (own === null) return undefined;
        const refusal = own ?? refusalOf(error, options.failed);
        setProblems(refusal.problems ?? NONE);
        if (options.toasts && refusal.failure) toast.error(refusal.failure);
        else setFailure(refusal.failure);
        return refusal;
      }
      await options.onDone(answer);
      return undefined;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, running, failure, problems, submit, forget };
}

/** Errors at fields where the server names them, else its message, else the one for any failure. */
export function refusalOf(error: unknown, failed: string): Refusal {
  return isAtFields(error) ? { problems: error.errors } : { failure: errorMessage(error, failed) };
}
