// The dialog of the user's second factors, in the account menu.
import { Sheet } from '../sheet';
import type { Me } from '../session';
import { useTwoStep } from './use-two-step';

export default function TwoStepDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const { title, heading, back, locked, content } = useTwoStep({ email: me.user.email });
  return (
    <Sheet title={title} heading={heading} onBack={back} locked={locked} onClose={onClose}>
      {content}
    </Sheet>
  );
}
