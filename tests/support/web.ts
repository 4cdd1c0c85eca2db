import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// The server writes these settings into each page (services/api/http/static.ts).
const settings = {
  'support-email': 'support@fynbosrewards.example',
  'support-web': 'https://www.fynbosrewards.example',
  'head-office': '12 Protea Road, Claremont',
};
for (const [name, content] of Object.entries(settings)) {
  document.head.append(Object.assign(document.createElement('meta'), { name, content }));
}

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
