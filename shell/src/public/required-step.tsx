// For a user whose role requires a second step and who has none: sets it up, or leaves. Nothing else is possible before.
import { Suspense } from 'react';
import { useRouter } from '@tanstack/react-router';
import { Button } from '@mizan/ui-kit/button';
import { asProblem } from '@mizan/ui-kit/http';
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import { session, type Me } from '@mizan/ui-kit/session';
import { toast } from '@mizan/ui-kit/toaster';
import styles from './public-page.module.css';

const RequiredTwoStep = lazyScreen(() => import('@mizan/ui-kit/two-step'));

const showFailure = (error: unknown): void => void toast.error(asProblem(error).message);

interface Props {
  me: Me;
  /** Called when it is set up, before the router leaves the page. */
  onSetUp: () => void;
}

export function RequiredStep({ me, onSetUp }: Props) {
  const router = useRouter();

  async function handleSetUp(): Promise<void> {
    onSetUp();
    await session.begin();
    // The same user is signed in as before, which the router does not notice.
    await router.invalidate();
  }

  return (
    <div className={styles['form']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{m.second_required_title()}</h1>
        <p className={styles['lead']}>{m.second_required_lead()}</p>
      </header>
      <Suspense>
        <RequiredTwoStep me={me} onSetUp={() => void handleSetUp().catch(showFailure)} />
      </Suspense>
      <Button look="quiet" wide onClick={() => void session.signOut().catch(showFailure)}>
        {m.second_back()}
      </Button>
    </div>
  );
}
