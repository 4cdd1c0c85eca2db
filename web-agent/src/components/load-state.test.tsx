import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useFresh, useLoaded } from './load-state.tsx';

test('keeps the figures and loads them again when the page is shown again or the connection is back', async () => {
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
  expect(await tell('hidden', document, 'visibilitychange')).toBe(1);
  expect(await tell('visible', document, 'visibilitychange')).toBe(3);
  expect(await tell('visible', window, 'online')).toBe(4);
});
