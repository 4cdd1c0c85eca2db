import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { LoadState, useFresh, useLoaded } from './load-state.tsx';

test('keeps the figures and loads them again when the page is shown again or the connection is back', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(0);
  let figure = 1;
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const { result } = renderHook(() => {
    const loaded = useLoaded(async () => figure, 'figure');
    useFresh(loaded);
    return loaded.data;
  });
  await waitFor(() => expect(result.current).toBe(1));
  const tell = async (state: DocumentVisibilityState, target: EventTarget, event: string) => {
    visibility.mockReturnValue(state);
    figure += 1;
    await act(async () => target.dispatchEvent(new Event(event)));
    return result.current;
  };
  now.mockReturnValue(29_999);
  expect(await tell('visible', document, 'visibilitychange')).toBe(1);
  now.mockReturnValue(30_000);
  expect(await tell('hidden', document, 'visibilitychange')).toBe(1);
  expect(await tell('visible', document, 'visibilitychange')).toBe(4);
  expect(await tell('visible', document, 'visibilitychange')).toBe(4);
  expect(await tell('visible', window, 'online')).toBe(6);
});

test('a retry shows that it runs, and says again that it failed', async () => {
  const rejects: ((error: Error) => void)[] = [];
  const load = () =>
    new Promise<number>((_, reject) => {
      rejects.push(reject);
    });
  function Figure() {
    return <LoadState of={useLoaded(load, 'figure')} text="No figure." placeholder={<p>Loading</p>} />;
  }
  render(<Figure />);
  const fail = () => act(async () => rejects.at(-1)?.(new Error('offline')));
  await fail();
  expect(screen.getByRole('alert')).toHaveTextContent('No figure.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Loading')).toBeVisible();
  await fail();
  expect(screen.getByRole('alert')).toHaveTextContent('No figure.');
  expect(rejects).toHaveLength(2);
});
