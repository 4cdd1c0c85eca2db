import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DownloadButton } from './DownloadButton.tsx';

test('fetches a file once per press, and shows that it is being prepared', async () => {
  let arrive = (): void => undefined;
  const get = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        arrive = resolve;
      }),
  );
  render(<DownloadButton label="PDF" variant="link" onPress={get} />);
  const button = screen.getByRole('button', { name: 'PDF' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(get).toHaveBeenCalledTimes(1);
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByRole('status')).toHaveTextContent('Preparing the file.');
  arrive();
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
  fireEvent.click(button);
  expect(get).toHaveBeenCalledTimes(2);
});
