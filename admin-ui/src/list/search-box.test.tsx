import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { SearchBox } from './search-box.tsx';

afterEach(cleanup);

function shown() {
  const onSearch = vi.fn<(search: string) => void>();
  render(<SearchBox value="" onSearch={onSearch} onEnter={() => undefined} />);
  const box = screen.getByRole('searchbox');
  fireEvent.change(box, { target: { value: 'marina ' } });
  return { box, onSearch };
}

it('searches when it is left by the keyboard', () => {
  const { box, onSearch } = shown();
  fireEvent.blur(box);
  expect(onSearch.mock.calls).toEqual([['marina']]);
});

it('searches after the press that left it, so that the list does not move under it', async () => {
  const { box, onSearch } = shown();
  fireEvent.pointerDown(document.body);
  fireEvent.blur(box);
  expect(onSearch).not.toHaveBeenCalled();
  fireEvent.pointerUp(document.body);
  expect(onSearch).not.toHaveBeenCalled();
  await waitFor(() => expect(onSearch.mock.calls).toEqual([['marina']]));
});

it('does not search once the press has opened another screen', async () => {
  const { box, onSearch } = shown();
  fireEvent.pointerDown(document.body);
  fireEvent.blur(box);
  window.history.pushState(null, '', '/backoffice/users/1/show');
  fireEvent.pointerUp(document.body);
  await new Promise((done) => setTimeout(done));
  expect(onSearch).not.toHaveBeenCalled();
});
