import { act, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter, MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { RouteEffects } from './RouteEffects.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Page() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <main key={pathname}>
      <h1>{pathname}</h1>
      <button type="button" onClick={() => navigate('/contact-us')}>
        Ask
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <RouteEffects title={pathname} />
    </main>
  );
}

/** The growth of the page's content, which jsdom does not observe. */
function observedContent() {
  let grown: (() => void) | undefined;
  const disconnect = vi.fn(() => {
    grown = undefined;
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        grown = callback;
      }
      observe = vi.fn();
      disconnect = disconnect;
    },
  );
  return { grow: () => grown?.(), disconnect };
}

test('Back leads to where the person left the page, once its content is there', () => {
  const { grow, disconnect } = observedContent();
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const height = vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(3_000);
  render(<Page />, { wrapper: ({ children }) => <MemoryRouter initialEntries={['/list']}>{children}</MemoryRouter> });
  vi.stubGlobal('scrollY', 1_500);
  fireEvent.scroll(window);
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
  expect(scrolled).toHaveBeenLastCalledWith(0, 0);
  vi.stubGlobal('scrollY', 0);
  fireEvent.scroll(window);
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('heading', { name: '/list' })).toHaveFocus();
  height.mockReturnValue(800);
  act(grow);
  expect(scrolled).toHaveBeenLastCalledWith(0, 0);
  height.mockReturnValue(3_000);
  act(grow);
  expect(scrolled).toHaveBeenLastCalledWith(0, 1_500);
  expect(disconnect).toHaveBeenCalledOnce();
});

test('a link to a part of the page does not lead to where another page was left', () => {
  const { grow } = observedContent();
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(3_000);
  window.history.replaceState(null, '', '/list');
  render(<Page />, { wrapper: BrowserRouter });
  vi.stubGlobal('scrollY', 1_500);
  fireEvent.scroll(window);
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
  act(() => {
    // As a browser does for a link to a part of the page.
    window.history.pushState(null, '', '#part');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  act(grow);
  expect(scrolled).not.toHaveBeenCalledWith(0, 1_500);
});
