// The notice in a view, or in a part of one, whose records could not be loaded.
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { errorMessage } from '../data/problems.ts';
import type { Resource } from '../document/resources.ts';
import { Notice } from '../frame/notice.tsx';

interface Props {
  resource: Resource;
  error: unknown;
  onRetry: () => void;
}

export function ViewFailure({ resource, error, onRetry }: Props) {
  return (
    <Notice
      failure
      title={m.admin_list_failed({ label: resource.nouns })}
      text={errorMessage(error, m.admin_try_again_later())}
    >
      <Button look="secondary" onClick={onRetry}>
        {m.admin_retry()}
      </Button>
    </Notice>
  );
}
