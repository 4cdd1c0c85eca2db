import { expect, test, vi } from 'vitest';

test('a button that is pressed while the application comes alive is heard once, when it is there', async () => {
  Object.defineProperty(document, 'currentScript', { value: { dataset: {} }, configurable: true });
  document.body.innerHTML = '<div id="root"><button type="button">LOGIN</button></div>';
  const button = document.querySelector('button');
  // @ts-expect-error: a classic script, which the build puts into the page as it is.
  await import('./boot.js');
  const heard = vi.fn();
  // The application listens at its root, as React does, a moment before it says that it is here.
  document.getElementById('root')?.addEventListener('click', heard);
  button?.click();
  expect(heard).not.toHaveBeenCalled();
  window.portalReady?.();
  expect(heard).toHaveBeenCalledOnce();
  button?.click();
  expect(heard).toHaveBeenCalledTimes(2);
});
