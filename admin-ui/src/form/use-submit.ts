// Submits a form or a confirmation: one request at a time, with one idempotency key for the same content. Splits the
// server's errors into those at fields and one message.
import { useIntent } from '@mizan/ui-kit/intent';
import { useCallback, useRef, useState, type RefObject } from 'react';
import { isAtFields, errorMessage, type FieldProblem } from '../data/problems.ts';
import { questionOf, toastFailure, type Question } from '../data/why.ts';

/** What a form shows of a rejection: a message, and errors at fields. */
export interface Refusal {
  failure?: string;
  problems?: FieldProblem[];
}

type Answered = Refusal | null | undefined;

interface Options<What, Answer> {
  /** Sends the request; the key stays the same while the content does. */
  send: (what: What, key: string) => Promise<Answer>;
  onDone: (answer: Answer) => void | Promise<void>;
  /** The message when the server gives none. */
  failed: string;
  /**
   * Handles an error first. A result replaces the server's message, `null` shows nothing because the error is handled,
   * `undefined` leaves it unchanged.
   */
  onError?: (error: unknown, what: What) => Answered | Promise<Answered>;
  /** Shows the message as a toast; otherwise the form shows it. */
  toasts?: boolean;
}

export interface Submission<What> {
  busy: boolean;
  /** The same as `busy`, before the next render. */
  running: RefObject<boolean>;
  /** The message. */
  failure: string | undefined;
  /** Why it was refused, for who may ask. */
  why: Question | undefined;
  /** The errors at fields. */
  problems: FieldProblem[];
  /** Submits, unless a request is pending; returns what is shown of a rejection. */
  submit: (what: What) => Promise<Refusal | undefined>;
  /** Clears the rejection, or keeps these errors. */
  forget: (left?: FieldProblem[]) => void;
}

const NONE: FieldProblem[] = [];

/** One submission: `const { submit, busy, failure } = useSubmit({ send, onDone, failed })`. */
export function useSubmit<What = void, Answer = unknown>(options: Options<What, Answer>): Submission<What> {
  const intent = useIntent();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [why, setWhy] = useState<Question | undefined>(undefined);
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
        setWhy(questionOf(error));
        if (options.toasts && refusal.failure) toastFailure(error, refusal.failure);
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
  return { busy, running, failure, why, problems, submit, forget };
}

/** The errors at fields if there are any, else the server's message, else the fallback. */
export function refusalOf(error: unknown, failed: string): Refusal {
  return isAtFields(error) ? { problems: error.errors } : { failure: errorMessage(error, failed) };
}
