// The user's second factors as a sequence of views: what there is, and each change of it. The dialog of the account
// menu shows them, and so does the sign-in page where a role requires a second step.
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { m } from '@mizan/ui-kit/messages';
import { asProblem, ProblemError } from '../http';
import { toast } from '../toaster';
import { AppForm } from './app-form';
import { ConfirmForm } from './confirm-form';
import { Overview } from './overview';
import { ownFactors, type Factors, type NewApp, type Passkey, type PasskeyChallenge } from './own-factors';
import { PasskeyForm } from './passkey-form';
import { RecoveryCodes } from './recovery-codes';

/** A change that is confirmed first. */
interface Change {
  text: string;
  label: string;
  danger?: boolean;
  /** Makes it, and returns the view that follows. */
  run: (password: string) => Promise<View>;
}

type View =
  | { name: 'overview' }
  | { name: 'confirm'; change: Change }
  | { name: 'app'; app: NewApp }
  | { name: 'passkey'; challenge: PasskeyChallenge }
  | { name: 'codes'; codes: string[] };

interface TwoStep {
  title: string;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Leads back to the first view; undefined in it. */
  back: (() => void) | undefined;
  /** The codes are shown only now. */
  locked: boolean;
  content: ReactNode;
}

interface Options {
  email: string;
  /** Called when a second factor has been set up, and its recovery codes are stored. */
  onSetUp?: () => void;
}

const OVERVIEW: View = { name: 'overview' };

const titles: Record<View['name'], () => string> = {
  overview: m.two_step_title,
  confirm: m.two_step_confirm_title,
  app: m.two_step_app_title,
  passkey: m.two_step_passkey_add,
  codes: m.two_step_codes_title,
};

export function useTwoStep({ email, onSetUp }: Options): TwoStep {
  const [view, setView] = useState<View>(OVERVIEW);
  const [factors, setFactors] = useState<Factors | ProblemError>();
  const heading = useRef<HTMLHeadingElement>(null);

  const load = useCallback(() => {
    ownFactors.load().then(setFactors, (error: unknown) => setFactors(asProblem(error)));
  }, []);
  useEffect(load, [load]);

  /** Each view starts at its top. */
  function go(next: View): void {
    flushSync(() => setView(next));
    heading.current?.focus();
  }

  function back(): void {
    load();
    go(OVERVIEW);
  }

  function factorAdded(message: string, codes: string[]): void {
    if (codes.length > 0) return go({ name: 'codes', codes });
    toast.success(message);
    onSetUp?.();
    back();
  }

  const passwordNeeded = factors !== undefined && !(factors instanceof ProblemError) && factors.passwordNeeded;

  const confirm = (change: Change): void => go({ name: 'confirm', change });

  const setUpApp: Change = {
    text: m.two_step_confirm_app(),
    label: m.two_step_continue(),
    run: async (password) => ({ name: 'app', app: await ownFactors.beginApp(password) }),
  };

  /** Nothing is lost by it, so that it is confirmed only where the password is needed. */
  async function begin(change: Change): Promise<void> {
    if (passwordNeeded) return confirm(change);
    try {
      go(await change.run(''));
    } catch (error) {
      const problem = asProblem(error);
      if (problem.errors.some(({ pointer }) => pointer === '/currentPassword')) {
        load();
        confirm(change);
      } else toast.error(problem.message);
    }
  }

  const removeApp: Change = {
    text: m.two_step_confirm_remove_app(),
    label: m.two_step_remove(),
    danger: true,
    run: async (password) => {
      await ownFactors.removeApp(password);
      toast.success(m.two_step_removed());
      load();
      return OVERVIEW;
    },
  };

  const addPasskey: Change = {
    text: m.two_step_confirm_passkey(),
    label: m.two_step_continue(),
    run: async (password) => ({ name: 'passkey', challenge: await ownFactors.beginPasskey(password) }),
  };

  const removePasskey = ({ _id: id, name }: Passkey): Change => ({
    text: m.two_step_confirm_remove_passkey({ name }),
    label: m.two_step_remove(),
    danger: true,
    run: async (password) => {
      await ownFactors.removePasskey(id, password);
      toast.success(m.two_step_removed());
      load();
      return OVERVIEW;
    },
  });

  const renewCodes: Change = {
    text: m.two_step_confirm_codes(),
    label: m.two_step_codes_renew(),
    run: async (password) => ({ name: 'codes', codes: await ownFactors.renewCodes(password) }),
  };

  const content = {
    overview: () => (
      <Overview
        factors={factors}
        onRetry={() => {
          setFactors(undefined);
          load();
        }}
        onSetUpApp={() => void begin(setUpApp)}
        onRemoveApp={() => confirm(removeApp)}
        onAddPasskey={() => void begin(addPasskey)}
        onRemovePasskey={(passkey) => confirm(removePasskey(passkey))}
        onRenewCodes={() => confirm(renewCodes)}
      />
    ),
    confirm: ({ change }: Extract<View, { name: 'confirm' }>) => (
      <ConfirmForm
        text={change.text}
        label={change.label}
        danger={change.danger ?? false}
        passwordNeeded={passwordNeeded}
        run={async (password) => go(await change.run(password))}
        onCancel={back}
      />
    ),
    app: ({ app }: Extract<View, { name: 'app' }>) => (
      <AppForm app={app} onConfirmed={(codes) => factorAdded(m.two_step_app_saved(), codes)} onCancel={back} />
    ),
    passkey: ({ challenge }: Extract<View, { name: 'passkey' }>) => (
      <PasskeyForm
        challenge={challenge}
        onAdded={(codes) => factorAdded(m.two_step_passkey_added(), codes)}
        onCancel={back}
      />
    ),
    codes: ({ codes }: Extract<View, { name: 'codes' }>) => (
      <RecoveryCodes
        codes={codes}
        email={email}
        onStored={() => {
          onSetUp?.();
          back();
        }}
      />
    ),
  }[view.name] as (view: View) => ReactNode;

  return {
    title: titles[view.name](),
    heading,
    back: view.name === 'overview' ? undefined : back,
    locked: view.name === 'codes',
    content: content(view),
  };
}
