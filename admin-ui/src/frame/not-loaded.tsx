// The notice in place of what could not be loaded.
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { errorMessage, isStatus } from '../data/problems.ts';
import { questionOf } from '../data/why.ts';
import { Notice } from './notice.tsx';
import { Why } from './why.tsx';

interface Props {
  title: string;
  error: unknown;
  onRetry: () => unknown;
}

export function NotLoaded({ title, error, onRetry }: Props) {
  const why = questionOf(error);
  return (
    <Notice failure title={title} text={errorMessage(error, m.admin_try_again_later())}>
      {/* Retrying an invalid request cannot help. */}
      {!isStatus(error, 400) && (
        <Button look="secondary" onClick={() => void onRetry()}>
          {m.admin_retry()}
        </Button>
      )}
      {why && <Why question={why} />}
    </Notice>
  );
}
