// Object URLs exist exactly as long as their images are shown.
import { afterEach, expect, it, vi } from 'vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { StoredImage } from './stored-image';

afterEach(cleanup);

it('an address is given up when other bytes come, and when the image goes', () => {
  const given: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    given.push(`blob:${given.length + 1}`);
    return given.at(-1) ?? '';
  });
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  const image = (text: string) => <StoredImage blob={new Blob([text])} alt="The lobby" className={undefined} />;
  const { rerender, unmount } = render(image('one'));
  expect(screen.getByRole('img', { name: 'The lobby' }).getAttribute('src')).toBe('blob:1');
  rerender(image('other'));
  expect(screen.getByRole('img', { name: 'The lobby' }).getAttribute('src')).toBe('blob:2');
  expect(revoked.mock.calls).toEqual([['blob:1']]);
  unmount();
  expect(revoked.mock.calls).toEqual([['blob:1'], ['blob:2']]);
  expect(given).toHaveLength(2);
});
