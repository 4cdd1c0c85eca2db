import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// The server writes these settings into each page (services/api/server/page-texts.ts).
const settings = {
  'support-email': 'support@fynbosrewards.example',
  'support-web': 'https://www.fynbosrewards.example',
  'head-office': '12 Protea Road, Claremont',
};
for (const [name, content] of Object.entries(settings)) {
  document.head.append(Object.assign(document.createElement('meta'), { name, content }));
}

// Test files share one window, because creating one per file took four times as long as all tests. Modules are reset,
// so that no file sees the state of another.
vi.resetModules();

// Long enough for a busy machine.
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
