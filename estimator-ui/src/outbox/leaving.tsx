// Nobody goes without knowing that something has not been sent: signing out asks, and a session that ended tells.
import { useEffect, useRef, useState } from 'react';
import { askBeforeSignOut } from '@mizan/ui-kit/before-sign-out';
import { m } from '@mizan/ui-kit/messages';
import { session } from '@mizan/ui-kit/session';
import { Question } from '../parts/question';
import { outbox } from './outbox';

/** In milliseconds: what can be sent at once is, and is no question. */
const PATIENCE = 2000;

interface Asked {
  about: 'sign-out' | 'session';
  count: number;
  answer: (goes: boolean) => void;
}

export default function Leaving() {
  const [asked, setAsked] = useState<Asked>();
  /** Who has just been asked, and goes knowingly. */
  const going = useRef<string>(undefined);

  useEffect(() => {
    const ask = (about: Asked['about'], count: number): Promise<boolean> =>
      new Promise((give) =>
        setAsked({
          about,
          count,
          answer: (goes) => {
            setAsked(undefined);
            give(goes);
          },
        }),
      );

    const end = askBeforeSignOut(async () => {
      const person = session.current().me?.user.id;
      if (person === undefined) return true;
      if ((await outbox.countOf(person)) > 0)
        await Promise.race([outbox.flush(), new Promise((done) => setTimeout(done, PATIENCE))]);
      const count = await outbox.countOf(person);
      const goes = count === 0 || (await ask('sign-out', count));
      going.current = goes ? person : undefined;
      return goes;
    });

    let known = session.current().me?.user.id;
    const unsubscribe = session.subscribe(() => {
      const before = known;
      known = session.current().me?.user.id;
      if (before === undefined || known !== undefined) return;
      const knowingly = going.current === before;
      going.current = undefined;
      if (!knowingly) void outbox.countOf(before).then((count) => (count > 0 ? ask('session', count) : undefined));
    });
    return () => {
      end();
      unsubscribe();
    };
  }, []);

  if (!asked) return null;
  const { about, count, answer } = asked;
  const go = (): void => answer(true);
  const stay = (): void => answer(false);
  return about === 'sign-out' ? (
    <Question
      title={m.outbox_sign_out_title({ count })}
      text={m.outbox_sign_out_text()}
      go={{ label: m.outbox_sign_out_go(), give: go }}
      stay={{ label: m.outbox_sign_out_stay(), give: stay }}
    />
  ) : (
    <Question
      title={m.outbox_ended_title()}
      text={m.outbox_ended_text({ count })}
      go={{ label: m.outbox_ended_later(), give: go }}
      stay={{ label: m.outbox_ended_sign_in(), give: stay }}
    />
  );
}
