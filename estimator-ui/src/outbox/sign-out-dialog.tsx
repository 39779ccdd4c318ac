// Warns of unsent estimates: on sign-out as a confirmation, after an ended session as a notice.
import { m } from '@mizan/ui-kit/messages';
import { Question } from '../parts/question';
import { anyOnPage } from './rows';
import type { SignOutQuestion } from './sign-out-question';

export default function SignOutDialog({ about, count, answer }: SignOutQuestion) {
  const go = (): void => answer(true);
  const stay = (): void => answer(false);
  return about === 'sign-out' ? (
    <Question
      title={m.outbox_sign_out_title({ count })}
      text={anyOnPage() ? m.outbox_left_on_page() : m.outbox_sign_out_text()}
      go={{ label: m.outbox_sign_out_go(), onChoose: go }}
      stay={{ label: m.outbox_sign_out_stay(), onChoose: stay }}
    />
  ) : (
    <Question
      title={m.outbox_ended_title()}
      text={anyOnPage() ? m.outbox_left_on_page() : m.outbox_ended_text({ count })}
      go={{ label: m.outbox_ended_later(), onChoose: go }}
      stay={{ label: m.outbox_ended_sign_in(), onChoose: stay }}
    />
  );
}
