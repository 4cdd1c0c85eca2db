import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// What the build puts in (web-agent/vite.config.ts).
Object.assign(globalThis, {
  __SUPPORT_EMAIL__: 'support@fynbosrewards.example',
  __SUPPORT_WEB__: 'https://www.fynbosrewards.example',
  __HEAD_OFFICE__: '12 Protea Road, Claremont',
});

// Files follow each other in one window, since making one for each took four times as long as all of the tests. What a
// file loads of ours it loads anew, and none finds what another left.
vi.resetModules();

// What does not come is missed; what comes late on a busy machine is not.
configure({ asyncUtilTimeout: 20_000 });
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});
