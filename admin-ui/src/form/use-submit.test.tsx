import { ProblemError } from '@mizan/ui-kit/http';
import { Toaster } from '@mizan/ui-kit/toaster';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useSubmit } from './use-submit.ts';

afterEach(cleanup);

type Options = Parameters<typeof useSubmit<string, string>>[0];

/** A button that submits, and the result. */
function Sends(options: Partial<Options> & Pick<Options, 'send'>) {
  const { submit, busy, failure, problems, forget } = useSubmit({ onDone: () => {}, failed: 'It failed', ...options });
  return (
    <>
      <input aria-label="What" />
      <button type="button" onClick={() => void submit(document.querySelector('input')?.value ?? '')}>
        {busy ? 'Sending' : 'Send'}
      </button>
      <button type="button" onClick={() => forget()}>
        Forget
      </button>
      <p role="alert">{failure}</p>
      <ul>
        {problems.map(({ pointer, message }) => (
          <li key={pointer}>{`${pointer} ${message}`}</li>
        ))}
      </ul>
      <Toaster />
    </>
  );
}

function show(options: Partial<Options> & Pick<Options, 'send'>) {
  render(<Sends {...options} />);
  return userEvent.setup();
}

const send = () => screen.getByRole('button', { name: 'Send' });
const alertText = () => screen.getByRole('alert').textContent;

test('a double click sends one request, and the button shows progress', async () => {
  let answer: (value: string) => void = () => {};
  const sent = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)));
  const onDone = vi.fn();
  const user = show({ send: sent, onDone });
  await user.dblClick(send());
  expect(sent).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Sending' })).toBeTruthy();
  answer('done');
  expect(await screen.findByRole('button', { name: 'Send' })).toBeTruthy();
  expect(onDone).toHaveBeenCalledWith('done');
});

test('a retry has the same idempotency key until it succeeds, and changed values get another', async () => {
  const keys: string[] = [];
  let lost = true;
  const user = show({
    async send(_what, key) {
      keys.push(key);
      if (lost) throw new TypeError('Failed to fetch');
      return '';
    },
  });
  await user.click(send());
  expect(alertText()).toBe('It failed');
  await user.click(send());
  await user.type(screen.getByLabelText('What'), 'more');
  await user.click(send());
  lost = false;
  await user.click(send());
  await user.click(send());
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(keys[3]).toBe(keys[2]);
  expect(keys[4]).not.toBe(keys[2]);
  expect(alertText()).toBe('');
});

test("field errors stay with their fields, and other rejections show the server's message", async () => {
  const problems = [
    new ProblemError({ status: 422, errors: [{ pointer: '/name', message: 'Taken' }] }),
    new ProblemError({ status: 409, detail: 'It is closed' }),
  ];
  const user = show({ send: () => Promise.reject(problems.shift()) });
  await user.click(send());
  expect(screen.getByRole('listitem').textContent).toBe('/name Taken');
  expect(alertText()).toBe('');
  await user.click(send());
  expect(screen.queryByRole('listitem')).toBeNull();
  expect(alertText()).toBe('It is closed');
  await user.click(screen.getByRole('button', { name: 'Forget' }));
  expect(alertText()).toBe('');
});

test('a rejection can be a toast, be rephrased, or be handled before it is shown', async () => {
  const answers = [{ failure: 'In other words' }, null, undefined];
  const user = show({
    send: () => Promise.reject(new ProblemError({ status: 412, detail: 'Changed since' })),
    onError: () => answers.shift(),
    toasts: true,
  });
  await user.click(send());
  expect(await screen.findByText('In other words')).toBeTruthy();
  await user.click(send());
  expect(screen.queryByText('Changed since')).toBeNull();
  await user.click(send());
  expect(await screen.findByText('Changed since')).toBeTruthy();
  expect(alertText()).toBe('');
});
