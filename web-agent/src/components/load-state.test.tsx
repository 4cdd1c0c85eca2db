import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Loaded, LoadState, useFresh, useLoaded } from './load-state.tsx';

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

test('a retry keeps the note and its focus while it runs, then moves the focus to the new heading', async () => {
  const answers: { resolve: (figure: number) => void; reject: (error: Error) => void }[] = [];
  const load = () =>
    new Promise<number>((resolve, reject) => {
      answers.push({ resolve, reject });
    });
  function Figure() {
    const loaded = useLoaded(load, 'figure');
    return (
      <section>
        <h2>Figures</h2>
        <LoadState of={loaded} text="No figure." />
        {loaded.data}
      </section>
    );
  }
  render(<Figure />);
  const fail = () => act(async () => answers.at(-1)?.reject(new Error('offline')));
  await fail();
  const note = screen.getByRole('alert');
  const [before] = note.children;
  const button = screen.getByRole('button', { name: 'Try again' });
  button.focus();
  fireEvent.click(button);
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByText('Loading')).toHaveAttribute('role', 'status');
  await fail();
  expect(screen.getByRole('alert')).toBe(note);
  expect(button).not.toHaveAttribute('aria-busy');
  expect(button).toHaveFocus();
  // Announced again.
  expect(note.children[0]).not.toBe(before);
  expect(note).toHaveTextContent('No figure.');
  fireEvent.click(button);
  await act(async () => answers.at(-1)?.resolve(5));
  expect(screen.getByText('5')).toBeVisible();
  expect(screen.getByRole('heading')).toHaveFocus();
});

test('a failure that is read again by a timer stays as it is', async () => {
  let loaded: Loaded<number> | undefined;
  function Polled() {
    loaded = useLoaded<number>(() => Promise.reject(new Error('offline')), 'figure');
    return <LoadState of={loaded} text="No figure." />;
  }
  render(<Polled />);
  const [text] = (await screen.findByRole('alert')).children;
  await act(async () => void loaded?.refetch());
  expect(screen.getByRole('alert').children[0]).toBe(text);
});
