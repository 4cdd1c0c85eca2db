import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// The script listens as long as its page exists, but the document is shared with other test files: a form of theirs
// would no longer submit.
const page = new AbortController();

beforeAll(async () => {
  for (const target of [document, window]) {
    const listen = target.addEventListener.bind(target);
    vi.spyOn(target, 'addEventListener').mockImplementation((kind: string, heard: EventListenerOrEventListenerObject) =>
      listen(kind, heard, { capture: true, signal: page.signal }),
    );
  }
  Object.defineProperty(document, 'currentScript', { value: { dataset: {} }, configurable: true });
  // @ts-expect-error: a classic script, which the build puts into the page as it is.
  await import('./boot.js');
  vi.restoreAllMocks();
});
afterAll(() => page.abort());

test('reports an application that does not load once, and offers a reload', () => {
  const scripts = ['/assets/a.js', '/assets/b.js'].map((src) =>
    Object.assign(document.createElement('script'), { type: 'module', src }),
  );
  document.head.append(...scripts);
  for (const script of scripts) script.dispatchEvent(new Event('error'));
  document.head.append(document.createElement('link'));
  const alerts = [...document.querySelectorAll('[role=alert]')];
  expect(alerts.map((alert) => alert.textContent)).toEqual([
    'This page could not be loaded completely. Reload the page',
  ]);
  expect(document.body.firstElementChild).toBe(alerts[0]);
  expect(alerts[0]?.querySelector('a')?.getAttribute('href')).toBe('');
});

test('a button that is pressed during hydration takes effect once, after it', () => {
  document.body.innerHTML = '<div id="root"><button type="button">LOGIN</button></div>';
  const button = document.querySelector('button');
  const heard = vi.fn();
  // Like React, the application listens at its root shortly before it reports that it is ready.
  document.getElementById('root')?.addEventListener('click', heard);
  button?.click();
  expect(heard).not.toHaveBeenCalled();
  expect(button).toHaveAttribute('aria-busy', 'true');
  window.portalReady?.();
  expect(heard).toHaveBeenCalledOnce();
  expect(button).not.toHaveAttribute('aria-busy');
  button?.click();
  expect(heard).toHaveBeenCalledTimes(2);
});
